import { ImagingError } from '#web/imaging/types.ts'

/**
 * Overwrites with zeros what the JPEG, JPEG-LS or JPEG 2000 stream of one frame
 * carries beside its picture: comments, thumbnails, Exif and whatever no decoder
 * needs, and bytes after its end. In place, so that lengths and offsets stay.
 * @throws ImagingError corrupt: what cannot be parsed cannot be cleaned
 */
export function blankComments(stream: Uint8Array): void {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  const begins = stream.length < 4 ? 0 : view.getUint16(0)
  if (begins !== soi && begins !== soc) throw unclear()
  try {
    stream.fill(0, begins === soi ? cleanJpeg(stream, view) : cleanJpeg2000(stream, view))
  } catch (failure) {
    // A length that leads beyond the stream.
    throw failure instanceof RangeError ? unclear() : failure
  }
}

const soi = 0xffd8
const soc = 0xff4f
const unclear = () => new ImagingError('corrupt', 'a stream that cannot be followed')

/** Segments of a JPEG or JPEG-LS (ISO 10918-1 B, 14495-1 C); answers where its end marker ends. */
function cleanJpeg(stream: Uint8Array, view: DataView): number {
  for (let at = 2; ; ) {
    while (view.getUint8(at + 1) === 0xff) at++
    if (view.getUint8(at) !== 0xff) throw unclear()
    const marker = view.getUint8(at + 1)
    if (marker === 0xd9) return at + 2
    const end = at + 2 + view.getUint16(at + 2)
    if (end > stream.length) throw unclear()
    const body = stream.subarray(at + 4, end)
    if (marker === 0xfe || (marker >= 0xe0 && marker <= 0xef)) clean(body, marker)
    at = marker === 0xda ? afterScan(stream, end) : end
    // Some writers omit the end marker.
    if (at >= stream.length) return stream.length
  }
}

/** Application segments that decoders read: what the colours are. */
const needed: Record<number, string> = { 224: 'JFIF\0', 226: 'ICC_PROFILE\0', 232: 'mrfx', 238: 'Adobe' }
/** The head of a JFIF segment; after it comes a thumbnail. */
const jfifHead = 14

function clean(body: Uint8Array, marker: number): void {
  const name = needed[marker]
  if (!name || String.fromCharCode(...body.subarray(0, name.length)) !== name) body.fill(0)
  else if (marker === 0xe0) body.fill(0, jfifHead)
}

/** The next marker after coded samples, in which a byte of 255 is followed by one below 128 or counts the restarts. */
function afterScan(stream: Uint8Array, from: number): number {
  for (let at = from; at + 1 < stream.length; at++) {
    const next = stream[at + 1] ?? 0
    if (stream[at] === 0xff && next >= 0xc0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
  }
  return stream.length
}

/** Markers of a JPEG 2000 codestream (ISO 15444-1 A); answers where its end marker ends. */
function cleanJpeg2000(stream: Uint8Array, view: DataView): number {
  let tileEnd = 0
  for (let at = 2; at + 1 < stream.length; ) {
    const marker = view.getUint16(at)
    if (marker === 0xffd9) return at + 2
    if (marker === 0xff93) {
      at = tileEnd > at ? tileEnd : endOfCode(stream, at)
      continue
    }
    if (marker < 0xff4f) throw unclear()
    const end = at + 2 + view.getUint16(at + 2)
    if (end > stream.length) throw unclear()
    // The length of a tile; 0 in the last one, which goes on to the end.
    if (marker === 0xff90) tileEnd = view.getUint32(at + 6) && at + view.getUint32(at + 6)
    // After two bytes that say how it is written.
    if (marker === 0xff64) stream.fill(0, at + 6, end)
    at = end
  }
  return stream.length
}

function endOfCode(stream: Uint8Array, from: number): number {
  for (let at = from; at + 1 < stream.length; at++)
    if (stream[at] === 0xff && stream[at + 1] === 0xd9) return at
  return stream.length
}
