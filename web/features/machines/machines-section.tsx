import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Printer } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { MachineFigures } from '#web/backend/answers.ts'
import type { Machine } from '#web/backend/database.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { deliverByItself, machineFiguresQuery, machineKeys, machinesQuery } from '#web/queries/machines.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ConsoleSteps } from './console-steps.tsx'
import { MachineCard, Moment } from './machine-card.tsx'
import { type KnownMachine, MachineDialog } from './machine-dialog.tsx'
import { StationNotice } from './station-notice.tsx'

/** How often it is asked whether the station runs and who called, in milliseconds: no table tells that. */
const freshly = 30_000

/** 'Equipos': the imaging machines, who else called, and how a console is set up (docs/product/machines.md). */
export function MachinesSection() {
  const client = useQueryClient()
  const machines = useQuery(machinesQuery())
  const figures = useQuery({ ...machineFiguresQuery(), refetchInterval: freshly })
  useLive('arrivals', '', () => void client.invalidateQueries({ queryKey: machineKeys.all }))
  const data = machines.data && figures.data && { machines: machines.data, figures: figures.data }
  return (
    <Loaded
      query={{
        data,
        error: machines.error ?? figures.error,
        refetch: () => client.invalidateQueries({ queryKey: machineKeys.all }),
      }}
      code="load_machines"
      skeleton={<SkeletonRows rows={5} />}
      inCard
    >
      {(known) => <Machines {...known} />}
    </Loaded>
  )
}

function Machines({ machines, figures }: { machines: readonly Machine[]; figures: MachineFigures }) {
  const [edited, setEdited] = useState<KnownMachine | 'new' | null>(null)
  const add = (
    <Button
      size={machines.length === 0 ? 'normal' : 'compact'}
      variant="primary"
      icon={<Plus aria-hidden className="size-4.5" />}
      onClick={() => setEdited('new')}
    >
      Agregar equipo
    </Button>
  )
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      <StationNotice station={figures.station} />
      {figures.unknown.length > 0 && <UnknownCallers callers={figures.unknown} onAdd={setEdited} />}
      {machines.length > 0 && (
        <section aria-labelledby="equipos" className="grid grid-cols-1 gap-3">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <h2 id="equipos" className="text-panel">
              Equipos
            </h2>
            {add}
          </div>
          <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {machines.map((machine) => (
              <li key={machine.id}>
                <MachineCard {...{ machine, figures }} onEdit={() => setEdited(machine)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Panel
        title="Qué escribir en la consola de un equipo"
        aside={
          <Link to="hoja" relative="path" className={buttonStyle('secondary', 'compact')}>
            <Printer aria-hidden className="size-4.5" />
            Hoja para imprimir
          </Link>
        }
        footer={machines.length === 0 && add}
      >
        <div className="p-4.5">
          <ConsoleSteps station={figures.station} />
        </div>
      </Panel>
      <Delivery automatic={figures.automatic} />
      {edited && <MachineDialog known={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

/** Who called in the last week and was refused. */
function UnknownCallers({
  callers,
  onAdd,
}: {
  callers: MachineFigures['unknown']
  onAdd: (caller: KnownMachine) => void
}) {
  return (
    <Panel title="Llamadas de equipos desconocidos">
      <ul className="divide-y divide-line">
        {callers.map(({ aet, address, at }) => (
          <li
            key={`${aet} ${address}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4.5 py-3 wrap-break-word"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p>
                Un equipo desconocido llamó: {aet} desde {address}
              </p>
              <p className="text-meta text-ink-3">
                <Moment at={at} />
              </p>
            </div>
            <Button size="compact" variant="soft" onClick={() => onAdd({ aet, address })}>
              Agregar equipo
              <span className="sr-only"> {aet}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** 'Entregar solo lo que coincide', kept at once. */
function Delivery({ automatic }: { automatic: boolean }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: deliverByItself,
    onError: (failure) => toastError(failure, 'save_delivery'),
    onSettled: () => client.invalidateQueries({ queryKey: machineKeys.all }),
  })
  return (
    <Panel title="Entrega">
      <Checkbox
        className="p-4.5"
        label="Entregar solo lo que coincide"
        help="Lo que coincide en número y nombre llega por sí mismo a su paciente. Sin esto, todo espera en «Recibidos» con su propuesta."
        checked={change.isPending ? change.variables : automatic}
        onChange={({ target }) => change.mutate(target.checked)}
      />
    </Panel>
  )
}
