import { contentOf, type PhotoContent, sniffedBytes } from '#domain/file-content.ts'
import { fewestSlices } from '#web/imaging/acquisitions.ts'
import { readFacts } from '#web/imaging/dicom/facts.ts'
import { type Dicom, headBytes, readDicom } from '#web/imaging/dicom/read-dicom.ts'
import { asImagingError } from '#web/imaging/problems.ts'
import { blockBytes } from '#web/imaging/remote/pieces.ts'
import { RemoteError } from '#web/imaging/remote/remote-error.ts'
import { bytesAtOnce, filesOfArchive, framesOfFile, longestRow } from '#web/imaging/remote/sample-picture.ts'
import type { RangedFile, Source } from '#web/imaging/source.ts'
import { drawingOf } from './drawing.ts'
import type { Drawn, encode } from './encode.ts'
import { picturesOf } from './make-preview.ts'
import { type MadePreview, nothingMade, type PreviewFacts, type PreviewParts } from './preview.ts'

/**
 * Makes the two pictures of a large study from at most `most` bytes of its file: those of a volume from the slice in its middle.
 * `encoded` makes the picture files (`encode.ts`). Throws RemoteError: 'whole' where more must be read to see anything, another
 * where the file cannot be read now.
 */
export async function sampleOf(
  whole: RangedFile,
  most: number,
  encoded: typeof encode,
): Promise<MadePreview> {
  const file = sparing(whole, most)
  const content = contentOf(await file.read(0, sniffedBytes), file.size)
  if (content === 'pdf') return document
  if (content === 'zip') {
    const files = await filesOfArchive(file).catch(unlessRemote)
    if (!Array.isArray(files)) return nothingMade(null, files.problem)
    return whereReadable(() => fromArchive(files, encoded))
  }
  if (content !== 'dicom' && content !== 'unknown') throw new RemoteError('whole', content)
  return whereReadable(async () => {
    const dicom = await framesOfFile(file)
    return ofDicom(dicom, await file.read(0, headBytes), dicom.header.frames, encoded)
  })
}

const document: MadePreview = { ...nothingMade('document', null), parts: { documents: 1 } }

/** The file, of which no more than `most` bytes are asked for, however often they are used. */
function sparing(file: RangedFile, most: number): RangedFile {
  const asked = new Set<number>()
  return {
    size: file.size,
    async read(from, to, signal) {
      for (let at = Math.floor(from / blockBytes); at * blockBytes < Math.min(to, file.size); at++)
        asked.add(at)
      if (asked.size * blockBytes > most) throw new RemoteError('whole', `more than ${most} bytes`)
      return file.read(from, to, signal)
    },
  }
}

function unlessRemote(error: unknown) {
  if (error instanceof RemoteError) throw error
  return asImagingError(error)
}

/** What is wrong with a part says little about the whole. */
async function whereReadable(make: () => Promise<MadePreview>): Promise<MadePreview> {
  try {
    return await make()
  } catch (error) {
    throw new RemoteError('whole', unlessRemote(error).message)
  }
}

async function fromArchive(files: Source[], encoded: typeof encode): Promise<MadePreview> {
  const { row, at } = longestRow(files)
  const bytes = await bytesAtOnce(row[at])
  const content = contentOf(bytes.subarray(0, sniffedBytes), bytes.length)
  if (content === 'dicom' || content === 'unknown')
    return ofDicom(await readDicom(bytes), bytes, row.length, encoded)
  if (isPhoto(content)) {
    const photo = new Blob([new Uint8Array(bytes)])
    return made('photo', photo, { photos: row.length }, {}, encoded)
  }
  throw new RemoteError('whole', content)
}

const photos: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'bmp', 'avif'] satisfies PhotoContent[]
const isPhoto = (content: string) => photos.includes(content)

/** `pictures` counts frames, or files like this one. */
async function ofDicom(
  dicom: Dicom,
  head: Uint8Array,
  pictures: number,
  encoded: typeof encode,
): Promise<MadePreview> {
  const { frames } = dicom.header
  const frame = Math.floor(frames / 2)
  const slices = Math.max(frames, pictures)
  const isVolume = slices >= fewestSlices && dicom.placement(frame) !== undefined
  const picture = await dicom.picture(frame)
  const facts = { ...(await readFacts(head)), ...(slices > 1 && { slices }) }
  return isVolume
    ? made('volume', drawingOf(picture), { volumes: 1 }, facts, encoded)
    : made('image', drawingOf(picture), { images: slices }, facts, encoded)
}

async function made(
  kind: 'volume' | 'image' | 'photo',
  drawn: Drawn,
  parts: PreviewParts,
  facts: PreviewFacts,
  encoded: typeof encode,
): Promise<MadePreview> {
  return { ...(await picturesOf(drawn, drawn, encoded)), kind, problem: null, parts, facts }
}
