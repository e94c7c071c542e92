/** How long the head of a binary STL file is, in bytes; anything may stand in it. */
const stlHead = 80
const lineEnd = 0x0a
const carriageReturn = 0x0d
const blank = 0x20

/** A copy of a mesh without the words that programs write into its head; its points and triangles are the same. */
export function blankMesh(file: Uint8Array, format: 'stl' | 'ply'): Uint8Array<ArrayBuffer> {
  if (format === 'ply') return blankPly(file)
  return isText(file) ? blankTextStl(file) : blankBinaryStl(file)
}

function blankBinaryStl(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const triangles = new DataView(file.buffer, file.byteOffset).getUint32(stlHead, true)
  // Some programs add a line of their own at the end.
  const copy = new Uint8Array(file.subarray(0, stlHead + 4 + triangles * 50))
  copy.fill(0, 0, stlHead)
  return copy
}

/** A binary file may begin with 'solid' too; one that has facets in words is text. */
function isText(file: Uint8Array): boolean {
  const head = latin1(file.subarray(0, 2048))
  return /^\s*solid\b/.test(head) && /\bfacet\s+normal\b/.test(head)
}

/** Blanks what follows 'solid' and 'endsolid' at the start of a line. */
function blankTextStl(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const copy = new Uint8Array(file)
  for (let start = 0; start < copy.length; ) {
    const next = copy.indexOf(lineEnd, start)
    const end = next < 0 ? copy.length : next
    const word = /^\s*(?:end)?solid\b/.exec(latin1(copy.subarray(start, Math.min(end, start + 64))))
    if (word) copy.fill(blank, start + word[0].length, copy[end - 1] === carriageReturn ? end - 1 : end)
    start = end + 1
  }
  return copy
}

/** Comments end with the head; what follows may be binary. */
function blankPly(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const end = endOfHead(file)
  const head = latin1(file.subarray(0, end)).replace(/^(?:comment|obj_info)\b[^\n]*\n/gm, '')
  const kept = bytesOf(head)
  const copy = new Uint8Array(kept.length + file.length - end)
  copy.set(kept)
  copy.set(file.subarray(end), kept.length)
  return copy
}

/** Where the line 'end_header' ends. */
function endOfHead(file: Uint8Array): number {
  const mark = 'end_header'
  const at = latin1(file.subarray(0, 1024 ** 2)).search(/^end_header\r?\n/m)
  if (at < 0) return file.length
  return file.indexOf(0x0a, at + mark.length) + 1
}

function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768)
    text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return text
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}
