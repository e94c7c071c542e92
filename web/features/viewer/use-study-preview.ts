import { useMemo, useState } from 'react'
import { loadBeside, type StudyToOpen } from '#web/queries/study-file.ts'
import type { PreviewOfFile } from './loading-study.tsx'
import { type PreviewSource, usePreview } from './stage/use-preview.ts'

/** Loads the preview volume that a study had when it was opened, as soon as `begin` allows; null where there is none. */
export function useStudyPreview(study: StudyToOpen, begin: boolean): PreviewOfFile | null {
  // One that is made meanwhile comes too late to be of use.
  const [atFirst] = useState(study)
  const made = atFirst.file_url === study.file_url ? atFirst.preview : null
  const sheets = made?.sheets ?? null
  const index = made?.index_path ?? null
  const source = useMemo((): PreviewSource | null => {
    if (!sheets || !begin) return null
    const { paths, ...shape } = sheets
    const needed = index ? [...paths, index] : paths
    return {
      shape,
      known: made?.facts.voxel_mm !== undefined,
      sheet: (at, signal) => loadBeside(paths[at] ?? '', signal, needed),
    }
  }, [sheets, index, made, begin])
  const preview = usePreview(source)
  return sheets && { ...preview, bytes: made?.file_bytes ?? 0 }
}
