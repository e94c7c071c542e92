import { createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DataStore, Server, Upload } from '@tus/server'

// The yardstick of resumable uploads: bare @tus/server with a store that works like its FileStore, and no access
// control.
// node --import tsx tools/bench/bare-tus.ts <folder>

const folder = process.argv[2] ?? '.'
const known = new Map<string, Upload>()
const datastore = Object.assign(new DataStore(), {
  extensions: ['creation'],
  async create(upload: Upload) {
    await (await open(join(folder, upload.id), 'w')).close()
    known.set(upload.id, upload)
    return upload
  },
  async write(stream: NodeJS.ReadableStream, id: string, start: number) {
    await pipeline(stream, createWriteStream(join(folder, id), { flags: 'r+', start }))
    return (await stat(join(folder, id))).size
  },
  async getUpload(id: string) {
    const upload = known.get(id)
    return new Upload({ id, size: upload?.size ?? 0, offset: (await stat(join(folder, id))).size })
  },
})
const server = new Server({ path: '/files', datastore }).listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }))
})
process.on('SIGTERM', () => process.exit(0))
