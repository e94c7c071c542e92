import { CalendarOff, CalendarPlus, UserX } from 'lucide-react'
import { useState } from 'react'
import type { Closure } from '#domain/clinic-hours.ts'
import type { AffectedAppointment } from '#web/backend/answers.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { ClosureDialog } from '#web/parts/appointments/closure-dialog.tsx'
import { ClosureList } from '#web/parts/appointments/closure-list.tsx'
import type { KnownClosure } from '#web/queries/clinic-hours.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { Option } from '#web/ui/select.tsx'
import { RestDaysDialog } from './rest-days-dialog.tsx'

const actions = [
  { kind: 'cierre', label: 'Agregar cierre', Icon: CalendarOff },
  { kind: 'ausencia', label: 'Agregar ausencia', Icon: UserX },
  { kind: 'apertura', label: 'Abrir un día', Icon: CalendarPlus },
] as const

/** What is closed or open besides the weeks, of this and the next year. */
export function ClosuresPanel({
  closures,
  doctors,
  onChanged,
}: {
  closures: readonly KnownClosure[]
  doctors: readonly Option[]
  onChanged: (affected: AffectedAppointment[]) => void
}) {
  const [asked, setAsked] = useState<Closure['kind'] | number | null>(null)
  const year = Number(useClinicToday().slice(0, 4))
  const close = () => setAsked(null)
  const nameOf = ({ doctor_id }: Closure) =>
    doctor_id === null
      ? 'Toda la clínica'
      : (doctors.find(({ value }) => value === doctor_id)?.label ?? 'Doctor sin nombre')
  return (
    <Panel
      title="Cierres y ausencias"
      aside={
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:*:grow">
          {actions.map(({ kind, label, Icon }) => (
            <Button
              key={kind}
              size="compact"
              icon={<Icon aria-hidden className="size-4.5" />}
              onClick={() => setAsked(kind)}
            >
              {label}
            </Button>
          ))}
        </div>
      }
      footer={
        <div className="flex flex-wrap gap-2 max-sm:*:grow">
          {[year, year + 1].map((of) => (
            <Button key={of} size="compact" variant="ghost" onClick={() => setAsked(of)}>
              Agregar días feriados de {of}
            </Button>
          ))}
        </div>
      }
    >
      <ClosureList
        closures={closures.filter(({ first_day }) => Number(first_day.slice(0, 4)) <= year + 1)}
        empty="No hay cierres ni ausencias este año ni el próximo."
        nameOf={nameOf}
        onRemoved={onChanged}
      />
      {typeof asked === 'number' && (
        <RestDaysDialog year={asked} closures={closures} onClose={close} onAdded={onChanged} />
      )}
      {typeof asked === 'string' && (
        <ClosureDialog
          kind={asked}
          doctorId={null}
          doctors={asked === 'cierre' ? undefined : doctors}
          onClose={close}
          onAdded={onChanged}
        />
      )}
    </Panel>
  )
}
