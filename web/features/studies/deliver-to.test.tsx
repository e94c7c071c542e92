import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { OpenOrder } from '#web/backend/answers.ts'
import { chosenOrder, DeliverTo } from './deliver-to.tsx'

afterEach(cleanup)

const first: OpenOrder = {
  order_id: 'first',
  dentist_id: 'elena',
  name: 'Dra. Elena Soto',
  question: '¿Relación con el conducto?',
  teeth: [36, 37],
  areas: ['atm'],
}
const second: OpenOrder = {
  ...first,
  ...{ order_id: 'second', dentist_id: 'hugo', name: 'Dr. Hugo Paz', question: null, teeth: [], areas: [] },
}

/** The order that a study would be sent with; undefined for none. */
let sent: OpenOrder | undefined
function Held({ orders }: { orders: OpenOrder[] }) {
  const [order, setOrder] = useState<string | null>(null)
  sent = chosenOrder(orders, order)
  return <DeliverTo orders={orders} order={order} onChange={setOrder} />
}
const field = () => screen.getByLabelText<HTMLSelectElement>('Se entregará a')
const shown = () => [...field().options].find(({ selected }) => selected)?.textContent

it('one order is chosen by itself, with its teeth and its question; or nobody', async () => {
  render(<Held orders={[first]} />)
  expect(shown()).toBe('Dra. Elena Soto, Piezas 36, 37, ATM')
  expect(screen.getByText('¿Relación con el conducto?')).toBeTruthy()
  expect(sent).toBe(first)
  await userEvent.selectOptions(field(), 'Nadie')
  expect([shown(), sent]).toEqual(['Nadie', undefined])
})

it('several orders are asked about, and none is taken before somebody said', async () => {
  render(<Held orders={[first, second]} />)
  expect([shown(), sent]).toEqual(['Elige un dentista', undefined])
  expect(screen.getByText('Hay varias órdenes de este estudio.')).toBeTruthy()
  await userEvent.selectOptions(field(), 'Dr. Hugo Paz')
  expect([shown(), sent]).toEqual(['Dr. Hugo Paz', second])
  expect(screen.queryByRole('option', { name: 'Elige un dentista' })).toBeNull()
  await userEvent.selectOptions(field(), 'Nadie')
  expect([shown(), sent]).toEqual(['Nadie', undefined])
})

it('what was chosen of another kind of study is chosen no more', async () => {
  const { rerender } = render(<Held orders={[first]} />)
  await userEvent.selectOptions(field(), 'Nadie')
  await userEvent.selectOptions(field(), 'Dra. Elena Soto, Piezas 36, 37, ATM')
  rerender(<Held orders={[second]} />)
  expect([shown(), sent]).toEqual(['Dr. Hugo Paz', second])
  rerender(<Held orders={[second, { ...first, order_id: 'third' }]} />)
  expect([shown(), sent]).toEqual(['Elige un dentista', undefined])
})

it('nothing is asked where no order waits', () => {
  render(<Held orders={[]} />)
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(sent).toBeUndefined()
})
