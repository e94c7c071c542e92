import { type Content, contentOf, isNamedDicom, sniffedBytes } from '#domain/file-content.ts'
import { checkPixels, documentIn, headBytes, readPlaces } from './dicom-file.ts'
import { isJunk } from './junk.ts'
import { lazily } from './lazily.ts'
import { asImagingError, stopIfCancelled } from './problems.ts'
import { type DicomFile, groupSlices, type Slice } from './series.ts'
import { baseName, folderOf, largestInMemory, rangedBlob, type Source, sourceOf } from './source.ts'
import { ImagingError, type ImagingNotice, type ImagingProblem, type Part } from './types.ts'

/** A part with its sources: the slices of a volume from the lowest up, those of a stack by number, the file of anything else. */
/** Of a mesh the files that it names: materials and textures. */
export type SortedPart = { part: Part; source: Source; slices?: Slice[]; beside?: Source[] }
export type Sorted = { parts: SortedPart[]; notices: ImagingNotice[] }
type Options = { signal?: AbortSignal; onProgress?: (part: number) => void }

/**
 * Sorts one file, many, or archives of them (also one archive in another) into what can be opened; `onProgress`
 * gets 0 to 1. A file that cannot be read becomes a part that says why. Throws only ImagingError 'cancelled'.
 */
export async function sortFiles(
  files: { name: string; blob: Blob }[],
  { signal, onProgress }: Options = {},
): Promise<Sorted> {
  const found: Found = { dicom: [], others: [], materials: [], leftOut: 0, waiting: [] }
  for (const { name, blob } of files) found.waiting.push({ source: sourceOf(name, blob), archives: 0 })
  const single = files.length === 1
  for (let done = 0; ; done++) {
    const next = found.waiting.shift()
    if (!next) break
    const isChosen = single && next.archives === 0
    if (!isChosen && (await isJunk(next.source, signal))) found.leftOut++
    else await sortOne(next, found, signal)
    onProgress?.((done + 1) / (done + 1 + found.waiting.length))
  }
  if (
    found.materials.length > 0 ||
    found.others.some(({ part }) => part.kind === 'mesh' && part.format !== 'stl')
  ) {
    const { putBeside } = await lazily(() => import('./mesh/beside.ts'))
    const { others, unused } = await putBeside(found.others, found.materials, signal)
    found.others = others
    found.leftOut += unused
  }
  const { volumes, stacks, images } = groupSlices(found.dicom)
  const series = [
    ...volumes.map((slices) => seriesPart({ kind: 'volume' }, slices)),
    ...stacks.map(({ slices, ...stack }) => seriesPart({ kind: 'stack', ...stack }, slices)),
  ]
  const parts = [...series, ...(await imageParts(images, signal)), ...found.others]
  parts.sort((a, b) => order(a) - order(b) || byPath.compare(a.source.path, b.source.path))
  return {
    parts: numbered(parts).map((one, index) => ({ ...one, part: { ...one.part, id: String(index + 1) } })),
    notices: found.leftOut > 0 ? [{ kind: 'left_out', count: found.leftOut }] : [],
  }
}

/** The files that belong to a mesh, to be read elsewhere. */
export const blobsOf = (beside: Source[]): Promise<{ name: string; blob: Blob }[]> =>
  Promise.all(beside.map(async (source) => ({ name: source.path, blob: await source.blob() })))

type Waiting = { source: Source; archives: number }
type Found = {
  dicom: DicomFile[]
  others: SortedPart[]
  materials: Source[]
  leftOut: number
  waiting: Waiting[]
}
type Without<T> = T extends unknown ? Omit<T, 'id' | 'name'> : never

const kinds: Part['kind'][] = ['volume', 'stack', 'image', 'photo', 'mesh', 'document', 'unreadable']
const order = ({ part, slices }: SortedPart) => kinds.indexOf(part.kind) - (slices?.length ?? 0) / 1e6
const byPath = new Intl.Collator('es-MX', { numeric: true })

function sorted(source: Source, part: Without<Part>): SortedPart {
  return { source, part: { ...part, id: '', name: baseName(source.path) } }
}

const unreadable = (source: Source, problem: ImagingProblem) =>
  sorted(source, { kind: 'unreadable', problem })

function seriesPart(kind: { kind: 'volume' } | { kind: 'stack'; mixed?: true }, slices: Slice[]): SortedPart {
  const middle = slices[Math.floor(slices.length / 2)]
  if (!middle) throw new Error('A series has slices.')
  const { source, header } = middle
  const name = header.description ?? (baseName(folderOf(source.path)) || baseName(source.path))
  return { source, slices, part: { ...kind, id: '', name, header, slices: slices.length } }
}

