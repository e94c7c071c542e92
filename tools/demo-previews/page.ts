import { prepare } from '#web/imaging/sending/prepare.ts'
import type { MadePreview } from '#web/imaging/sending/preview.ts'

/** What is made of the file at an address, each of its pictures as text in base64. */
export type Made = Omit<MadePreview, 'thumb' | 'cover' | 'sheets' | 'index' | 'problem'> & {
  sizes: { thumb: [width: number, height: number]; cover: [width: number, height: number] }
  sheets: Omit<NonNullable<MadePreview['sheets']>, 'files'> | null
  files: Record<string, string>
}

/** Makes the pictures of a file as the portal does while it is being sent. */
async function make(address: string, name: string): Promise<Made> {
  const file = new File([await (await fetch(address)).blob()], name)
  const { preview } = await prepare([{ path: name, file }], {
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  const { thumb, cover, sheets, index: _, problem, ...rest } = await preview
  if (!thumb || !cover) throw new Error(`No pictures of ${name}: ${problem}`)
  const { files: painted = [], ...shape } = sheets ?? {}
  const blobs = { miniatura: thumb.blob, portada: cover.blob }
  for (const [at, sheet] of painted.entries()) Reflect.set(blobs, `previa-${at + 1}`, sheet)
  const files: Record<string, string> = {}
  for (const [kind, blob] of Object.entries(blobs)) files[`${kind}.webp`] = await textOf(blob)
  return {
    ...rest,
    sizes: { thumb: [thumb.width, thumb.height], cover: [cover.width, cover.height] },
    sheets: sheets ? (shape as Made['sheets']) : null,
    files,
  }
}

async function textOf(blob: Blob): Promise<string> {
  if (blob.type !== 'image/webp') throw new Error('This browser does not write WebP.')
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

Object.assign(window, { make })
