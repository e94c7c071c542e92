import type { Plugin } from 'vite'

/**
 * Asks a page for code and data that its scripts otherwise ask for only once they run: on a slow line that is a round trip
 * more. `modules` are ends of source paths, `data` addresses that are fetched without special headers.
 */
export function preloadCode(page: string, { modules, data }: { modules: string[]; data: string[] }): Plugin {
  return {
    name: 'preload-code',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path }) {
        if (!bundle || !path.endsWith(page)) return
        const chunks = new Map(
          Object.entries(bundle).flatMap(([file, output]) =>
            output.type === 'chunk' ? [[file, output]] : [],
          ),
        )
        /** With what they import before they run, each once, and what the page asks for anyway left out. */
        const files = new Set<string>()
        function add(file: string) {
          if (files.has(file) || html.includes(`/${file}"`)) return
          files.add(file)
          for (const imported of chunks.get(file)?.imports ?? []) add(imported)
        }
        for (const module of modules) {
          const own = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith(module))
          if (!own) throw new Error(`No chunk of its own holds ${module}.`)
          add(own.fileName)
        }
        return [
          ...[...files].map((file) => ({ rel: 'modulepreload', crossorigin: true, href: `/${file}` })),
          ...data.map((href) => ({ rel: 'preload', as: 'fetch', crossorigin: true, href })),
        ].map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' as const }))
      },
    },
  }
}
