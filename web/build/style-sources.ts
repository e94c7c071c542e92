import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { normalizePath, type Plugin } from 'vite'

const web = resolve(import.meta.dirname, '..')

/**
 * The public pages' style sheets and the entries of their pages. The
 * portal's sheet names folders instead: it needs nearly all of them.
 */
export const styledPages = {
  'site/site.css': ['site/entry-server.tsx', 'site/boot.ts'],
  'site/shared-study.css': ['site/shared-study.tsx'],
  'site/plain/plain.css': ['receipt', 'report', 'tracking', 'activation', 'appointment', 'practice'].map(
    (page) => `site/plain/${page}.tsx`,
  ),
}

/** The files with classes of a page's sheet. */
export function sourcesOf(sheet: keyof typeof styledPages): Promise<string[]> {
  return styleSources(styledPages[sheet])
}

/** Only these folders have classes, and what they import. Words of other files ('table', 'hidden') would only create unused rules. */
const withClasses = /^(?:ui|parts|site|features|portal)\//

/**
 * The files below `web/` with classes of a page: its entries (paths in `web/`) and all that they import, at
 * once or lazily, without types. Throws when an import leads to no file, or cannot be read from the text.
 */
export async function styleSources(
  entries: readonly string[],
  { root = web }: { root?: string } = {},
): Promise<string[]> {
  const found = new Map<string, string>()
  async function follow(file: string): Promise<void> {
    const name = normalizePath(relative(root, file))
    if (found.has(file) || !withClasses.test(name)) return
    found.set(file, name)
    const text = await readFile(file, 'utf8')
    for (const imported of importsOf(text, file)) {
      const next = imported.startsWith('#web/')
        ? resolve(root, imported.slice('#web/'.length))
        : resolve(dirname(file), imported)
      if (!existsSync(next)) throw new Error(`${file} imports ${imported}, which is not there`)
      if (/\.tsx?$/.test(next)) await follow(next)
    }
  }
  for (const entry of entries) await follow(resolve(root, entry))
  return [...found.values()]
}

/** The files of our own that a module's text imports, as it names them. */
function importsOf(text: string, file: string): string[] {
  const code = text.replace(/^import type .*?from '[^']+'$/gms, '')
  const dynamic = [...code.matchAll(/\bimport\((.)/g)].filter(([, first]) => first !== "'")
  if (dynamic.length > 0) throw new Error(`${file} imports something without naming it`)
  const names = [...code.matchAll(/(?:\bfrom |\bimport |\bimport\()'([^']+)'/g)].map(([, name = '']) => name)
  return names.filter((name) => /^(?:\.|#web\/)/.test(name)).map((name) => name.replace(/\?.*$/, ''))
}

/**
 * Tells Tailwind which files hold the classes of each public page: those that its entries
 * lead to. A list by hand would miss a file some day, and that file would lose its styles.
 */
export function sourcesForStyles(): Plugin {
  const sheets = Object.keys(styledPages) as (keyof typeof styledPages)[]
  return {
    name: 'style-sources',
    // Run before Tailwind reads the sheet.
    enforce: 'pre',
    async transform(css, id) {
      const sheet = normalizePath(relative(web, id.replace(/\?.*$/, '')))
      const known = sheets.find((name) => name === sheet)
      if (!known) return null
      const sources = await sourcesOf(known)
      // A new import needs a new list.
      for (const source of sources) this.addWatchFile(resolve(web, source))
      const lines = sources.map((source) => `@source "${normalizePath(relative(dirname(sheet), source))}";`)
      return { code: `${css}\n${lines.join('\n')}\n`, map: null }
    },
  }
}
