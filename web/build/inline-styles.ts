import type { Plugin } from 'vite'

/**
 * Inlines a page's style sheet: on a slow line a request that blocks drawing
 * costs more than its bytes. Throws unless the page has exactly one.
 */
export function inlineStyles(page: string): Plugin {
  return {
    name: 'inline-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle, filename }) => {
        if (!filename.endsWith(page)) return html
        const links = [...html.matchAll(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g)]
        const [link, ...more] = links
        const asset = bundle?.[link?.[1] ?? '']
        if (!link || more.length > 0 || asset?.type !== 'asset')
          throw new Error(`${page} needs one style sheet`)
        const css = saidOnce(asset.source.toString())
        if (css.includes('</')) throw new Error('The style sheet would end its element')
        return html.replace(link[0], () => `<style>${css}</style>`)
      },
    },
  }
}

/** Colours for screens that show more than sRGB. Ours are all sRGB, and stand right before as every browser reads them. */
const repeated = /@supports \(color:(?:lab\(0% 0 0\)|color-mix\(in lab, ?red, ?red\))\)\{/
/** How Tailwind's variables begin, for browsers that do not know `@property`. It does for those that do, too. */
const beginnings = /(@layer properties\{)@supports [^{]+\{/

/** A built style sheet without what it says a second time for newer browsers: a tenth of what the landing's weighs. */
export function saidOnce(css: string): string {
  let left = css
  for (let found = repeated.exec(left); found; found = repeated.exec(left))
    left = left.slice(0, found.index) + left.slice(endOf(left, found.index))
  const first = beginnings.exec(left)
  if (!first) return left
  const end = endOf(left, first.index + (first[1]?.length ?? 0))
  return withoutUnset(
    withoutUnread(
      (left.slice(0, end - 1) + left.slice(end))
        .replace(beginnings, '$1')
        .replace(/@property --tw-[\w-]+\{[^}]*\}/g, ''),
    ),
  )
}

/** Without Tailwind's variables that begin as nothing and that no rule sets: where one is read, its fallback stands. */
function withoutUnset(css: string): string {
  const set = new Set([...css.matchAll(/(--tw-[\w-]+):(?!initial)/g)].map(([, name]) => name))
  return css
    .replace(/(--tw-[\w-]+):initial(?:;|(?=\}))/g, (line, name) => (set.has(name) ? line : ''))
    .replace(/var\((--tw-[\w-]+),([^()]*)\)/g, (read, name, fallback) => (set.has(name) ? read : fallback))
}

/** Without Tailwind's variables that no rule of the sheet reads. One may be read only by another that goes, so it looks again. */
function withoutUnread(css: string): string {
  const read = new Set([...css.matchAll(/var\((--tw-[\w-]+)/g)].map(([, name]) => name))
  const left = css.replace(/(--tw-[\w-]+):[^;}]*(?:;|(?=\}))/g, (line, name) => (read.has(name) ? line : ''))
  return left === css ? css : withoutUnread(left)
}

/** Where the block that begins behind `start` has ended. */
function endOf(css: string, start: number): number {
  let depth = 0
  for (let at = css.indexOf('{', start); at < css.length; at++) {
    if (css[at] === '{') depth++
    if (css[at] === '}' && --depth === 0) return at + 1
  }
  throw new Error('A block of the style sheet does not end')
}
