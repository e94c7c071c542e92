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

type Receive = (instance: WebAssembly.Instance) => WebAssembly.Exports

export type WasmFactory<Module> = (options: {
  instantiateWasm: (imports: WebAssembly.Imports, receive: Receive) => WebAssembly.Exports
  print: () => void
  printErr: () => void
}) => Promise<Module>

/** A codec's module from its program at `url`, loaded on first use, and again after one that broke. */
export function codec<Module>(factory: () => Promise<WasmFactory<Module>>, url: string) {
  let program: Promise<WebAssembly.Module> | undefined
  let loaded: Promise<Module> | undefined

  async function load(): Promise<Module> {
    try {
      program ??= compiled(url)
      const [make, wasm] = await Promise.all([factory(), program])
      return await make({
        instantiateWasm: (imports, receive) => receive(new WebAssembly.Instance(wasm, imports)),
        print: () => {},
        printErr: () => {},
      })
    } catch (error) {
      program = undefined
      loaded = undefined
      throw new ImagingError('not_loaded', String(error))
    }
  }

  return {
    module(): Promise<Module> {
      loaded ??= load()
      return loaded
    },
    /** After a fault the module's memory is unreliable. */
    drop(): void {
      loaded = undefined
    },
  }
}

async function compiled(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${response.status} ${url}`)
  return WebAssembly.compile(await response.arrayBuffer())
}
