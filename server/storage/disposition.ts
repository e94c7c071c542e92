import { isKnownType } from './content.ts'

/** A content type without its parameters, in lower case. */
export function bareType(contentType: string): string {
  return contentType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/**
 * The headers that decide what a browser does with stored bytes, which somebody else may have chosen: they are saved as a
 * file, under a type that we know or as mere bytes, and nothing in them is sniffed, cached or allowed to run. A picture can
 * still be shown by a page of ours.
 *
 * @param name the file's name for people
 * @param download the value of the `download` parameter: null without one, empty for the stored name
 */
export function servingHeaders(contentType: string, name: string, download: string | null) {
  const type = bareType(contentType)
  return {
    'content-type': isKnownType(type) ? type : 'application/octet-stream',
    'content-disposition': `attachment; ${filenameParameters(download || name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  }
}

/** `filename` for old browsers and `filename*` for the exact name (RFC 6266), neither able to break out of the header. */
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
