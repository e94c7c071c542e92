import { Stethoscope } from 'lucide-react'
import type { AdminAnalytics } from '#web/backend/answers.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Bars } from './bars.tsx'
import { Details } from './details.tsx'
import { countOf, shareOf } from './names.ts'

/** The five doctors with the most appointments. */
export function Busiest({
  data: { busiest, appointments },
  className,
}: {
  data: AdminAnalytics
  className?: string
}) {
  return (
    <Panel
      title="Doctores Más Ocupados"
      className={`flex break-inside-avoid flex-col ${className ?? ''}`}
      aside={
        busiest.length > 0 && (
          <Details
            of="Doctores más ocupados"
            note="Su parte es la de todas las citas de la clínica."
            table={{
              caption: 'Doctores más ocupados',
              heads: ['Doctor', 'Citas', 'Parte'],
              rows: busiest.map(({ name, count }) => [
                name,
                countOf(count),
                shareOf(count, appointments.total),
              ]),
            }}
          />
        )
      }
    >
      {busiest.length > 0 ? (
        // Beside a higher panel the doctors share its height.
        <div className="grid grow px-4.5 py-4 *:content-evenly">
          <Bars lines={busiest.map(({ doctor_id, name, count }) => ({ key: doctor_id, name, count }))} />
        </div>
      ) : (
        <EmptyState icon={<Stethoscope className="size-6" />}>Todavía no hay citas.</EmptyState>
      )}
    </Panel>
  )
}
