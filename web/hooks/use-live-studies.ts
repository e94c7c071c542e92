import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { studyKeys } from '#web/queries/study-keys.ts'
import { useLiveTables } from './use-live-tables.ts'

/** Others than the first name no doctor; everybody hears of what they may see. */
const followed = ['studies', 'study_previews', 'report_heads', 'study_seen'] as const

/** Changes within so many milliseconds are read at once: a study comes with its picture. */
const together = 150

/** Reads every list of studies again when a study, its picture, its report or who saw it changes. `filter` as of `useLive`, for table studies. */
export function useLiveStudies(filter: string | null): void {
  const client = useQueryClient()
  const waits = useRef(false)
  useLiveTables(followed, filter, () => {
    if (waits.current) return
    waits.current = true
    setTimeout(() => {
      waits.current = false
      void client.invalidateQueries({ queryKey: studyKeys.all })
    }, together)
  })
}
