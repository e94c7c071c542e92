import { PostgrestClient } from '@supabase/postgrest-js'
import { beforeEach, expect, it, vi } from 'vitest'
import { askFarPage, askPage } from './client.ts'
import { AppError } from './errors.ts'
import { counted, rangeOf } from './paging.ts'

const backend = vi.hoisted(() => ({ answer: vi.fn<(url: URL) => Response>() }))

vi.mock('./config.ts', () => ({ loadConfig: async () => ({ supabaseUrl: '', supabaseAnonKey: '' }) }))
vi.mock('./make-client.ts', () => ({
  makeClient: () =>
    new PostgrestClient('http://clinica.test/rest/v1', {
      fetch: async (url) => backend.answer(new URL(String(url))),
    }),
}))

beforeEach(() => {
  backend.answer.mockReset()
})

const refused = (code: string, details: string, status: number) => ({
  success: false as const,
  error: { name: 'PostgrestError', message: '', hint: '', code, details, toJSON: () => ({}) as never },
  data: null,
  count: null,
  status,
  statusText: '',
})

it('a page behind the last one is empty and knows how many rows there are', async () => {
  const details = 'An offset of 9980 was requested, but there are only 48 rows.'
  const page = await askPage('load_requests', async () => refused('PGRST103', details, 416))
  expect(page).toEqual({ rows: [], total: 48 })
})

it('any other refusal is a failure', async () => {
  const failure = askPage('load_requests', async () => refused('42501', 'only 48 rows', 403))
  await expect(failure).rejects.toEqual(new AppError('load_requests', 'forbidden'))
})

const studiesOf = (page: { page: number; pageSize: number }) =>
  askFarPage('load_studies', page, 'doctor_id, created_at', (client) =>
    client
      .from('studies')
      .select('id, patient_name', counted)
      .eq('doctor_id', 'd')
      .order('created_at', { ascending: false })
      .range(...rangeOf(page)),
  )
const asked = () => backend.answer.mock.calls.map(([url]) => Object.fromEntries(url.searchParams))
const json = (rows: unknown[], range: string) =>
  new Response(JSON.stringify(rows), { status: 206, headers: { 'content-range': range } })

it('a page near the beginning is one request', async () => {
  const rows = [{ id: 'a', patient_name: 'Ana' }]
  backend.answer.mockReturnValueOnce(json(rows, '18-18/10001'))
  expect(await studiesOf({ page: 3, pageSize: 9 })).toEqual({ rows, total: 10001 })
  expect(asked()).toEqual([expect.objectContaining({ select: 'id,patient_name', offset: '18', limit: '9' })])
})

it('a page far behind is asked for by its ids, with what it is ordered by, so that nothing is worked out for the rows before it', async () => {
  const rows = [
    { id: 'a', patient_name: 'Ana' },
    { id: 'b', patient_name: 'Beto' },
  ]
  backend.answer
    .mockReturnValueOnce(json([{ id: 'a' }, { id: 'b' }], '9990-9991/10001'))
    .mockReturnValueOnce(json(rows, '0-1/2'))
  expect(await studiesOf({ page: 1111, pageSize: 9 })).toEqual({ rows, total: 10001 })
  const both = { doctor_id: 'eq.d', order: 'created_at.desc' }
  expect(asked()).toEqual([
    { ...both, select: 'id,doctor_id,created_at', offset: '9990', limit: '9' },
    { ...both, select: 'id,patient_name', id: 'in.(a,b)', offset: '0', limit: '2' },
  ])
})

it('a page far behind the last one is empty, and nothing more is asked', async () => {
  const refusal = {
    code: 'PGRST103',
    details: 'An offset of 9990 was requested, but there are only 48 rows.',
  }
  backend.answer.mockReturnValueOnce(new Response(JSON.stringify(refusal), { status: 416 }))
  expect(await studiesOf({ page: 1111, pageSize: 9 })).toEqual({ rows: [], total: 48 })
  expect(asked()).toHaveLength(1)
})
