import type { Plugin } from 'vite'
import { parserNames } from '../imaging/dicom/parser-names.ts'

const library = /[\\/]dicom-parser[\\/]dist[\\/]dicomParser\.min\.js$/
/** `s.d(t,"readTag",function(){return h})`: the library hands over one name, in words of the bundler that packed it. */
const handed = /\w+\.d\(\w+,"(\w+)",function\(\)\{return [\w$]+\}\)/g
/** The same names once more, in one object. */
const handedTogether = /\w+\.default=\{[^{}]+\}/

/**
 * Hands over only what we use of the library that reads DICOM: what nobody can reach then, the bundler drops. Half of it is for
 * pixels and dates that we read ourselves, and every study that is opened waits for it.
 */
export function leanDicomParser(): Plugin {
  const used = new Set<string>(parserNames)
  return {
    name: 'lean-dicom-parser',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!library.test(id)) return null
      const names = new Set([...code.matchAll(handed)].map(([, name]) => name))
      const missing = parserNames.filter((name) => !names.has(name))
      if (missing.length > 0) this.error(`dicom-parser is packed otherwise than before: no ${missing}.`)
      return code
        .replace(handed, (text, name) => (used.has(name) ? text : '0'))
        .replace(handedTogether, (text) =>
          text.replace(/(\w+):(?:[\w$]+|"[^"]*"),?/g, (pair, name) => (used.has(name) ? pair : '')),
        )
    },
  }
}