/** Tells the acquisitions of one series apart: 'Maxilar (1 de 2)'. */
function numbered(parts: SortedPart[]): SortedPart[] {
  const seriesOf = ({ part, slices }: SortedPart) =>
    slices && 'header' in part ? `${part.header.seriesId} ${part.name}` : undefined
  return parts.map((one) => {
    const series = seriesOf(one)
    const alike = series === undefined ? [one] : parts.filter((other) => seriesOf(other) === series)
    if (alike.length < 2) return one
    const name = `${one.part.name} (${alike.indexOf(one) + 1} de ${alike.length})`
    return { ...one, part: { ...one.part, name } }
  })
}

/** One after another: all at once may not fit into memory. */
async function imageParts(files: DicomFile[], signal?: AbortSignal): Promise<SortedPart[]> {
  const parts: SortedPart[] = []
  for (const { source, header } of files) {
    const checked = checkPixels(source, signal).then(
      () => sorted(source, { kind: 'image', header }),
      (error: unknown) => refused(source, error),
    )
    parts.push(await checked)
  }
  return parts
}

/** A part that says what is wrong with it; throws 'cancelled' on. */
function refused(source: Source, error: unknown): SortedPart {
  const { problem } = asImagingError(error)
  if (problem === 'cancelled') throw error
  return unreadable(source, problem)
}

async function sortOne({ source, archives }: Waiting, found: Found, signal?: AbortSignal): Promise<void> {
  stopIfCancelled(signal)
  try {
    const head = await source.head(headBytes, signal)
    const content = contentOf(head.subarray(0, sniffedBytes), source.size)
    if (content === 'zip') await openArchive({ source, archives }, found, signal)
    else if (content === 'dicom' || content === 'unknown')
      await sortDicom(source, content, head, found, signal)
    else if (content === 'mtl') found.materials.push(source)
    else found.others.push(isNamedDicom(source.path) ? renamed(source, content) : other(source, content))
  } catch (error) {
    found.others.push(refused(source, error))
  }
}

async function openArchive({ source, archives }: Waiting, found: Found, signal?: AbortSignal): Promise<void> {
  // Some programs export an archive in an archive; deeper nesting is meant to do harm.
  if (archives > 1 || (archives > 0 && source.size > largestInMemory))
    throw new ImagingError('too_large', 'Archives in archives')
  const { openZip } = await import('./zip.ts')
  const inside = await openZip(
    source.ranged ?? rangedBlob(await source.blob(signal)),
    archives ? `${folderOf(source.path)}/` : '',
  )
  if (inside.length === 0) found.others.push(unreadable(source, 'nothing_to_show'))
  found.waiting.unshift(...inside.map((file) => ({ source: file, archives: archives + 1 })))
}

async function sortDicom(
  source: Source,
  content: 'dicom' | 'unknown',
  head: Uint8Array,
  found: Found,
  signal?: AbortSignal,
) {
  const ending = content === 'unknown' && /\.(stl|ply|obj)$/i.exec(source.path)?.[1]?.toLowerCase()
  // Whoever reads all of it can say what is wrong.
  if (ending === 'stl' || ending === 'ply' || ending === 'obj')
    found.others.push(sorted(source, { kind: 'mesh', format: ending, bytes: source.size }))
  else {
    const file = await readPlaces(source, head, signal)
    const inside = file.header.rows === 0 ? await documentIn(source, signal) : undefined
    if (inside) await sortOne({ source: inside, archives: 2 }, found, signal)
    else found.dicom.push(file)
  }
}

const renamed = (source: Source, content: string) =>
  unreadable(source, content === 'empty' ? 'empty' : 'not_an_image')

function other(source: Source, content: Exclude<Content, 'zip' | 'dicom' | 'unknown' | 'mtl'>) {
  switch (content) {
    case 'empty':
      return unreadable(source, 'empty')
    case 'stl':
    case 'ply':
    case 'obj':
      return sorted(source, { kind: 'mesh', format: content, bytes: source.size })
    case 'jpeg':
    case 'png':
    case 'webp':
    case 'gif':
    case 'bmp':
    case 'tiff':
    case 'heic':
    case 'avif':
      return sorted(source, { kind: 'photo', type: `image/${content}` })
    case 'pdf':
      return sorted(source, { kind: 'document' })
  }
}
