import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { type Content, contentOf, sniffedBytes } from '#domain/file-content.ts'
import { AppError } from '#web/backend/errors.ts'
import { type Blanked, blankIdentity, type Identifiers } from '#web/imaging/dicom/blank-identity.ts'
import { isJunk } from '#web/imaging/junk.ts'
import { baseName, rangedBlob, type Source, sourceOf } from '#web/imaging/source.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { openZip } from '#web/imaging/zip.ts'
import { blankMesh } from './blank-mesh.ts'

export type BlankStudy = { file: File; burnedIn: Blanked['burnedIn'] }

type Cleaned = {
  bytes: Uint8Array<ArrayBuffer>
  ending: 'dcm' | 'stl' | 'ply'
  burnedIn: Blanked['burnedIn']
}

/** The answer for several files: 'yes' outweighs 'possible', which outweighs 'no'. */
const weight: Record<Blanked['burnedIn'], number> = { no: 0, possible: 1, yes: 2 }
/** Entries of a copy have no real date. */
const noDate = new Date(2000, 0, 1)

/**
 * A copy of a study's file without identity: a DICOM file, an STL or PLY mesh, or an archive of them, whose names become neutral
 * too. One entry is in memory at a time. Throws AppErrors `share_study` whose detail says what cannot be cleaned.
 */
export async function blankStudy(
  blob: Blob,
  { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<BlankStudy> {
  const identifiers: Identifiers = new Map()
  const whole = sourceOf('', blob)
  const content = await contentOfSource(whole)
  try {
    if (content === 'zip') return await blankArchive(blob, identifiers, onProgress, signal)
    const { bytes, ending, burnedIn } = await clean(whole, identifiers, signal)
    // An archive of one file: links hand out only two kinds of copies.
    if (ending !== 'dcm') return { file: await zipped([{ bytes, ending }]), burnedIn }
    return { file: new File([bytes], 'sin-datos.dcm', { type: 'application/dicom' }), burnedIn }
  } catch (failure) {
    throw asAppError(failure, signal)
  }
}

async function blankArchive(
  blob: Blob,
  identifiers: Identifiers,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<BlankStudy> {
  const sources: Source[] = []
  for (const source of await openZip(rangedBlob(blob)))
    if (source.size > 0 && !(await isJunk(source, signal))) sources.push(source)
  if (sources.length === 0) throw refused('En el archivo no hay imágenes.')
  // Check all files first: do not start what cannot be finished.
  for (const source of sources) {
    signal.throwIfAborted()
    if (isPlain(await contentOfSource(source))) throw refused(cannotClean(baseName(source.path)))
  }
  const { zip, finish } = newArchive()
  let burnedIn: Blanked['burnedIn'] = 'no'
  for (const [index, source] of sources.entries()) {
    signal.throwIfAborted()
    const cleaned = await clean(source, identifiers, signal)
    if (weight[cleaned.burnedIn] > weight[burnedIn]) burnedIn = cleaned.burnedIn
    await zip(nameOf(index, cleaned.ending), cleaned.bytes)
    onProgress((index + 1) / sources.length)
  }
  return { file: await finish(), burnedIn }
}

async function clean(source: Source, identifiers: Identifiers, signal: AbortSignal): Promise<Cleaned> {
  const content = await contentOfSource(source)
  if (isPlain(content)) throw refused(cannotClean(baseName(source.path)))
  const bytes = await source.bytes(signal)
  if (content === 'stl' || content === 'ply')
    return { bytes: blankMesh(bytes, content), ending: content, burnedIn: 'no' }
  try {
    return { ...(await blankIdentity(bytes, identifiers)), ending: 'dcm' }
  } catch (failure) {
    // Nothing in it, or a PDF: a DICOM file without a picture may carry anything.
    if (failure instanceof ImagingError && ['not_an_image', 'no_pixels'].includes(failure.problem))
      throw refused(cannotClean(baseName(source.path)))
    throw failure
  }
}

async function zipped(files: { bytes: Uint8Array<ArrayBuffer>; ending: string }[]): Promise<File> {
  const { zip, finish } = newArchive()
  for (const [index, { bytes, ending }] of files.entries()) await zip(nameOf(index, ending), bytes)
  return finish()
}

function newArchive() {
  // Its own workers need addresses that the page's policy does not allow.
  const writer = new ZipWriter(new BlobWriter('application/zip'), {
    useWebWorkers: false,
    extendedTimestamp: false,
    lastModDate: noDate,
  })
  return {
    zip: async (name: string, bytes: Uint8Array) =>
      void (await writer.add(name, new Uint8ArrayReader(bytes))),
    finish: async () => new File([await writer.close()], 'sin-datos.zip', { type: 'application/zip' }),
  }
}

const nameOf = (index: number, ending: string) => `imagen-${String(index + 1).padStart(4, '0')}.${ending}`

async function contentOfSource(source: Source): Promise<Content> {
  return contentOf(await source.head(sniffedBytes), source.size)
}

/** Content with words or a face, and without tags that could be blanked. */
const isPlain = (content: Content) => !['dicom', 'stl', 'ply', 'unknown'].includes(content)

function cannotClean(name: string): string {
  const which = name ? `De «${name}»` : 'De este archivo'
  return `${which} no se pueden quitar los datos: solo de imágenes DICOM y modelos STL o PLY. Comparte el estudio con sus datos.`
}

function refused(detail: string): AppError {
  return new AppError('share_study', 'invalid', detail)
}

const problems: Partial<Record<ImagingError['problem'], string>> = {
  deflate64: 'El ZIP usa la compresión Deflate64 y no se puede abrir.',
  encrypted_zip: 'El ZIP tiene contraseña y no se puede abrir.',
  too_large: 'El archivo es demasiado grande para quitarle los datos en este dispositivo.',
}

function asAppError(failure: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return new AppError('share_study', 'cancelled')
  if (!(failure instanceof ImagingError)) return failure
  return refused(
    problems[failure.problem] ?? 'Una de las imágenes está dañada y no se le pueden quitar los datos.',
  )
}
