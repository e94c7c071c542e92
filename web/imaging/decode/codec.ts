import { ImagingError } from '#web/imaging/types.ts'

/** What the two codec packages have in common: a decoder that is given memory for the stream and shows what came of it. */
export type WasmDecoder = {
  getEncodedBuffer(size: number): Uint8Array
  decode(): void
  getDecodedBuffer(): Uint8Array
  getFrameInfo(): {
    width: number
    height: number
    bitsPerSample: number
    componentCount: number
    isSigned?: boolean
  }
  delete(): void
}

export type WasmFactory<Module> = (options: {
  wasmBinary: Uint8Array
  print: () => void
  printErr: () => void
}) => Promise<Module>

/** A codec's module from its program at `url`, loaded when it is first asked for, and anew after one that broke. */
export function codec<Module>(factory: () => Promise<WasmFactory<Module>>, url: string) {
  let loaded: Promise<Module> | undefined

  async function load(): Promise<Module> {
    try {
      const [make, wasmBinary] = await Promise.all([factory(), bytesAt(url)])
      return await make({ wasmBinary, print: () => {}, printErr: () => {} })
    } catch (error) {
      loaded = undefined
      throw new ImagingError('not_loaded', String(error))
    }
  }

  return {
    module(): Promise<Module> {
      loaded ??= load()
      return loaded
    },
    /** After a fault nobody knows what the module's memory holds. */
    drop(): void {
      loaded = undefined
    },
  }
}

async function bytesAt(url: string): Promise<Uint8Array> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} ${url}`)
  return new Uint8Array(await response.arrayBuffer())
}
