import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { laterPaymentsQuery } from './admin-income.ts'
import { appointmentsQuery } from './appointments.ts'
import { pendingCountQuery } from './pending-count.ts'

// A list or count of certain rows asks for those alone.

vi.mock('#web/backend/config.ts', () => ({
  loadConfig: async () => ({ supabaseUrl: 'https://clinica.supabase.co', supabaseAnonKey: 'llave' }),
}))

let asked: URL[] = []
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    asked.push(new URL(new Request(input, init).url))
    return Response.json([{ id: 1 }], { headers: { 'content-range': '0-0/10' } })
  })
})
afterEach(() => vi.unstubAllGlobals())

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
/** What the one question was narrowed by, in its order. */
const narrowed = (...columns: string[]) => {
  expect(asked).toHaveLength(1)
  return columns.map((column) => asked[0]?.searchParams.getAll(column))
}

it('pending requests of earlier days are those that came before today', async () => {
  expect(await client.fetchQuery(pendingCountQuery('2026-11-20T06:00:00.000Z'))).toBe(10)
  expect(narrowed('status', 'created_at')).toEqual([['eq.pendiente'], ['lt.2026-11-20T06:00:00.000Z']])
})

it('the menu counts every pending request', async () => {
  await client.fetchQuery(pendingCountQuery())
  expect(narrowed('status', 'created_at')).toEqual([['eq.pendiente'], []])
})

it('what lies ahead of a patient is open, of a doctor closed after today as well', async () => {
  const ahead = {
    order: 'oldest',
    span: { from: '2026-11-20', closed: false },
    page: 1,
    pageSize: 8,
  } as const
  const closed = '(completada,cancelada,no_asistio)'
  await client.fetchQuery(appointmentsQuery({ as: 'patient', id: 'me' }, ahead))
  expect(narrowed('appointment_date', 'status', 'or')).toEqual([['gte.2026-11-20'], [`not.in.${closed}`], []])
  asked = []
  await client.fetchQuery(appointmentsQuery({ as: 'doctor', id: 'me' }, ahead))
  expect(narrowed('status', 'or')).toEqual([[], [`(appointment_date.gt.2026-11-20,status.not.in.${closed})`]])
})

it('appointments of a day are of that day', async () => {
  const page = { order: 'newest', page: 1, pageSize: 8 } as const
  await client.fetchQuery(appointmentsQuery({ as: 'doctor', id: 'me' }, { ...page, day: '2026-11-20' }))
  expect(narrowed('doctor_id', 'appointment_date')).toEqual([['eq.me'], ['eq.2026-11-20']])
})

it.each([
  [null, []],
  ['lucia', ['eq.lucia']],
])('later payments of a day were stored after it and are not annulled, of %s', async (doctor, of) => {
  expect(await client.fetchQuery(laterPaymentsQuery('2026-11-18', '2026-11-19T06:00:00.000Z', doctor))).toBe(
    10,
  )
  expect(narrowed('payment_date', 'created_at', 'annulled_at', 'doctor_id')).toEqual([
    ['eq.2026-11-18'],
    ['gte.2026-11-19T06:00:00.000Z'],
    ['is.null'],
    of,
  ])
})
