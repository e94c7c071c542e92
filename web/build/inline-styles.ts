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
        const css = asset.source.toString()
        if (css.includes('</')) throw new Error('The style sheet would end its element')
        return html.replace(link[0], () => `<style>${css}</style>`)
      },
    },
  }
}
