import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { changeSentence } from '#domain/appointment-event.ts'
import { formatDay } from '#domain/days.ts'
import { writeQuietly } from '#web/backend/live/live.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLive } from '#web/hooks/use-live.ts'
import {
  changeKeys,
  markChangesSeen,
  type PatientChange,
  patientChangesQuery,
} from '#web/queries/appointment-events.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toastError } from '../feedback/toast-error.ts'

/** Said in a line without a toast: the list below has its own to say, mostly for the same reason. */
const failed = errorMessage({ code: 'load_changes', reason: 'server', detail: null }).description

/** How many the home shows until somebody asks for the others. */
const shownAtHome = 3

/**
 * 'Cambios de pacientes': what patients did by their links and nobody has marked as seen, live; of a doctor's appointments, or with
 * null of all. Nothing is drawn while there is none (docs/product/appointments.md).
 */
export function PatientChanges({
  doctorId,
  folded = false,
}: {
  doctorId: string | null
  /** Only their number is shown until somebody asks for them. */
  folded?: boolean
}) {
  const me = useProfile()
  const client = useQueryClient()
  const readAgain = () => client.invalidateQueries({ queryKey: changeKeys.all })
  useLive('cita_events', '', () => void readAgain())
  const { data, error, refetch } = useQuery(patientChangesQuery(doctorId))
  const [showsAll, setShowsAll] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const see = useMutation({
    mutationFn: (ids: readonly string[]) =>
      writeQuietly(
        'cita_events',
        () => markChangesSeen(ids, me.id),
        () => ids,
      ),
    onError: (failure) => toastError(failure, 'see_changes'),
    onSettled: readAgain,
  })
  async function mark(changes: readonly PatientChange[]) {
    await see.mutateAsync(changes.map(({ id }) => id)).catch(() => {})
    // Its button is gone.
    place.current?.focus()
  }

  const rows = data?.rows ?? []
  const isClosed = folded && !showsAll
  const more = rows.length - shownAtHome
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {error && !data ? (
        <p role="status" className="mb-4 flex flex-wrap items-center gap-x-3 text-ink-2">
          {failed}
          <Button variant="link" size="compact" onClick={() => void refetch()}>
            Cargar los cambios
          </Button>
        </p>
      ) : data && rows.length > 0 ? (
        <Panel
          title="Cambios de pacientes"
          className={isClosed ? 'mb-4 *:border-b-0' : 'mb-4'}
          aside={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Chip tone="orange">{data.total === 1 ? '1 sin ver' : `${data.total} sin ver`}</Chip>
              {folded && (
                <Button
                  variant="link"
                  size="compact"
                  aria-expanded={showsAll}
                  onClick={() => setShowsAll(!showsAll)}
                >
                  {showsAll ? 'Ocultar' : 'Ver'}
                  <span className="sr-only"> los cambios</span>
                </Button>
              )}
              {!isClosed && (
                <Button
                  variant="link"
                  size="compact"
                  disabled={see.isPending}
                  onClick={() => void mark(rows)}
                >
                  Marcar todo como visto
                </Button>
              )}
            </span>
          }
          footer={
            !folded &&
            more > 0 && (
              <Button variant="link" size="compact" onClick={() => setShowsAll(!showsAll)}>
                {showsAll ? 'Ver menos' : `+${more} más`}
              </Button>
            )
          }
        >
          {!isClosed && (
            <ul className="divide-y divide-line">
              {(showsAll ? rows : rows.slice(0, shownAtHome)).map((change) => (
                <Change
                  key={change.id}
                  change={change}
                  busy={see.isPending && see.variables.includes(change.id)}
                  onSeen={() => void mark([change])}
                />
              ))}
            </ul>
          )}
        </Panel>
      ) : null}
    </div>
  )
}

function Change({ change, busy, onSeen }: { change: PatientChange; busy: boolean; onSeen: () => void }) {
  const { day, time } = clinicMoment(change.at, useClinicZone())
  const { cita: appointment } = change
  const sentence = changeSentence(
    change,
    appointment.patient_name ?? appointment.nombre ?? 'Paciente sin nombre',
  )
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2 px-4.5 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <Link
          to={paths.appointment(appointment.id)}
          className="font-semibold wrap-break-word underline-offset-4 hover:underline"
        >
          {sentence}
        </Link>
        <p className="text-meta text-ink-3 tabular-nums">
          {formatDay(day)}, {time}
        </p>
      </div>
      <Button
        size="compact"
        className="shrink-0"
        busy={busy}
        icon={<Eye aria-hidden className="size-4.5" />}
        onClick={onSeen}
      >
        Visto<span className="sr-only"> {sentence}</span>
      </Button>
    </li>
  )
}
