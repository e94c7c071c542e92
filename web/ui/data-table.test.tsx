import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { DataTable } from './data-table.tsx'
import { Pagination } from './pagination.tsx'

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

it('a page behind the last one leads to the last, which takes its place', () => {
  const onPage = vi.fn()
  const { rerender } = render(
    <Pagination page={9} pageSize={10} total={41} onPage={onPage} noun={['cita', 'citas']} />,
  )
  expect(onPage).toHaveBeenCalledExactlyOnceWith(5, { replace: true })
  onPage.mockClear()
  rerender(<Pagination page={5} pageSize={10} total={41} onPage={onPage} noun={['cita', 'citas']} />)
  expect(onPage).not.toHaveBeenCalled()
})
