import { useQuery } from '@tanstack/react-query'
import { eventSentence } from '#domain/appointment-event.ts'
import { formatDay } from '#domain/days.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { appointmentEventsQuery } from '#web/queries/appointment-events.ts'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** What happened to an appointment in plain sentences, the newest first; for staff. */
export function AppointmentHistory({ id }: { id: string }) {
  const zone = useClinicZone()
  return (
    <section aria-labelledby={`historia-${id}`} className="mt-6 border-t border-line pt-5">
      <h3 id={`historia-${id}`} className="mb-2 text-label">
        Historia
      </h3>
      <Loaded
        query={useQuery(appointmentEventsQuery(id))}
        code="load_changes"
        skeleton={<SkeletonRows rows={1} />}
      >
        {(events) =>
          events.length > 0 ? (
            <ol className="grid grid-cols-1 gap-2.5">
              {events.map((event) => {
                const { day, time } = clinicMoment(event.at, zone)
                return (
                  <li key={event.id}>
                    <p className="wrap-break-word">{eventSentence(event, event.actor?.full_name ?? null)}</p>
                    <p className="text-meta text-ink-3 tabular-nums">
                      {formatDay(day)}, {time}
                    </p>
                  </li>
                )
              })}
            </ol>
          ) : (
            <p className="text-meta text-ink-3">Sin cambios anotados.</p>
          )
        }
      </Loaded>
    </section>
  )
}
