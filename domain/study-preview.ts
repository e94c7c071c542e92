/**
 * The files that are made from a study's file and lie beside it in its folder: two pictures, the sheets of a reduced
 * volume, and where each slice lies in the file (docs/product/studies.md).
 */

/** How pictures and previews are made; a row of another maker is made anew. */
export const previewMaker = 1

const kilobyte = 1024

/** A picture for lists and a large one: longer side in pixels, WebP's quality from 0 to 1, bytes that are refused above. */
export const pictureKinds = {
  thumb: { name: 'miniatura', side: 480, quality: 0.75, bytes: 60 * kilobyte },
  cover: { name: 'portada', side: 1280, quality: 0.8, bytes: 400 * kilobyte },
} as const

/** JPEG's quality where the browser does not write WebP. */
export const jpegQuality = 0.8

/** The preview volume: files, longest side of a sheet in pixels, bytes of all together. */
export const previewSheets = {
  count: 4,
  side: 2048,
  quality: 0.65,
  bytes: 2.5 * kilobyte * kilobyte,
} as const

export const previewIndex = { name: 'indice.json', bytes: 400 * kilobyte, pictures: 20_000 } as const

/** What a preview tells of how an examination was made; nothing else of a file's header. */
export const previewFacts = [
  'modality',
  'manufacturer',
  'model',
  'kvp',
  'ma',
  'ms',
  'dap',
  'voxel_mm',
  'fov_mm',
  'slices',
  'performed_at',
] as const

/** What a sheet of the preview volume is called, without its ending; `at` counts from 0. */
export const sheetName = (at: number) => `previa-${at + 1}`

/** A file in the folder of a study's file. */
export function besideFile(path: string, name: string): string {
  return `${path.slice(0, path.lastIndexOf('/') + 1)}${name}`
}

/** Every file that may lie beside a study's file, whichever of them exist. */
export function previewFiles(path: string): string[] {
  const { thumb, cover } = pictureKinds
  const sheets = Array.from({ length: previewSheets.count }, (_, at) => sheetName(at))
  const pictures = [thumb.name, cover.name, ...sheets].flatMap((name) => [`${name}.webp`, `${name}.jpg`])
  return [...pictures, previewIndex.name].map((name) => besideFile(path, name))
}
