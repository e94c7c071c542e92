import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, Eye } from 'lucide-react'
import { useId, useRef, useState } from 'react'
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
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'
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
  /** One line with their number, which opens them as a sheet. */
  folded?: boolean
}) {
  const me = useProfile()
  const client = useQueryClient()
  const heading = useId()
  const readAgain = () => client.invalidateQueries({ queryKey: changeKeys.all })
  useLive('cita_events', '', () => void readAgain())
  const { data, error, refetch } = useQuery(patientChangesQuery(doctorId))
  const [showsAll, setShowsAll] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
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
    ;(sheet.current ?? place.current)?.focus()
  }

  const rows = data?.rows ?? []
  const more = rows.length - shownAtHome
  const count = data && <Chip tone="orange">{data.total === 1 ? '1 sin ver' : `${data.total} sin ver`}</Chip>
  const markAll = (
    <Button
      variant={folded ? 'secondary' : 'link'}
      size={folded ? 'normal' : 'compact'}
      disabled={see.isPending}
      onClick={() => void mark(rows)}
    >
      Marcar todo como visto
    </Button>
  )
  const list = (shown: readonly PatientChange[], className?: string) => (
    <ul className={cx('divide-y divide-line', className)}>
      {shown.map((change) => (
        <Change
          key={change.id}
          change={change}
          busy={see.isPending && see.variables.includes(change.id)}
          onSeen={() => void mark([change])}
          onOpen={() => setIsOpen(false)}
        />
      ))}
    </ul>
  )
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {error && !data ? (
        <p role="status" className="mb-4 flex flex-wrap items-center gap-x-3 text-ink-2">
          {failed}
          <Button variant="link" size="compact" onClick={() => void refetch()}>
            Cargar los cambios
          </Button>
        </p>
      ) : rows.length === 0 ? null : folded ? (
        <section aria-labelledby={heading} className="mb-4">
          <h2 id={heading} className="text-panel">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setIsOpen(true)}
              className="flex min-h-12 w-full items-center gap-3 rounded-panel border border-line bg-surface py-2 pr-3 pl-4.5 text-left shadow-1 transition hover:bg-sunken"
            >
              <span className="min-w-0 flex-1">Cambios de pacientes</span>
              {count}
              <ChevronRight aria-hidden className="size-5 text-ink-3" />
            </button>
          </h2>
          <Dialog open={isOpen} onOpenChange={setIsOpen} title="Cambios de pacientes" footer={markAll}>
            <div ref={sheet} tabIndex={-1} className="outline-none">
              {list(rows, '-mx-4.5 -my-3')}
            </div>
          </Dialog>
        </section>
      ) : (
        <Panel
          title="Cambios de pacientes"
          className="mb-4"
          aside={
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {count}
              {markAll}
            </span>
          }
          footer={
            more > 0 && (
              <Button variant="link" size="compact" onClick={() => setShowsAll(!showsAll)}>
                {showsAll ? 'Ver menos' : `+${more} más`}
              </Button>
            )
          }
        >
          {list(showsAll ? rows : rows.slice(0, shownAtHome))}
        </Panel>
      )}
    </div>
  )
}

function Change({
  change,
  busy,
  onSeen,
  onOpen,
}: {
  change: PatientChange
  busy: boolean
  onSeen: () => void
  onOpen: () => void
}) {
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
          onClick={onOpen}
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
