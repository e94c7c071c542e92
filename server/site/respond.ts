import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Body, etagOf } from './files.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** A page made just now, compressed once for all visitors. */
export async function bodyOf(html: string): Promise<Body> {
  const plain = Buffer.from(html)
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const [br, gz] = await Promise.all([brotli(plain, { params }), zip(plain)])
  return { etag: etagOf(plain), plain, br, gzip: gz }
}

/** Answers GET or HEAD, compressed as the browser accepts, or 304 when it already has this content. */
export function respond(
  request: Request,
  body: Body,
  answer: { status: number; type: string; cacheControl: string },
): Response {
  const headers = new Headers({
    'content-type': answer.type,
    'cache-control': answer.cacheControl,
    etag: body.etag,
    vary: 'Accept-Encoding',
  })
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  if (answer.status === 200 && known.some((tag) => tag.trim().replace(/^W\//, '') === body.etag)) {
    return new Response(null, { status: 304, headers })
  }
  const [encoding, content] = choose(request.headers.get('accept-encoding') ?? '', body)
  if (encoding) headers.set('content-encoding', encoding)
  headers.set('content-length', String(content.byteLength))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(content), {
    status: answer.status,
    headers,
  })
}

function choose(accepted: string, body: Body): [string | undefined, Buffer] {
  const offers = accepted.split(',').map((offer) => offer.trim().toLowerCase())
  const accepts = (name: string) =>
    offers.some((offer) => offer.split(';')[0]?.trim() === name && !/;\s*q=0(?:\.0*)?$/.test(offer))
  if (body.br && accepts('br')) return ['br', body.br]
  if (body.gzip && accepts('gzip')) return ['gzip', body.gzip]
  return [undefined, body.plain]
}
