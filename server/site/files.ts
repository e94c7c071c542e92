import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

/** One file of the built site, in memory with its compressed copies from the build. */
export type SiteFile = {
  type: string
  /** Its name changes with its content. */
  hashed: boolean
  body: Body
}

export type Body = { etag: string; plain: Buffer; br: Buffer | undefined; gzip: Buffer | undefined }

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** The content type for a file extension; undefined for files that do not belong to a site. */
export function typeOf(extension: string): string | undefined {
  return types[extension]
}

/** Every file below the folder by its address, e.g. `/assets/x.js`. Files outside this map cannot be requested. */
export async function readFiles(folder: string): Promise<Map<string, SiteFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const contents = new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(path)] satisfies [string, Buffer])),
  )
  const files = new Map<string, SiteFile>()
  for (const [path, plain] of contents) {
    const type = typeOf(extname(path))
    if (!type) continue
    const address = path.slice(folder.length).split(sep).join('/')
    const body = {
      etag: etagOf(plain),
      plain,
      br: contents.get(`${path}.br`),
      gzip: contents.get(`${path}.gz`),
    }
    files.set(address, { type, hashed: address.startsWith('/assets/'), body })
  }
  return files
}

export function etagOf(content: Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
}
