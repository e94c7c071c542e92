import { Download } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { toastError } from '#web/parts/toast-error.ts'
import { downloadStudy } from '#web/queries/studies.ts'
import type { StudyToOpen } from '#web/queries/study-file.ts'
import { LoadFailed } from './load-failed.tsx'
import { LoadingStudy } from './loading-study.tsx'
import { FilmButton } from './stage/film.tsx'
import { useMissingPreview } from './use-missing-preview.ts'
import { useNotedOpening } from './use-noted-opening.ts'
import { useStudyFile } from './use-study-file.ts'
import { useStudyPreview } from './use-study-preview.ts'

/**
 * A study whose file we keep: its preview first, then the file, which is loaded with progress where that may cost nothing
 * and asked about elsewhere. `saving` says that this device loads no more than it must.
 */
export function StoredStudy({ study, saving }: { study: StudyToOpen; saving: boolean }) {
  const opening = useNotedOpening(study)
  const preview = useStudyPreview(study, opening.noted)
  const { file, stop, again } = useStudyFile(study, {
    begin: opening.noted && (preview === null || preview.over),
    previewed: preview?.volume ? preview.bytes : null,
  })
  const stopIfSaving = useEffectEvent(() => {
    if (saving && preview?.volume && file.state === 'loading') stop()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever asks for the study after that gets it.
  useEffect(stopIfSaving, [saving])
  useMissingPreview(study, file.state === 'ready' ? file.blob : null)
  if (opening.error) return <LoadFailed error={opening.error} onRetry={opening.again} />
  return (
    <LoadingStudy
      file={file}
      preview={preview}
      name={study.file_name ?? 'estudio'}
      title={study.study_type ?? 'estudio'}
      onStop={stop}
      onLoad={again}
      download={
        <FilmButton
          icon={<Download aria-hidden className="size-4.5" />}
          onClick={() => {
            downloadStudy(study).catch((error: unknown) => toastError(error, 'download_file'))
          }}
        >
          Descargar
        </FilmButton>
      }
    />
  )
}
