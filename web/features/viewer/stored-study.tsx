import { Download } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { downloadStudy } from '#web/queries/study-download.ts'
import { loadBeside, noteStudyOpening, type StudyToOpen, studyAddress } from '#web/queries/study-file.ts'
import { useProfile } from '#web/session/session.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { LoadingStudy } from './loading-study.tsx'
import { isOneVolume } from './one-volume.ts'
import { FilmButton } from './stage/film.tsx'
import { FactsOfStudy } from './stage/study-facts.ts'
import type { Keep } from './study-stage.tsx'
import { useMissingPreview } from './use-missing-preview.ts'
import { type StudySource, useStudyLoad } from './use-study-load.ts'

// Patients measure without it; a dentist's is the dentist's alone.
const savedWork = loadLater(async () => (await import('./saved/saved-work.tsx')).SavedWork)

/**
 * A study whose file we keep: its preview first, then the file, which is loaded with progress where that may cost nothing
 * and asked about elsewhere. `saving` says that this device loads no more than it must. Another file is another mount.
 */
export function StoredStudy({ study, saving }: { study: StudyToOpen; saving: boolean }) {
  const { role } = useProfile()
  const keep: Keep = (opened) => (
    <Suspense fallback={null}>
      <savedWork.Later study={study} opened={opened} />
    </Suspense>
  )
  // A preview that is made meanwhile comes too late to be of use.
  const [source] = useState(() => sourceOf(study))
  const { load, send } = useStudyLoad(source)
  useEffect(() => {
    if (saving) send({ type: 'saveData' })
  }, [saving, send])
  useMissingPreview(study, 'file' in load.step ? load.step.file.blob : null)
  const { patient_name, study_type, study_date } = study
  return (
    <FactsOfStudy value={{ patient: patient_name, study: study_type ?? 'Estudio', day: study_date }}>
      <LoadingStudy
        load={load}
        send={send}
        title={study.study_type ?? 'estudio'}
        keep={role === 'doctor' || role === 'dentist' ? keep : undefined}
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

function sourceOf(study: StudyToOpen): StudySource {
  const { index_path, file_bytes, sheets, parts } = study.preview ?? {}
  const isRanged = index_path && file_bytes && sheets && isOneVolume(parts)
  return {
    note: () => noteStudyOpening(study),
    preview: previewOf(study),
    name: study.file_name ?? 'estudio',
    bytes: file_bytes ?? null,
    address: () => studyAddress(study),
    index: isRanged ? (signal) => loadBeside(index_path, signal) : null,
    sample: sheets ? null : sampleOf(study),
  }
}

function previewOf({ preview }: StudyToOpen): StudySource['preview'] {
  if (!preview?.sheets) return null
  const { sheets, facts, index_path } = preview
  const { paths, ...shape } = sheets
  const needed = index_path ? [...paths, index_path] : paths
  return {
    shape,
    known: facts.voxel_mm !== undefined,
    sheet: (at, signal) => loadBeside(paths[at] ?? '', signal, needed),
  }
}

/** Smaller ones are there about as soon. */
const worthSample = 8 * 1024 ** 2

function sampleOf({ preview, file_name }: StudyToOpen): StudySource['sample'] {
  const ending = /\.(zip|dcm)$/i.exec(file_name ?? '')?.[1]?.toLowerCase()
  if (!ending || (preview?.file_bytes ?? 0) <= worthSample) return null
  return ending === 'zip' ? 'archive' : 'frames'
}
