import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { receiptQuery } from './invoices.ts'
import { patientQuery } from './profiles.ts'

const client = vi.hoisted(() => ({ rpc: vi.fn(), from: vi.fn() }))
vi.mock('#web/backend/client.ts', () => ({
  ask: async (_code: string, request: (given: typeof client) => unknown) => request(client),
}))

const order: string[] = []

/** A table whose one row is `row`, whatever it is asked. */
function given(row: { id: string }, trail: 'told' | 'refused') {
  const rows = Object.fromEntries(
    ['select', 'eq', 'in', 'maybeSingle'].map((name) => [
      name,
      () => {
        if (name === 'maybeSingle') order.push('read')
        return name === 'maybeSingle' ? row : rows
      },
    ]),
  )
  client.from.mockReturnValue(rows)
  client.rpc.mockImplementation(async (name, { kind, id }) => {
    order.push(`${name} ${kind} ${id}`)
    if (trail === 'refused') throw new Error('refused')
  })
}

afterEach(() => {
  order.length = 0
  vi.clearAllMocks()
})

it('tells the trail before a record is read', async () => {
  given({ id: 'p' }, 'told')
  await new QueryClient().fetchQuery(patientQuery('p'))
  expect(order).toEqual(['log_access patient p', 'read'])
})

it('reads no record that the trail was not told of', async () => {
  given({ id: 'p' }, 'refused')
  await expect(new QueryClient().fetchQuery(patientQuery('p'))).rejects.toThrow('refused')
  expect(order).not.toContain('read')
})

it('shows no receipt that the trail was not told of', async () => {
  given({ id: 'i' }, 'told')
  expect(await new QueryClient().fetchQuery(receiptQuery('IDX-00000001'))).toEqual({ id: 'i' })
  expect(order).toEqual(['read', 'log_access invoice i'])
  given({ id: 'i' }, 'refused')
  await expect(new QueryClient().fetchQuery(receiptQuery('IDX-00000001'))).rejects.toThrow('refused')
})
