/** Types that a browser shows without running anything of the file. */
const shown = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'application/pdf'])

/** A content type without its parameters, in lower case. */
export function bareType(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/**
 * The headers that decide what a browser does with stored bytes, which somebody else may have chosen.
 *
 * Everything is saved as a file, except that an image or a PDF asked for without `download` is shown. Nothing
 * is sniffed, cached or allowed to run. A PDF is left out of the sandbox because browsers' own viewers
 * refuse to open inside one.
 *
 * @param name the file's name for people
 * @param download the value of the `download` parameter: null without one, empty for the stored name
 */
export function servingHeaders(contentType: string, name: string, download: string | null) {
  const type = bareType(contentType)
  const inline = download === null && shown.has(type)
  return {
    'content-type': contentType,
    'content-disposition': `${inline ? 'inline' : 'attachment'}; ${filenameParameters(download || name)}`,
    'content-security-policy':
      inline && type === 'application/pdf'
        ? "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'"
        : "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  }
}

/** `filename` for old readers and `filename*` for the true name (RFC 6266), neither able to end the header. */
function filenameParameters(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\/]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
