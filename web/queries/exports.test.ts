import { PostgrestClient } from '@supabase/postgrest-js'
import { beforeEach, expect, it, vi } from 'vitest'
import { type ClosedNames, exportPage } from './exports.ts'

const backend = vi.hoisted(() => ({ answer: vi.fn<(url: URL) => object[]>() }))

vi.mock('#web/backend/config.ts', () => ({
  loadConfig: async () => ({ supabaseUrl: '', supabaseAnonKey: '' }),
}))
vi.mock('#web/backend/make-client.ts', () => ({
  makeClient: () =>
    new PostgrestClient('http://clinica.test/rest/v1', {
      fetch: async (url) => Response.json(backend.answer(new URL(String(url)))),
    }),
}))

beforeEach(() => {
  backend.answer.mockReset()
})

const ana = { full_name: 'Ana Ruiz' }
const row = (id: string, patient: object | null, doctor: object | null) => ({
  id,
  created_at: '2026-11-20T17:00:00Z',
  patient_id: patient === ana ? 'ana' : 'closed patient',
  patient,
  doctor_id: 'doctor',
  doctor,
})
const next = (closed: ClosedNames) => exportPage('citas', null, new AbortController().signal, closed)
const asked = () => backend.answer.mock.calls.map(([{ searchParams }]) => searchParams)

it('names the people of a page in one request', async () => {
  backend.answer.mockReturnValueOnce([row('1', ana, { full_name: 'Dr. Luna' })])
  expect(await next(new Map())).toEqual([row('1', ana, { full_name: 'Dr. Luna' })])
  expect(asked()).toHaveLength(1)
  expect(asked()[0]?.get('select')).not.toContain('_name,')
})

it('asks for the name of a closed account once, through one of its rows', async () => {
  const closed: ClosedNames = new Map()
  const beside = {
    patient_id: 'closed patient',
    patient_name: 'Eva Paz',
    doctor_id: 'doctor',
    doctor_name: 'Dr. Luna',
  }
  backend.answer
    .mockReturnValueOnce([row('1', ana, null), row('2', null, null), row('3', null, null)])
    .mockReturnValueOnce([beside])
    .mockReturnValueOnce([row('4', null, { full_name: 'Dr. Luna' })])
  const doctor = { full_name: 'Dr. Luna' }
  const eva = { full_name: 'Eva Paz' }
  expect(await next(closed)).toMatchObject([
    { id: '1', patient: ana, doctor },
    { id: '2', patient: eva, doctor },
    { id: '3', patient: eva, doctor },
  ])
  expect(await next(closed)).toMatchObject([{ id: '4', patient: eva, doctor }])
  expect(asked()[1]?.get('id')).toBe('in.(3)')
  expect(asked()).toHaveLength(3)
})

it('leaves empty who is in no row any more', async () => {
  backend.answer.mockReturnValueOnce([row('1', null, ana)]).mockReturnValueOnce([])
  expect(await next(new Map())).toMatchObject([{ id: '1', patient: { full_name: null }, doctor: ana }])
})
