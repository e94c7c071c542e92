import type { Study } from '#web/backend/database.ts'
import { AppError, type ErrorReason, toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { problemWords } from '#web/copy/imaging.ts'
import { RemoteError } from '#web/imaging/remote/remote-error.ts'
import { type MadePreview, nothingMade } from '#web/imaging/sending/preview.ts'
import { ImagingError } from '#web/imaging/types.ts'
import { studyFileBytes } from '#web/queries/missing-previews.ts'
import { noteStudyOpening } from '#web/queries/study-file.ts'
import { fetchStudyPreview } from '#web/queries/study-previews.ts'
import { readPreview, sparingly } from './read-preview.ts'
import { storeMade } from './store-preview.ts'

const wholeFile = 'Hay que leer el archivo completo.'
const notRead = 'El archivo no se pudo leer esta vez.'
const notStored = 'Sus imágenes no se pudieron guardar esta vez.'

/** What is wrong with one study alone: the others may go on. */
const itsOwn = new Set<ErrorReason>(['missing', 'invalid', 'too_large'])

/** A study with a file of ours. */
type FiledStudy = Pick<Study, 'id' | 'file_name'> & { file_url: string }

/** `unreadable`: its row says why; `left`: it is still missing, and `why` is for a person. */
export type Outcome = { state: 'made' } | { state: 'unreadable' } | { state: 'left'; why: string }

/**
 * Makes and stores the preview of a study that lacks one; with `volumes` from its whole file, else from 3 MB of it at most. Throws
 * AppError where the next study would fail alike, with reason `cancelled` on `signal`.
 */
export async function makeMissing(
  study: FiledStudy,
  volumes: boolean,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const kept = await fetchStudyPreview(study.id)
    const made = await previewOf(study, volumes, signal)
    if (signal.aborted) throw new AppError('load_study', 'cancelled')
    if (await storeMade(study, made, kept)) return { state: made.problem ? 'unreadable' : 'made' }
    return { state: 'left', why: made.problem ? `${problemWords[made.problem].title}.` : notStored }
  } catch (error) {
    if (signal.aborted) throw new AppError('load_study', 'cancelled')
    return outcomeOf(error)
  }
}

async function previewOf(study: FiledStudy, volumes: boolean, signal: AbortSignal): Promise<MadePreview> {
  // Its card says 'PDF'; there is nothing to read.
  if (/\.pdf$/i.test(study.file_name ?? ''))
    return { ...nothingMade('document', null), parts: { documents: 1 } }
  const bytes = await studyFileBytes(study)
  await noteStudyOpening(study)
  return readPreview({ ...study, bytes }, volumes ? Number.POSITIVE_INFINITY : sparingly, signal)
}

function outcomeOf(error: unknown): Outcome {
  const remote = error instanceof RemoteError ? error.kind : null
  if (remote === 'unreachable') throw new AppError('load_study', 'network')
  if (error instanceof ImagingError) return { state: 'left', why: remote === 'whole' ? wholeFile : notRead }
  const failure = toAppError(error, 'load_study')
  // Somebody else made it meanwhile.
  if (failure.reason === 'conflict') return { state: 'made' }
  if (itsOwn.has(failure.reason)) return { state: 'left', why: errorMessage(failure).description }
  throw failure
}
