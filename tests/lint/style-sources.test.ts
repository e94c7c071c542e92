import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { built, ensureBuilt } from '#server/site/build.ts'
import { sourcesOf, styledPages, styleSources } from '#web/build/style-sources.ts'

// A style sheet that misses one file leaves its parts unstyled, while every other test stays green.

const root = mkdtempSync(join(tmpdir(), 'style-sources-'))
afterAll(() => rmSync(root, { recursive: true }))

function write(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

describe('what a page draws with is found by following its imports', () => {
  it('at once, later, through other files and around circles; types and words without classes are left out', async () => {
    write({
      'site/boot.ts': "import '../ui/first.ts'\nawait import('./later.tsx')\n",
      'site/later.tsx':
        "import {\n  type Kind,\n  part,\n} from '#web/ui/part.tsx'\nimport type { Other } from '../ui/type-only.ts'\nexport { x } from '#web/copy/words.ts'\n",
      'ui/first.ts': "import raw from './picture.svg?raw'\nimport { z } from 'zod'\n",
      'ui/picture.svg': '',
      'ui/part.tsx': "const deep = later(async () => (await import('./deep.tsx')).Deep)\n",
      'ui/deep.tsx': "import { part } from './part.tsx'\n",
      'ui/type-only.ts': '',
      'ui/never.tsx': '',
      'copy/words.ts': '',
    })
    expect((await styleSources(['site/boot.ts'], { root })).sort()).toEqual(
      ['site/boot.ts', 'site/later.tsx', 'ui/deep.tsx', 'ui/first.ts', 'ui/part.tsx'].sort(),
    )
  })

  it.each([
    ["import { a } from './gone.tsx'\n", 'which is not there'],
    ['const a = await import(name)\n', 'without naming it'],
  ])('stops at an import that it cannot follow: %s', async (text, says) => {
    write({ 'site/lost.ts': text })
    await expect(styleSources(['site/lost.ts'], { root })).rejects.toThrow(says)
  })
})

describe('of the public pages', () => {
  it.each(Object.keys(styledPages))('%s names no file by hand', (sheet) => {
    const css = readFileSync(join('web', sheet), 'utf8')
    const byHand = [...css.matchAll(/@source\s+"([^"]+)"/g)].map(([, name = '']) => name)
    expect(byHand.filter((name) => !name.endsWith('.html'))).toEqual([])
    expect(css).toContain('@import "tailwindcss" source(none)')
  })

  it('the landing’s sheet knows every part that the build loads at once or later', async () => {
    await ensureBuilt(() => {})
    const part = z.object({
      imports: z.array(z.string()).default([]),
      dynamicImports: z.array(z.string()).default([]),
    })
    const manifest = z
      .record(z.string(), part)
      .parse(JSON.parse(readFileSync(`${built.client}/.vite/manifest.json`, 'utf8')))
    const reached = new Set<string>()
    const follow = (name: string) => {
      if (reached.has(name)) return
      reached.add(name)
      const { imports = [], dynamicImports = [] } = manifest[name] ?? {}
      for (const next of [...imports, ...dynamicImports]) follow(next)
    }
    follow('index.html')
    const later = [...reached].filter((name) => /^(ui|site|features)\/.*\.tsx$/.test(name))
    expect(later).toContain('site/sign-in-island.tsx')
    const known = await sourcesOf('site/site.css')
    expect(known).toContain('ui/dialog.tsx')
    expect(known).toContain('features/request-form/request-form.tsx')
    expect(later.filter((name) => !known.includes(name))).toEqual([])
  })
})
