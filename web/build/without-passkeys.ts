import type { Plugin } from 'vite'

/** Passkeys and wallets in auth-js. Its client makes the first one's object whether anybody uses it or not. */
const unused = /@supabase\/auth-js\/dist\/module\/lib\/(?:webauthn|web3\/\w+)\.js$/

/**
 * Leaves out how people would sign in who cannot sign in here that way: a fiftieth of a first screen. What is left under
 * each name throws when it is used.
 */
export function withoutPasskeys(): Plugin {
  return {
    name: 'without-passkeys',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) => {
      if (!unused.test(id)) return null
      const names = [...code.matchAll(/^export (?:async )?(?:function|class|const) (\w+)/gm)].map(
        ([, name]) => name,
      )
      const said = `function no() { if (new.target === undefined) throw new Error('Not part of this product.') }`
      return [said, ...names.map((name) => `export { no as ${name} }`)].join('\n')
    },
  }
}
