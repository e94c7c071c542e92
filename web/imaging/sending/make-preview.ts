import type { SortedPart } from '#web/imaging/archive.ts'
import { readFacts } from '#web/imaging/dicom/facts.ts'
import { readDicom } from '#web/imaging/dicom/read-dicom.ts'
import { lazily } from '#web/imaging/lazily.ts'
import { asImagingError, notHere } from '#web/imaging/problems.ts'
import type { Source } from '#web/imaging/source.ts'
import { ImagingError, type ImagingProblem } from '#web/imaging/types.ts'
import { drawingOf } from './drawing.ts'
import type { Drawn, Encoded, encode } from './encode.ts'
import { type Look, sizeFacts } from './look.ts'
import {
  type MadePreview,
  nothingMade,
  type PreviewFacts,
  type PreviewKind,
  type PreviewParts,
} from './preview.ts'

type Attempt = { kind: PreviewKind; look: () => Promise<Look> }

/**
 * Makes a study's pictures from its files: of the volume, else of the largest image, photo or the scans, whatever can be drawn first.
 * Never throws. `encoded` makes the picture files (`encode.ts`).
 */
export async function makePreview(parts: SortedPart[], encoded: typeof encode): Promise<MadePreview> {
  const counted = countOf(parts)
  let problem: ImagingProblem | null = null
  for (const { kind, look } of attemptsOf(parts)) {
    try {
      const { thumb, cover, ...rest } = await look()
      return { ...(await picturesOf(thumb, cover, encoded)), ...rest, kind, problem: null, parts: counted }
    } catch (error) {
      problem ??= asImagingError(error).problem
    }
  }
  for (const { part } of parts) if (part.kind === 'unreadable') problem ??= part.problem
  const document = counted.documents && problem === null
  return {
    ...(document ? nothingMade('document', null) : nothingMade(null, problem ?? 'nothing_to_show')),
    parts: counted,
  }
}

/** Each picture fails alone; throws what is wrong with the first when there is none. */
export async function picturesOf(thumb: Drawn, cover: Drawn, encoded: typeof encode) {
  const made = await Promise.allSettled([encoded(thumb, 'thumb'), encoded(cover, 'cover')])
  const [small, large] = made.map((one) => (one.status === 'fulfilled' ? one.value : null))
  const found: Encoded | null | undefined = small ?? large
  if (!found) throw made.find((one) => one.status === 'rejected')?.reason
  return { thumb: small?.picture ?? null, cover: large?.picture ?? null, tint: found.tint }
}

function attemptsOf(parts: SortedPart[]): Attempt[] {
  const series = parts.flatMap(({ part, slices }): Attempt[] => {
    if (!slices) return []
    if (part.kind === 'volume')
      return [
        {
          kind: 'volume',
          look: async () => (await lazily(() => import('./draw-volume.ts'))).lookAtVolume(slices),
        },
      ]
    const middle = slices[Math.floor(slices.length / 2)]
    if (!middle) return []
    const facts = { slices: slices.length }
    return [{ kind: 'image', look: () => lookAtImage(middle.source, middle.frame, facts) }]
  })
  const images = largestFirst(parts, ({ part }) =>
    part.kind === 'image' ? part.header.columns * part.header.rows : 0,
  ).map(({ source }): Attempt => ({ kind: 'image', look: () => lookAtImage(source, 0, {}) }))
  const photos = largestFirst(parts, ({ part, source }) => (part.kind === 'photo' ? source.size : 0)).map(
    ({ part, source }): Attempt => ({
      kind: 'photo',
      look: () => lookAtPhoto(source, 'type' in part ? notHere(part.type) : undefined),
    }),
  )
  const scans: Attempt = {
    kind: 'mesh',
    look: async () => (await lazily(() => import('./draw-scans.ts'))).lookAtScans(parts),
  }
  const hasScans = parts.some(({ part }) => part.kind === 'mesh')
  return [...series, ...images, ...photos, ...(hasScans ? [scans] : [])]
}

const largestFirst = (parts: SortedPart[], sizeOf: (part: SortedPart) => number) =>
  parts.filter((part) => sizeOf(part) > 0).sort((a, b) => sizeOf(b) - sizeOf(a))

async function lookAtImage(source: Source, frame: number, more: PreviewFacts): Promise<Look> {
  const bytes = await source.bytes()
  const picture = await (await readDicom(bytes)).picture(frame)
  const drawn = drawingOf(picture)
  const { columns, rows, spacing } = picture
  const size = spacing?.known === 'mm' ? sizeFacts([spacing.column, spacing.row], [columns, rows]) : {}
  return { thumb: drawn, cover: drawn, facts: { ...(await readFacts(bytes)), ...size, ...more } }
}

async function lookAtPhoto(source: Source, elsewhere: ImagingProblem | undefined): Promise<Look> {
  const photo = await source.blob()
  // Whoever draws it would say that the file is damaged.
  if (elsewhere) await createImageBitmap(photo).catch(() => Promise.reject(new ImagingError(elsewhere)))
  return { thumb: photo, cover: photo, facts: {} }
}

/** How much of each kind there is; pictures of a stack and frames of an image are counted singly. */
function countOf(parts: SortedPart[]): PreviewParts {
  const counted: PreviewParts = {}
  const add = (name: keyof PreviewParts, count = 1) => {
    counted[name] = (counted[name] ?? 0) + count
  }
  for (const { part } of parts) {
    if (part.kind === 'volume') add('volumes')
    else if (part.kind === 'stack') add('images', part.slices)
    else if (part.kind === 'image') add('images', part.header.frames)
    else if (part.kind === 'photo') add('photos')
    else if (part.kind === 'mesh') add('scans')
    else if (part.kind === 'document') add('documents')
  }
  return counted
}
