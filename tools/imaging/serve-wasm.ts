import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { vi } from 'vitest'

/**
 * In Node nothing serves the codecs' WebAssembly: this reads it from the packages, by the addresses that the bundler
 * writes. Call it before a test decodes JPEG-LS or JPEG 2000.
 */
export function serveWasm(): void {
  const served = globalThis.fetch
  vi.stubGlobal('fetch', async (input: string | URL | Request, options?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input)
    const file = /node_modules\/(@cornerstonejs\/[^?]+\.wasm)/.exec(address)?.[1]
    if (!file) return served(input, options)
    return new Response(
      new Uint8Array(readFileSync(resolve(import.meta.dirname, '../../node_modules', file))),
    )
  })
}
