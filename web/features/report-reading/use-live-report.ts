import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '#web/hooks/use-live.ts'
import { reportReadingKeys } from '#web/queries/report-reading.ts'

/** Reads the report of a study again when it is signed, released, added to or annulled. */
export function useLiveReport(studyId: string | null): void {
  const client = useQueryClient()
  useLive('report_heads', studyId && `study_id=eq.${studyId}`, () => {
    void client.invalidateQueries({ queryKey: reportReadingKeys.all })
  })
}
