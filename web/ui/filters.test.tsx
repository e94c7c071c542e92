import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Filters, isFew } from './filters.tsx'
import { Select } from './select.tsx'

const showIn = (matches: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {}, removeEventListener() {} }))

beforeEach(() => showIn(false))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const clear = vi.fn()
const filters = (set: number, few = false) => (
  <Filters search={<input type="search" />} set={set} few={few} onClear={clear}>
    {(isSheet) => <select aria-label={isSheet ? 'En la hoja' : 'En la línea'} />}
  </Filters>
)
const button = () => screen.queryByRole('button', { name: /^Filtros/ })

it('a phone keeps filters in a sheet behind a button with their number, and takes all away', async () => {
  render(filters(2))
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(button()?.textContent).toBe('Filtros (2)')
  await userEvent.click(screen.getByRole('button', { name: 'Filtros (2)' }))
  expect(screen.getByRole('dialog', { name: 'Filtros' })).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'En la hoja' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Limpiar filtros' }))
  expect(clear).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Ver resultados' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a short list has none on a phone, unless one is set; a wide screen shows them all', () => {
  const { rerender } = render(filters(0, isFew(9, false)))
  expect(button()).toBeNull()
  expect(screen.getByRole('searchbox')).toBeTruthy()
  rerender(filters(1, isFew(9, true)))
  expect(button()?.textContent).toBe('Filtros (1)')
  cleanup()
  showIn(true)
  render(filters(0, isFew(9, false)))
  expect(button()).toBeNull()
  expect(screen.getByRole('combobox', { name: 'En la línea' })).toBeTruthy()
})

it('in the sheet every select has its label in sight', async () => {
  render(
    <Filters set={0}>{() => <Select bare label="Ordenar" options={['Más recientes primero']} />}</Filters>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Filtros' }))
  expect(screen.getByText('Ordenar').tagName).toBe('LABEL')
})
