import { useQueryClient } from '@tanstack/react-query'
import { studyKeys } from '#web/queries/studies.ts'
import { useLive } from './use-live.ts'

/** Reads every list of studies again when a study or a picture changes. `filter` as of `useLive`, for table studies. */
export function useLiveStudies(filter: string | null): void {
  const client = useQueryClient()
  const readAgain = () => void client.invalidateQueries({ queryKey: studyKeys.all })
  useLive('studies', filter, readAgain)
  // Pictures name no patient and no doctor; everybody hears of those that they may see.
  useLive('study_previews', filter === null ? null : '', readAgain)
}
