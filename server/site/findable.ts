import { privacyPath } from '#domain/addresses.ts'
import { isPublicPath } from './renderer.ts'

const pages = ['/', privacyPath].filter(isPublicPath)

/**
 * The files that search engines look for. `address` is the public address, without a final slash. The
 * administration's address is never mentioned.
 */
export function findable(path: string, address: string): { type: string; text: string } | undefined {
  if (path === '/robots.txt') {
    const lines = [
      'User-agent: *',
      'Disallow: /dashboard',
      'Disallow: /invoice/',
      `Sitemap: ${address}/sitemap.xml`,
    ]
    return { type: 'text/plain; charset=utf-8', text: `${lines.join('\n')}\n` }
  }
  if (path !== '/sitemap.xml') return undefined
  const entries = pages.map((page) => `  <url><loc>${escaped(address + page)}</loc></url>`)
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
  ]
  return { type: 'application/xml; charset=utf-8', text: `${text.join('\n')}\n` }
}

/** Escapes text for use in markup. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
