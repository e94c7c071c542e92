import { type FileHandle, open } from 'node:fs/promises'
import { configure, Reader, ZipWriter } from '@zip.js/zip.js'

configure({ useWebWorkers: false })

/** Reads a file piece by piece; of thousands only one is open. */
export class FileReader extends Reader<string> {
  readonly #path: string
  #handle: FileHandle | undefined

  constructor(path: string, size: number) {
    super(path)
    this.#path = path
    this.size = size
  }

  override async readUint8Array(at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    this.#handle ??= await open(this.#path)
    const { buffer, bytesRead } = await this.#handle.read(new Uint8Array(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  }

  async close(): Promise<void> {
    await this.#handle?.close()
  }
}

export type Member = { name: string; path: string; size: number }

/** Writes a ZIP of these files, stored as they are. */
export async function writeZip(target: string, members: readonly Member[]): Promise<void> {
  const handle = await open(target, 'w', 0o600)
  try {
    const writable = new WritableStream<Uint8Array>({
      async write(chunk) {
        await handle.writeFile(chunk)
      },
    })
    const zip = new ZipWriter(writable, { level: 0, bufferedWrite: false, keepOrder: true })
    for (const { name, path, size } of members) {
      const reader = new FileReader(path, size)
      await zip.add(name, reader).finally(() => reader.close())
    }
    await zip.close()
  } finally {
    await handle.close()
  }
}
