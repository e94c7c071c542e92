import { queryOptions } from '@tanstack/react-query'
import type { MachineFigures } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'
import type { Machine, NewMachine } from '#web/backend/database.ts'
import { arrivalKeys } from './arrivals.ts'

/** Below arrivals, whose changes are theirs as well: what came last, and how much today. */
export const machineKeys = { all: [...arrivalKeys.all, 'machines'] as const }

/** The machines by name; for administrators. */
export function machinesQuery() {
  return queryOptions({
    queryKey: [...machineKeys.all, 'list'],
    queryFn: (): Promise<Machine[]> =>
      ask('load_machines', (client) => client.from('machines').select().order('name').order('id')),
  })
}

/** Who called, how much came, and where the station listens; for administrators. */
export function machineFiguresQuery() {
  return queryOptions({
    queryKey: [...machineKeys.all, 'figures'],
    queryFn: (): Promise<MachineFigures> => ask('load_machines', (client) => client.rpc('machine_figures')),
  })
}

/** Adds a machine, or changes the one with this id. */
export async function saveMachine(machine: NewMachine): Promise<void> {
  await ask('save_machine', (client) => client.rpc('set_machine', { machine }))
}

/** Asks the station whether a machine answers; its row tells later what came of it. */
export function testMachine(id: Machine['id']): Promise<Machine> {
  return ask('test_machine', (client) => client.rpc('test_machine', { machine_id: id }))
}

/** Whether what certainly belongs to somebody goes there by itself. */
export async function deliverByItself(automatic: boolean): Promise<void> {
  await ask('save_delivery', (client) => client.rpc('set_arrival_delivery', { automatic }))
}
