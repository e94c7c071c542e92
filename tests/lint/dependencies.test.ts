import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { auditLines } from '#tools/dependency-audit.ts'
import { dependencyFindings, type Package, type Tree } from '#tools/dependency-rules.ts'
import { readTree } from '#tools/dependency-tree.ts'

it('finds nothing wrong with our own dependencies', async () => {
  const tree = await readTree('.')
  expect(dependencyFindings(tree)).toEqual([])
  expect(tree.packages.filter(({ installed }) => installed).length).toBeGreaterThan(100)
  expect(tree.packages.filter(({ installScript }) => installScript).map(({ name }) => name)).toContain(
    'esbuild',
  )
})

const fine: Package = {
  path: 'node_modules/fine',
  name: 'fine',
  version: '1.2.3',
  licence: 'MIT',
  integrity: true,
  bundled: false,
  installScript: false,
  installed: true,
  dev: false,
}
const tree = (change: Partial<Package>, more: Partial<Tree> = {}): Tree => ({
  packages: [{ ...fine, ...change }],
  direct: {},
  allowScripts: {},
  ...more,
})
const deno = {
  path: 'node_modules/@deno/win32-x64',
  name: '@deno/win32-x64',
  integrity: false,
  licence: 'unknown',
}

const bad: [what: string, tree: Tree, finding: RegExp][] = [
  ['a version with a caret', tree({}, { direct: { fine: '^1.2.3' } }), /^fine "\^1.2.3": not pinned/],
  ['a tag', tree({}, { direct: { fine: 'latest' } }), /^fine "latest": not pinned/],
  ['another version in the lock file', tree({}, { direct: { fine: '1.2.4' } }), /the lock file has 1.2.3/],
  ['nothing in the lock file', tree({}, { direct: { other: '1.2.3' } }), /the lock file has nothing/],
  [
    'an install script nobody decided about',
    tree({ installScript: true }),
    /^fine 1.2.3: wants to run a script/,
  ],
  ['a decision about nothing', tree({}, { allowScripts: { gone: true } }), /^gone: stands in allowScripts/],
  ['a licence that asks for more', tree({ licence: 'GPL-3.0-only' }), /licence "GPL-3.0-only"/],
  ['no licence', tree({ licence: 'unknown' }), /licence "unknown"/],
  ['a licence of which one half is refused', tree({ licence: 'MIT AND GPL-2.0-only' }), /licence "MIT AND/],
  ['no checksum', tree({ integrity: false }), /^fine 1.2.3: no checksum/],
]
it.each(bad)('finds %s', (_what, found, finding) => {
  expect(dependencyFindings(found)).toEqual([expect.stringMatching(finding)])
})

const good: [what: string, tree: Tree][] = [
  ['an exact version', tree({}, { direct: { fine: '1.2.3' } })],
  [
    'an exact version before a release',
    tree({ version: '1.2.3-beta.4' }, { direct: { fine: '1.2.3-beta.4' } }),
  ],
  ['a script that was allowed', tree({ installScript: true }, { allowScripts: { fine: true } })],
  ['a script that was refused', tree({ installScript: true }, { allowScripts: { fine: false } })],
  ['a choice of licences', tree({ licence: '(GPL-2.0-only OR MIT)' })],
  ['a part of another package', tree({ integrity: false, bundled: true })],
  ['a platform of deno that could not be fetched', tree({ ...deno, installed: false })],
]
it.each(good)('lets %s pass', (_what, found) => {
  expect(dependencyFindings(found)).toEqual([])
})

it('reads scripts and licences of what is installed, also where the lock file is silent', async () => {
  const root = await mkdtemp(join(tmpdir(), 'dependencies-'))
  const files = {
    'package.json': { dependencies: { quiet: '1.0.0' }, allowScripts: { built: false } },
    'package-lock.json': {
      packages: {
        '': {},
        'node_modules/quiet': { version: '1.0.0', integrity: 'sha512-x' },
        'node_modules/quiet/node_modules/built': { version: '2.0.0', integrity: 'sha512-x', license: 'ISC' },
        'node_modules/@far/away': { version: '3.0.0', hasInstallScript: true, license: 'MIT' },
      },
    },
    'node_modules/quiet/package.json': { license: 'MIT', scripts: { postinstall: 'node x' } },
    'node_modules/quiet/node_modules/built/package.json': {},
    'node_modules/quiet/node_modules/built/binding.gyp': {},
  }
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), JSON.stringify(content))
    }
    const read = await readTree(root)
    expect(
      read.packages.map(({ name, licence, installScript, installed }) => [
        name,
        licence,
        installScript,
        installed,
      ]),
    ).toEqual([
      ['quiet', 'MIT', true, true],
      ['built', 'ISC', true, true],
      ['@far/away', 'MIT', true, false],
    ])
    expect(dependencyFindings(read)).toEqual([
      expect.stringMatching(/^quiet 1.0.0: wants to run a script/),
      expect.stringMatching(/^@far\/away 3.0.0: wants to run a script/),
      expect.stringMatching(/^@far\/away 3.0.0: no checksum/),
    ])
  } finally {
    await rm(root, { recursive: true })
  }
})

it('says plainly what an audit found, or that there was none', () => {
  const nothing = ['The registry does not answer audits here; nothing was checked.']
  expect(auditLines('')).toEqual(nothing)
  expect(auditLines('{"message": "405 Method Not Allowed", "statusCode": 405}')).toEqual(nothing)
  expect(auditLines('{"vulnerabilities": {}}')).toEqual(['None.'])
  expect(
    auditLines('{"vulnerabilities": {"old": {"severity": "high", "range": "<2.0.0", "via": []}}}'),
  ).toEqual(['old <2.0.0: high'])
})
