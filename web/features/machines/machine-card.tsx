import { Pencil, Radio } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay } from '#domain/days.ts'
import type { MachineFigures } from '#web/backend/answers.ts'
import type { Machine } from '#web/backend/database.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Card } from '#web/ui/panel.tsx'
import { useMachineTest } from './use-machine-test.ts'

/** A machine: how it calls, what it takes, and when it was last heard. */
export function MachineCard({
  machine,
  figures,
  onEdit,
}: {
  machine: Machine
  figures: MachineFigures
  onEdit: () => void
}) {
  const { name, aet, address, port, study_types, active, last_seen_at } = machine
  const test = useMachineTest(machine, figures.station)
  const { today = 0, last_arrival = null } = figures.machines.find(({ id }) => id === machine.id) ?? {}
  return (
    <Card className="flex h-full flex-col gap-3.5 p-4.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="min-w-0 text-panel wrap-break-word">{name}</h3>
        <Chip tone={active ? 'green' : 'grey'}>{active ? 'Activo' : 'Inactivo'}</Chip>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 wrap-break-word">
        <Fact term="AE title">{aet}</Fact>
        <Fact term="Dirección">
          <span className="tabular-nums">
            {address ? (port ? `${address}:${port}` : address) : 'Cualquiera'}
          </span>
        </Fact>
        <Fact term="Qué se toma con él" wide>
          {study_types.length > 0 ? study_types.join(', ') : 'Sin indicar'}
        </Fact>
        <Fact term="Última llamada">
          <Moment at={last_seen_at} />
        </Fact>
        <Fact term="Último estudio">
          <Moment at={last_arrival} />
        </Fact>
        <Fact term="Estudios de hoy">
          <span className="tabular-nums">{today.toLocaleString('es-MX')}</span>
        </Fact>
      </dl>
      <div className="mt-auto flex flex-wrap items-center gap-2">
        {address && port && (
          <Button
            size="compact"
            icon={<Radio aria-hidden className="size-4.5" />}
            busy={test.busy}
            busyLabel="Probando..."
            onClick={test.begin}
          >
            Probar
            <span className="sr-only"> {name}</span>
          </Button>
        )}
        <Button size="compact" icon={<Pencil aria-hidden className="size-4.5" />} onClick={onEdit}>
          Editar
          <span className="sr-only"> {name}</span>
        </Button>
        <span role="status">
          {test.words && <Chip tone={test.words === 'Respondió' ? 'green' : 'red'}>{test.words}</Chip>}
        </span>
      </div>
    </Card>
  )
}

function Fact({ term, wide = false, children }: { term: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'col-span-2 min-w-0' : 'min-w-0'}>
      <dt className="text-meta text-ink-3">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** When, in the clinic's time. */
export function Moment({ at }: { at: string | null }) {
  const zone = useClinicZone()
  if (at === null) return 'Nunca'
  const { day, time } = clinicMoment(at, zone)
  return (
    <time dateTime={at} className="tabular-nums">
      {formatDay(day)}, <span className="whitespace-nowrap">{time}</span>
    </time>
  )
}
