import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { DataTable } from './data-table.tsx'

afterEach(cleanup)

const columns = [
  { header: 'Paciente', sort: 'paciente', cell: () => 'Ana' },
  { header: 'Recibida', sort: 'fecha', cell: () => '21/11/2026' },
  { header: 'Estado', cell: () => 'Pendiente' },
]

it('says by what it is ordered; a head orders by its column, and once more turns it round', async () => {
  const onSort = vi.fn()
  const table = (sort: string) => (
    <DataTable label="Solicitudes" columns={columns} rows={[1]} rowKey={(row) => row} {...{ sort, onSort }} />
  )
  const { rerender } = render(table('-fecha'))
  const sorts = () => screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'))
  expect(sorts()).toEqual(['none', 'descending', null])
  await userEvent.click(screen.getByRole('button', { name: 'Paciente' }))
  expect(onSort).toHaveBeenLastCalledWith('paciente')
  rerender(table('paciente'))
  expect(sorts()).toEqual(['ascending', 'none', null])
  await userEvent.click(screen.getByRole('button', { name: 'Paciente' }))
  expect(onSort).toHaveBeenLastCalledWith('-paciente')
})

it('folds rows to a line below the others: open, they stand in the same table under the same heads', async () => {
  const named = [{ header: 'Paciente', cell: (row: string) => row }, ...columns.slice(1)]
  const folded = { words: 'Hoy: 1 cancelada', rows: ['Beto'] }
  render(
    <DataTable label="Citas" columns={named} rows={['Ana', 'Luz']} rowKey={(row) => row} folded={folded} />,
  )
  const rows = () =>
    within(screen.getByRole('table'))
      .getAllByRole('row')
      .map((row) => within(row).queryAllByRole('cell')[0]?.textContent)
  expect(rows()).toEqual([undefined, 'Ana', 'Luz', 'Hoy: 1 cancelada'])
  expect(screen.getByRole('cell', { name: 'Hoy: 1 cancelada' })).toHaveProperty('colSpan', 3)
  await userEvent.click(screen.getByRole('button', { name: 'Hoy: 1 cancelada', expanded: false }))
  expect(rows()).toEqual([undefined, 'Ana', 'Luz', 'Hoy: 1 cancelada', 'Beto'])
  expect(screen.getAllByRole('columnheader')).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'Hoy: 1 cancelada', expanded: true }))
  expect(rows()).toEqual([undefined, 'Ana', 'Luz', 'Hoy: 1 cancelada'])
})
