import { joinBytes } from './dicom-elements.ts'

/** RLE Lossless (PS3.5 annex G): one segment for each byte of each sample, the most significant one first. */
export function encodeRle(pixels: Uint8Array | Uint16Array | Int16Array, samples = 1): Uint8Array {
  const size = pixels.BYTES_PER_ELEMENT
  const bytes = new Uint8Array(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  const count = pixels.length / samples
  const segments: Uint8Array[] = []
  for (let sample = 0; sample < samples; sample++) {
    for (let byte = size - 1; byte >= 0; byte--) {
      const plane = Uint8Array.from(
        { length: count },
        (_, at) => bytes[(at * samples + sample) * size + byte] ?? 0,
      )
      segments.push(packBits(plane))
    }
  }
  const head = new Uint32Array(16)
  head[0] = segments.length
  let at = 64
  for (const [index, segment] of segments.entries()) {
    head[index + 1] = at
    at += segment.length
  }
  return joinBytes([new Uint8Array(head.buffer), ...segments])
}

function packBits(plane: Uint8Array): Uint8Array {
  const out: number[] = []
  for (let at = 0; at < plane.length; ) {
    let same = 1
    while (same < 128 && at + same < plane.length && plane[at + same] === plane[at]) same++
    if (same > 1) {
      out.push(257 - same, plane[at] ?? 0)
      at += same
      continue
    }
    let end = at + 1
    while (end - at < 128 && end < plane.length && plane[end] !== plane[end + 1]) end++
    out.push(end - at - 1, ...plane.subarray(at, end))
    at = end
  }
  if (out.length % 2) out.push(0)
  return Uint8Array.from(out)
}
