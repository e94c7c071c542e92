import type { Plugin } from 'vite'

const codec = /[\\/]@cornerstonejs[\\/]codec-/
const nothing = '\0nothing'

/** The decoders ask for files and paths where they run in Node; a browser has an empty module for both. */
export function withoutNode(): Plugin {
  return {
    name: 'without-node',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer) => (/^(?:fs|path)$/.test(id) && codec.test(importer ?? '') ? nothing : null),
    load: (id) => (id === nothing ? 'export default {}' : null),
  }
}
