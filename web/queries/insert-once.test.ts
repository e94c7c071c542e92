import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import { mayBeStored } from '#web/backend/insert-once.ts'
import { createAppointment } from './booking.ts'
import { addNote } from './notes.ts'
import { addService } from './services.ts'
import { createStudy } from './studies.ts'

const id = '6f1cf0a8-38a4-4d8d-9d0f-111111111111'
const people = { patient_id: 'ana', doctor_id: 'me' }

/** The rows of a table that keeps its ids unique; `lost` of its next answers do not arrive. */
const table = vi.hoisted(() => ({ rows: new Map<string, object>(), lost: 0, full: false }))
vi.mock('#web/backend/client.ts', async () => {
  const { AppError } = await import('#web/backend/errors.ts')
  const from = () => ({
    insert: (row: { id: string }) => {
      if (table.full || table.rows.has(row.id)) throw new AppError('connection', 'conflict')
      table.rows.set(row.id, row)
      if (table.lost-- > 0) throw new AppError('connection', 'network')
    },
    select: () => ({ eq: (_: 'id', wanted: string) => (table.rows.has(wanted) ? [{ id: wanted }] : []) }),
  })
  const ask = async (_: string, request: (client: object) => unknown) => request({ from })
  return { ask, askPage: ask, askFarPage: ask }
})

beforeEach(() => {
  table.lost = 0
})
afterEach(() => {
  table.rows.clear()
  table.full = false
})

const inserts: [what: string, store: () => Promise<void>][] = [
  ['a note', () => addNote({ id, ...people, note: 'Sin hallazgos.' })],
  [
    'a study',
    () =>
      createStudy({
        id,
        ...people,
        study_type: null,
        study_date: '2026-11-20',
        comments: null,
        file_url: null,
        file_name: null,
      }),
  ],
  [
    'an appointment',
    () =>
      createAppointment({
        id,
        ...people,
        appointment_date: '2026-11-20',
        appointment_time: '09:30',
        study_type: 'Tomografías',
        nombre: null,
        telefono: null,
        status: 'pendiente',
      }),
  ],
  ['a service', () => addService({ id, name: 'Molde', price: 4, active: true, requestable: true })],
]

describe.each(inserts)('%s that a person adds', (_, store) => {
  it('is stored once when it is sent again after a lost answer', async () => {
    table.lost = 1
    await expect(store()).rejects.toMatchObject({ reason: 'network' })
    await store()
    expect(table.rows.size).toBe(1)
  })

  it('is stored once when two clicks in one tick send it', async () => {
    await Promise.all([store(), store()])
    expect(table.rows.size).toBe(1)
  })

  it('is not taken for stored when something else was in the way', async () => {
    table.full = true
    await expect(store()).rejects.toMatchObject({ reason: 'conflict' })
  })
})

it('what was refused is surely not stored; a lost answer leaves it open', () => {
  const reasons = ['network', 'server', 'invalid', 'forbidden', 'conflict'] as const
  expect(reasons.map((reason) => mayBeStored(new AppError('add_study', reason)))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})
