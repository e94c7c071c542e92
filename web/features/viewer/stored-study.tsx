import { Download } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { downloadStudy } from '#web/queries/study-download.ts'
import { loadBeside, type StudyToOpen, studyAddress } from '#web/queries/study-file.ts'
import { useProfile } from '#web/session/session.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { LoadingStudy } from './loading-study.tsx'
import { isOneVolume } from './one-volume.ts'
import { FilmButton } from './stage/film.tsx'
import { LoadFailed } from './stage/load-failed.tsx'
import { FactsOfStudy } from './stage/study-facts.ts'
import { type Sampled, useSample } from './stage/use-sample.ts'
import type { Keep } from './study-stage.tsx'
import { useMissingPreview } from './use-missing-preview.ts'
import { useNotedOpening } from './use-noted-opening.ts'
import { type FileToView, isFinal, useStudyFile } from './use-study-file.ts'
import { useStudyPreview } from './use-study-preview.ts'

// Patients measure without it.
const savedWork = loadLater(async () => (await import('./saved/saved-work.tsx')).SavedWork)

/**
 * A study whose file we keep: its preview first, then the file, which is loaded with progress where that may cost nothing
 * and asked about elsewhere. `saving` says that this device loads no more than it must.
 */
export function StoredStudy({ study, saving }: { study: StudyToOpen; saving: boolean }) {
  const { role } = useProfile()
  const keep: Keep = (opened) => (
    <Suspense fallback={null}>
      <savedWork.Later study={study} opened={opened} />
    </Suspense>
  )
  const opening = useNotedOpening(study)
  const preview = useStudyPreview(study, opening.noted)
  const wanted: FileToView = {
    key: study.file_url ?? '',
    address: () => studyAddress(study),
    far: farOf(study),
  }
  const { file, ...loading } = useStudyFile(wanted, {
    begin: opening.noted && (preview === null || preview.over),
    previewed: preview?.came ? preview.bytes : null,
  })
  const stopIfSaving = useEffectEvent(() => {
    if (saving && preview?.came && (file.state === 'loading' || file.state === 'far')) loading.stop()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever asks for the study after that gets it.
  useEffect(stopIfSaving, [saving])
  useMissingPreview(study, file.state === 'ready' ? file.blob : null)
  const isLoading = file.state === 'loading' && file.received !== null && preview === null
  const sample = useSample(isLoading ? sampledOf(study) : null, { address: wanted.address, isFinal })
  if (opening.error) return <LoadFailed error={opening.error} onRetry={opening.again} />
  const { patient_name, study_type, study_date } = study
  return (
    <FactsOfStudy value={{ patient: patient_name, study: study_type ?? 'Estudio', day: study_date }}>
      <LoadingStudy
        file={file}
        preview={preview}
        name={study.file_name ?? 'estudio'}
        title={study.study_type ?? 'estudio'}
        loading={loading}
        sample={sample}
        keep={role === 'doctor' ? keep : undefined}
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
    </FactsOfStudy>
  )
}

function farOf({ preview }: StudyToOpen): FileToView['far'] {
  const { index_path, file_bytes, sheets, parts } = preview ?? {}
  if (!index_path || !file_bytes || !sheets || !isOneVolume(parts)) return null
  return { bytes: file_bytes, index: (signal) => loadBeside(index_path, signal) }
}

/** Smaller ones are there about as soon. */
const worthSample = 8 * 1024 ** 2

function sampledOf({ preview, file_name }: StudyToOpen): Sampled | null {
  const bytes = preview?.file_bytes ?? 0
  const ending = /\.(zip|dcm)$/i.exec(file_name ?? '')?.[1]?.toLowerCase()
  return ending && bytes > worthSample ? { bytes, archive: ending === 'zip' } : null
}
