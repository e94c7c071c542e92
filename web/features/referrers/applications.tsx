import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { phoneText } from '#domain/phone.ts'
import type { DentistApplication } from '#web/backend/database.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { FailedLoad } from '#web/parts/lists/failed-load.tsx'
import { dentistApplicationsQuery, rejectDentist } from '#web/queries/dentists.ts'
import { referrerKeys } from '#web/queries/referrers.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { Folded } from '#web/ui/folded.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.ts'

/** How many wait, above the list that they stand below; nothing while nobody does. */
export function WaitingApplications({ onPick }: { onPick: () => void }) {
  const { data = [] } = useQuery(dentistApplicationsQuery())
  const open = data.filter(isOpen).length
  if (open === 0) return null
  return (
    <button
      type="button"
      className="touch-target text-left text-meta font-semibold text-brand-700 pointer-coarse:-my-3 underline-offset-4 hover:underline"
      onClick={onPick}
    >
      {open === 1 ? '1 solicitud' : `${open.toLocaleString('es-MX')} solicitudes`}
      {/* On the title's line of a phone, too, so that it pushes nothing when it comes. */}
      <span className="max-sm:sr-only">
        {open === 1 ? ' de acceso espera respuesta' : ' de acceso esperan respuesta'}
      </span>
    </button>
  )
}

const isOpen = ({ state }: DentistApplication) => state === 'pendiente'

/** 'Solicitudes de acceso': dentists who asked on the public page; nothing while nobody did. `onApprove` invites; `list` is those who wait. */
export function Applications({
  list,
  onApprove,
}: {
  list: RefObject<HTMLUListElement | null>
  onApprove: (application: DentistApplication) => void
}) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(dentistApplicationsQuery())
  const [rejected, setRejected] = useState<DentistApplication | null>(null)
  const reload = () => client.invalidateQueries({ queryKey: referrerKeys.all })
  useLive('dentist_applications', '', () => void reload())
  if (error && !data) {
    return (
      <Panel title="Solicitudes de acceso">
        <FailedLoad error={error} code="load_applications" onRetry={refetch} />
      </Panel>
    )
  }
  if (!data || data.length === 0) return null
  const open = data.filter(isOpen)
  const answered = data.filter((application) => !isOpen(application))
  return (
    <Panel title={`Solicitudes de acceso (${open.length.toLocaleString('es-MX')})`}>
      {open.length > 0 ? (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="Solicitudes que esperan respuesta"
          className="divide-y divide-line outline-none"
        >
          {open.map((application) => (
            <li key={application.id} className="flex flex-wrap items-center gap-x-4 gap-y-2.5 px-4.5 py-3">
              <Applicant {...application} />
              <div className="ml-auto flex gap-2 max-sm:w-full max-sm:*:flex-1">
                <Button
                  size="compact"
                  aria-label={`Rechazar la solicitud de ${application.full_name}`}
                  onClick={() => setRejected(application)}
                >
                  Rechazar
                </Button>
                <Button
                  size="compact"
                  variant="soft"
                  aria-label={`Aprobar la solicitud de ${application.full_name}`}
                  onClick={() => onApprove(application)}
                >
                  Aprobar
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p className="px-4.5 py-3 text-ink-2">No hay solicitudes por responder.</p>
      )}
      {answered.length > 0 && (
        <div className="border-t border-line [--inset:1.125rem]">
          <Folded words={`Respondidas en los últimos 90 días (${answered.length})`} does="Ver">
            <ul className="divide-y divide-line">
              {answered.map((application) => (
                <li key={application.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4.5 py-3">
                  <Applicant {...application} />
                  <Chip tone={application.state === 'aprobada' ? 'green' : 'grey'} className="ml-auto">
                    {application.state === 'aprobada' ? 'Aprobada' : 'Rechazada'}
                  </Chip>
                </li>
              ))}
            </ul>
          </Folded>
        </div>
      )}
      {rejected && (
        <ConfirmDialog
          open
          onOpenChange={() => setRejected(null)}
          title={`¿Rechazar la solicitud de ${rejected.full_name}?`}
          description="No se crea ninguna cuenta y no se le avisa. Puede volver a pedir acceso, y sus datos se borran en 90 días."
          confirmLabel="Rechazar"
          busyLabel="Rechazando..."
          onConfirm={() =>
            rejectDentist(rejected.id)
              .then(() => toast({ title: 'Solicitud rechazada', description: rejected.full_name }))
              .catch((failure) => toastError(failure, 'reject_dentist'))
              .finally(reload)
          }
        />
      )}
    </Panel>
  )
}

function Applicant({ full_name, practice, licence, email, phone, asked_at }: DentistApplication) {
  const { day, time } = clinicMoment(asked_at, useClinicZone())
  return (
    <div className="min-w-0 flex-1 basis-64 wrap-break-word">
      <p className="font-semibold">{full_name}</p>
      <p className="text-meta text-ink-2">
        <Dotted parts={[practice, licence && `Cédula ${licence}`].filter(Boolean)} />
      </p>
      <p className="text-meta text-ink-2">
        <EmailText>{email}</EmailText>
      </p>
      <p className="text-meta text-ink-3 tabular-nums">
        <Dotted parts={[phoneText(phone), `${formatDay(day)}, ${time}`]} />
      </p>
    </div>
  )
}
