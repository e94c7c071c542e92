import { useEffect } from 'react'
import { previewMaker } from '#domain/study-preview.ts'
import { mayLoadUnasked } from '#web/hooks/device.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { fetchStudyPreview, type KeptPreview } from '#web/queries/study-previews.ts'
import { useProfile } from '#web/session/session.ts'

/** What is looked at is opened first; milliseconds. */
const patience = 10_000

/**
 * Makes the pictures of a study that has none, from the file that was loaded to be looked at: by a doctor, once nothing else
 * runs, and neither on a phone nor where bytes may cost something (docs/product/studies.md). Leaving the study ends it.
 */
export function useMissingPreview({ id, file_url, file_name }: StudyWithPeople, blob: Blob | null): void {
  const { role } = useProfile()
  useEffect(() => {
    if (!blob || !file_url || role !== 'doctor' || !mayLoadUnasked()) return
    const leaving = new AbortController()
    const file = new File([blob], file_name ?? 'estudio')
    const timer = setTimeout(
      () => whenIdle(() => void make({ id, file_url }, file, leaving.signal).catch(() => {})),
      patience,
    )
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [id, file_url, file_name, blob, role])
}

/** Where nothing could be read nobody tries again, until previews are made in another way. */
const isMissing = (stored: Pick<KeptPreview, 'state' | 'maker'> | null) =>
  stored === null || stored.maker !== previewMaker || stored.state === 'partial'

async function make(study: { id: string; file_url: string }, file: File, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const stored = await fetchStudyPreview(study.id)
  if (!isMissing(stored)) return
  const [{ prepare }, { storePreview }] = await Promise.all([
    import('#web/imaging/sending/prepare.ts'),
    import('#web/parts/studies/store-preview.ts'),
  ])
  const { preview } = await prepare([{ path: file.name, file }], { signal, onProgress: () => {} })
  await storePreview(study, preview, stored)
}

/** Some browsers do not tell when they are idle. */
const whenIdle = (run: () => void) => ('requestIdleCallback' in window ? requestIdleCallback(run) : run())
