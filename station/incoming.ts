import { type FileHandle, open, unlink } from 'node:fs/promises'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { stationLimits } from './settings.ts'

type Options = {
  path: string
  head: Buffer
  /** Bytes that it may have. */
  most: number
  hasRoom: (bytes: number) => Promise<boolean>
}

/** How often the room is looked at while one instance grows. */
const LOOK_EVERY_BYTES = 64 * 1024 * 1024

type Done = (error?: Error | null) => void

/**
 * An instance on its way to the disk. It takes all that is written to it and never fails: where there is no room it lets go of the rest, and
 * `finish` says so.
 */
export class Incoming extends Writable {
  readonly path: string
  /** Where the data set begins. */
  readonly start: number
  size = 0
  readonly #options: Options
  #file: FileHandle | undefined
  #isRefused = false
  #seen = 0

  constructor(options: Options) {
    super({ highWaterMark: stationLimits.unwritten })
    this.#options = options
    this.path = options.path
    this.start = options.head.length
  }

  /** The package would wait in the middle of a message, and take the next one meanwhile: who reads the socket waits instead. */
  override write(...args: [chunk: unknown]): boolean {
    super.write(...args)
    return true
  }

  override _construct(done: Done): void {
    this.#do(async () => {
      if (await this.#options.hasRoom(0)) this.#file = await open(this.path, 'wx', 0o600)
      else this.#refuse()
    }, done)
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
    this.#do(() => this.#append([chunk]), done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this.#do(() => this.#append(chunks.map(({ chunk }) => chunk)), done)
  }

  override _destroy(error: Error | null, done: Done): void {
    const file = this.#file
    this.#file = undefined
    void (file?.close() ?? Promise.resolve()).catch(() => {}).then(() => done(error))
  }

  /** Resolves when the disk has followed, or the stream is gone. */
  async followed(): Promise<void> {
    if (!this.writableNeedDrain || this.closed) return
    await new Promise<void>((resolve) => {
      const done = () => {
        this.off('drain', done).off('close', done)
        resolve()
      }
      this.on('drain', done).on('close', done)
    })
  }

  /** Takes a piece, and waits for the disk. */
  async put(piece: Buffer): Promise<void> {
    this.write(piece)
    await this.followed()
  }

  /** Ends it; true once all of it is safe on the disk. */
  async finish(): Promise<boolean> {
    if (!this.writableEnded) this.end()
    await finished(this, { cleanup: true })
    return !this.#isRefused
  }

  override _final(done: Done): void {
    this.#do(async () => {
      const [hasRoom] = await Promise.all([this.#options.hasRoom(this.size), this.#file?.sync()])
      if (!hasRoom) this.#refuse()
    }, done)
  }

  /** Forgets it, unless its file has another name by now. */
  async discard(): Promise<void> {
    // Its file may be about to be made.
    if (!this.closed) await new Promise((resolve) => this.once('close', resolve).destroy())
    await unlink(this.path).catch(() => {})
  }

  async #append(data: Buffer[]): Promise<void> {
    if (this.#isRefused || !this.#file) return
    const chunks = this.size === 0 ? [this.#options.head, ...data] : data
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    if (this.size + length > this.#options.most) return this.#refuse()
    if (this.size - this.#seen >= LOOK_EVERY_BYTES) {
      this.#seen = this.size
      if (!(await this.#options.hasRoom(this.size + length))) return this.#refuse()
    }
    await this.#file.writev(chunks)
    this.size += length
  }

  #refuse(): void {
    this.#isRefused = true
  }

  #do(work: () => Promise<void>, done: Done): void {
    work().then(
      () => done(),
      () => {
        // No room, or no disk at all: the sender is told at the end of its message.
        this.#refuse()
        done()
      },
    )
  }
}
