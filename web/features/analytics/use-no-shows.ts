import { useQueries } from '@tanstack/react-query'
import { addDays, monthStart } from '#domain/days.ts'
import { noShowsQuery } from '#web/queries/analytics.ts'

/** The missed appointments of this month until today (yyyy-MM-dd), and of the month before. */
export function useNoShows(today: string) {
  const month = monthStart(today)
  const lastDay = addDays(month, -1)
  const [now, before] = useQueries({
    queries: [noShowsQuery(month, today), noShowsQuery(monthStart(lastDay), lastDay)],
  })
  return {
    data:
      now.data && before.data
        ? {
            now: { month: month.slice(0, 7), ...now.data },
            before: { month: lastDay.slice(0, 7), ...before.data },
          }
        : undefined,
    error: now.error ?? before.error,
    refetch: () => Promise.all([now.refetch(), before.refetch()]),
  }
}

export type KnownNoShows = NonNullable<ReturnType<typeof useNoShows>['data']>
