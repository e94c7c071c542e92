import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { studyKeys } from '#web/queries/studies.ts'
import { useLive } from './use-live.ts'

/** Changes within so many milliseconds are read at once: both tables are first heard at about the same time. */
const together = 150

/** Reads every list of studies again when a study or a picture changes. `filter` as of `useLive`, for table studies. */
export function useLiveStudies(filter: string | null): void {
  const client = useQueryClient()
  const waits = useRef(false)
  const readAgain = () => {
    if (waits.current) return
    waits.current = true
    setTimeout(() => {
      waits.current = false
      void client.invalidateQueries({ queryKey: studyKeys.all })
    }, together)
  }
  useLive('studies', filter, readAgain)
  // Pictures name no patient and no doctor; everybody hears of those that they may see.
  useLive('study_previews', filter === null ? null : '', readAgain)
}
