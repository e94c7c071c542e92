import { cleanup, render, screen } from '@testing-library/react'
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
