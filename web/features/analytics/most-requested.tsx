import { Scan } from 'lucide-react'
import type { AdminAnalytics } from '#web/backend/answers.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Details } from './details.tsx'
import { countOf, shareOf } from './names.ts'

/** The study that most appointments are for. */
export function MostRequested({
  data: { most_requested: most, requested, appointments },
}: {
  data: AdminAnalytics
}) {
  const all = appointments.total
  const others = all - requested.reduce((sum, { count }) => sum + count, 0)
  return (
    <Panel
      title="Estudio Más Solicitado"
      className="break-inside-avoid"
      aside={
        most && (
          <Details
            of="Estudio más solicitado"
            note="Las citas por su estudio, canceladas incluidas."
            table={{
              caption: 'Citas por estudio',
              heads: ['Estudio', 'Citas', 'Parte'],
              rows: [
                ...requested.map(({ study_type, count }) => [
                  study_type,
                  countOf(count),
                  shareOf(count, all),
                ]),
                ...(others > 0 ? [['Otros y sin estudio', countOf(others), shareOf(others, all)]] : []),
                ['Todas las citas', countOf(all), shareOf(all, all)],
              ],
            }}
          />
        )
      }
    >
      {most ? (
        <div className="px-4.5 py-4">
          <p className="text-card wrap-break-word">{most.study_type}</p>
          <p className="mt-2 text-ink-2 tabular-nums">
            {countOf(most.count)} {most.count === 1 ? 'cita' : 'citas'}, {shareOf(most.count, all)} de todas.
          </p>
        </div>
      ) : (
        <EmptyState icon={<Scan className="size-6" />}>Todavía no hay citas con un estudio.</EmptyState>
      )}
    </Panel>
  )
}
