/** What a file is, by its first bytes; its name counts last. */
export type Content =
  | 'dicom'
  | 'zip'
  | 'stl'
  | 'ply'
  | 'obj'
  | 'mtl'
  | PhotoContent
  | 'pdf'
  | 'empty'
  | 'unknown'
export type PhotoContent = 'jpeg' | 'png' | 'webp' | 'gif' | 'bmp' | 'tiff' | 'heic' | 'avif'

/** How many bytes `contentOf` wants to see. */
export const sniffedBytes = 2048

/** How names of DICOM files end. */
export const isDicomName = /\.(?:dcm|dicom|dic|ima)$/i

/** Whether the name says DICOM: other content was then renamed, and is reported as no image instead of guessed. */
export const isNamedDicom = (path: string) => isDicomName.test(path)

/** `head` holds the first 2,048 bytes (or all) of a file of `size` bytes. */
export function contentOf(head: Uint8Array, size: number): Content {
  if (size === 0) return 'empty'
  const text = String.fromCharCode(...head)
  if (text.startsWith('DICM', 128)) return 'dicom'
  if (['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'].some((mark) => text.startsWith(mark)))
    // A program in Java: the archive of a viewer, not of images.
    return text.startsWith('META-INF/', 30) ? 'unknown' : 'zip'
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff'
  if (text.startsWith('BM') && isBitmap(head)) return 'bmp'
  if (text.startsWith('ftyp', 4)) return stillImageOf(head)
  if (text.slice(0, 1024).includes('%PDF-')) return 'pdf'
  if (/^ply[ \t]*[\r\n]/.test(text)) return 'ply'
  if (/^\s*solid\b/.test(text) && /\bfacet\s+normal\b/.test(text)) return 'stl'
  if (/^[ \t]*newmtl[ \t]/m.test(text)) return 'mtl'
  if (isObj(text.replaceAll('\r', '\n'), size)) return 'obj'
  return isBinaryStl(head, size) ? 'stl' : 'unknown'
}

/** What a file of boxes is, by the brands in its first box (ISO 14496-12 4.3, ISO 23008-12 B.4): telephones write HEIC. */
function stillImageOf(head: Uint8Array): Content {
  const length = new DataView(head.buffer, head.byteOffset).getUint32(0)
  const brands = String.fromCharCode(...head.subarray(8, length)).match(/.{4}/gs) ?? []
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return 'avif'
  return brands.some((brand) => /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand)) ? 'heic' : 'unknown'
}

/** The sizes that the head of a BMP has had, 14 bytes after its beginning. */
const bitmapHeads = new Set([12, 40, 52, 56, 64, 108, 124])

function isBitmap(head: Uint8Array): boolean {
  if (head.length < 18) return false
  return bitmapHeads.has(new DataView(head.buffer, head.byteOffset).getUint32(14, true))
}

/** Lines of an OBJ, among them a point or the name of its materials; the last one may be cut off. */
function isObj(text: string, size: number): boolean {
  const lines = text.split('\n')
  const whole = text.length < size ? lines.slice(0, -1) : lines
  return (
    whole.every((line) => /^\s*(?:$|#|(?:v[tnp]?|[fglops]|usemtl|mtllib)\s)/i.test(line)) &&
    whole.some((line) => /^\s*(?:v\s+[-+.\d]|mtllib\s)/i.test(line))
  )
}

/** Any 80 bytes, the number of triangles, 50 bytes for each. */
function isBinaryStl(head: Uint8Array, size: number): boolean {
  if (head.length < 84) return false
  const triangles = new DataView(head.buffer, head.byteOffset).getUint32(80, true)
  const rest = size - (84 + triangles * 50)
  // Some programs add a line of their own at the end.
  return triangles > 0 && rest >= 0 && rest <= 512
}
