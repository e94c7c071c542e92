import { RemoteError } from './remote-error.ts'

/** Which file is being read; the ETag is null until an answer names it, and stays so where it cannot be read across origins. */
export type Version = { readonly size: number; etag: string | null }

/** Answers that may be others in a moment: too many at once, a server that starts. */
const passing = (status: number) => status === 429 || status >= 500

/** Headers that ask for the bytes before `to`, of this version only. A weak ETag promises nothing about bytes. */
export function rangeHeaders({ etag }: Version, from: number, to: number): Record<string, string> {
  const range = `bytes=${from}-${to - 1}`
  return etag && !etag.startsWith('W/') ? { range, 'if-range': etag } : { range }
}

/** Throws RemoteError unless an answer is the asked part of this version; notes its ETag. Throws Error for what may pass. */
export function checkAnswer({ status, headers }: Response, version: Version, from: number, to: number): void {
  if (passing(status)) throw new Error(`Answered ${status}`)
  const etag = headers.get('etag')
  const other = etag !== null && version.etag !== null && etag !== version.etag
  if (status === 416 || ((status === 200 || status === 206) && other))
    throw new RemoteError('changed', `${status} ${etag}`)
  if (status >= 400) throw new RemoteError('refused', `${status}`)
  if (status !== 206) throw new RemoteError('whole', `${status} to a range`)
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers.get('content-range') ?? '')
  if (range) {
    const [, first, last, size] = range
    if (size !== '*' && Number(size) !== version.size) throw new RemoteError('changed', `${size} bytes`)
    if (Number(first) !== from || Number(last) !== to - 1) throw new RemoteError('whole', range[0])
  }
  version.etag ??= etag
}
