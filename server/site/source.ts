import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Middleware } from '#server/http/server.ts'
import { built } from './build.ts'
import { readFiles } from './files.ts'
import { toRenderer } from './renderer.ts'
import type { Source } from './site.ts'

const web = fileURLToPath(new URL('../../web/', import.meta.url))

/** The built site (see ensureBuilt). */
export async function openBuilt(): Promise<Source> {
  const files = await readFiles(built.client)
  const templates = {
    index: take('/index.html'),
    portal: take('/portal.html'),
    recibo: take('/recibo.html'),
    informe: take('/informe.html'),
    compartido: take('/compartido.html'),
    cita: take('/cita.html'),
    activar: take('/activar.html'),
    solicitud: take('/solicitud.html'),
    orden: take('/orden.html'),
  }
  // About the build; not a file of the site.
  files.delete('/.vite/manifest.json')
  const renderer = toRenderer(await import(pathToFileURL(built.ssr).href))

  // The templates are not files of the site: they are served at the addresses of the pages.
  function take(address: string): string {
    const file = files.get(address)
    if (!file) throw new Error(`The build has no ${address}`)
    files.delete(address)
    return file.body.plain.toString('utf8')
  }

  return {
    files,
    template: async (name) => templates[name],
    renderer: async () => renderer,
    stable: true,
  }
}

/** The sources themselves, through Vite with hot reload on the same port. */
export async function openSources(
  server: Server,
): Promise<Source & { middleware: Middleware; close(): Promise<void> }> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(web, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  })
  return {
    files: new Map(),
    template: async (name, path) =>
      vite.transformIndexHtml(path, await readFile(join(web, `${name}.html`), 'utf8'), `/${name}.html`),
    renderer: async () => toRenderer(await vite.ssrLoadModule('/site/entry-server.tsx')),
    stable: false,
    middleware: vite.middlewares,
    close: () => vite.close(),
  }
}
