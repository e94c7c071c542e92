import { useQueryClient } from '@tanstack/react-query'
import { studyKeys } from '#web/queries/study-keys.ts'
import { useLiveTables } from './use-live-tables.ts'

/** Others than the first name no doctor; everybody hears of what they may see. */
const followed = ['studies', 'study_previews', 'report_heads', 'study_seen'] as const

/** Reads every list of studies again when a study, its picture, its report or who saw it changes. `filter` as of `useLive`, for table studies. */
export function useLiveStudies(filter: string | null): void {
  const client = useQueryClient()
  useLiveTables(followed, filter, () => void client.invalidateQueries({ queryKey: studyKeys.all }))
}
