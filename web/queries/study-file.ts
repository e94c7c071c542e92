import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/backend/client.ts'
import type { Study, StudyPreview } from '#web/backend/database.ts'
import { AppError, toAppError } from '#web/backend/errors.ts'
import { pictureAddress } from '#web/backend/picture-addresses.ts'
import { type Received, receiveFile, sizeOf } from '#web/backend/receive-file.ts'
import { logAccess } from './access.ts'
import { type StudyWithPeople, signedStudyUrl, studyKeys, studyWithCover } from './studies.ts'

/** A study with what is needed to show its volume before its file is there. */
export type StudyToOpen = StudyWithPeople & {
  preview: Pick<StudyPreview, 'sheets' | 'facts' | 'file_bytes'> | null
}

const openedColumns = `${studyWithCover}, preview:study_previews(sheets, facts, file_bytes)` as const

/** One study, or null when it does not exist or may not be seen. */
export function studyQuery(id: string) {
  return queryOptions({
    queryKey: [...studyKeys.all, 'one', id],
    queryFn: (): Promise<StudyToOpen | null> =>
      ask('load_study', (client) => client.from('studies').select(openedColumns).eq('id', id).maybeSingle()),
  })
}

/** One of the files beside a study's, as it lies in storage. Throws with `load_study`. */
export async function loadBeside(path: string, signal: AbortSignal): Promise<Blob> {
  const address = await pictureAddress(path)
  if (address === null) throw new AppError('load_study', 'missing')
  const answer = await fetch(address, { signal, cache: 'no-store' })
  if (answer.ok) return answer.blob()
  await answer.body?.cancel()
  throw toAppError({ status: answer.status }, 'load_study')
}

/** Records that somebody looks at a study's images; no trace, no access. */
export async function noteStudyOpening(study: Pick<Study, 'id'>): Promise<void> {
  await logAccess('study_images', study.id, 'load_study')
}

/**
 * A study's file, in a blob that the browser may keep on disk. `consent` gets its size in bytes before anything is loaded and
 * returns null, or a promise to wait for. Throws with `load_study`; reason `cancelled` when the signal aborted.
 */
export async function loadStudyFile(
  study: Pick<Study, 'file_url' | 'file_name'>,
  {
    signal,
    onProgress,
    consent,
  }: {
    signal: AbortSignal
    onProgress: (received: Received) => void
    consent: (bytes: number) => Promise<void> | null
  },
): Promise<Blob> {
  try {
    let answer = await request(study, signal)
    const waiting = consent(sizeOf(answer) ?? 0)
    if (waiting) {
      await answer.body?.cancel()
      await waiting
      signal.throwIfAborted()
      // The address may have expired while the person thought about it.
      answer = await request(study, signal)
    }
    return await receiveFile(answer, 'load_study', onProgress)
  } catch (failure) {
    if (signal.aborted) throw new AppError('load_study', 'cancelled')
    throw toAppError(failure, 'load_study')
  }
}

async function request(study: Pick<Study, 'file_url' | 'file_name'>, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(await signedStudyUrl(study, 'load_study'), { signal, cache: 'no-store' })
  if (answer.ok) return answer
  await answer.body?.cancel()
  throw toAppError({ status: answer.status }, 'load_study')
}
