import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

// Serves the hand-written page of landing/ with the product's images and font, compressed once, as fast as a static
// server can.
// node --import tsx lab/bench/landing-yardstick.ts

const root = fileURLToPath(new URL('../..', import.meta.url))
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
}

type Stored = { type: string; body: Buffer; packed: boolean }
const files = new Map<string, Stored>()

async function keep(address: string, file: string): Promise<void> {
  const body = await readFile(join(root, file))
  const type = types[extname(file)] ?? 'application/octet-stream'
  const packed = /text|svg/.test(type)
  files.set(address, { type, body: packed ? brotliCompressSync(body) : body, packed })
}

await keep('/', 'lab/bench/landing/index.html')
await keep('/page.css', 'lab/bench/landing/page.css')
await keep('/page.js', 'lab/bench/landing/page.js')
await keep(
  '/figtree.woff2',
  'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
)
for (const name of await readdir(join(root, 'web/public/img')))
  await keep(`/img/${name}`, `web/public/img/${name}`)

const server = createServer((request, response) => {
  const file = files.get(request.url ?? '')
  if (!file) {
    response.writeHead(404).end()
    return
  }
  response
    .writeHead(200, {
      'content-type': file.type,
      'content-length': file.body.byteLength,
      'cache-control': request.url === '/' ? 'no-cache' : 'public, max-age=31536000, immutable',
      ...(file.packed && { 'content-encoding': 'br' }),
    })
    .end(file.body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }))
})
