import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { everyone, withoutAnyRights } from './matrix.ts'
import { type Caller, callers, people } from './people.ts'
import { type Look, send } from './wire.ts'
import { appointments, invoices, notes, requests, studies, useWorld } from './world.ts'

const both = { patient_id: people.patientA, doctor_id: people.doctorA }

/** An existing row, sent again with another value: an update disguised as an insert. */
const known: [table: string, row: Record<string, unknown>][] = [
  ['profiles', { id: people.doctorA, full_name: 'Otro Nombre', role: 'doctor', is_admin: true }],
  ['study_requests', { id: Number(requests.A), status: 'pendiente', patient_name: 'Otra Persona' }],
  ['citas', { id: appointments.A, ...both, appointment_date: '2099-01-05', status: 'pendiente' }],
  ['studies', { id: studies.A, ...both, study_date: '2026-01-05', comments: 'Otro' }],
  ['medical_notes', { id: notes.A, ...both, note: 'Otra nota' }],
  [
    'invoices',
    {
      id: invoices.A,
      ...both,
      payment_date: '2026-01-05',
      payment_method: 'Otro',
      services: [{ name: 'x', price: 1 }],
    },
  ],
]

describe.each(engines())('upserts over HTTP on $name', (engine) => {
  const world = useWorld(engine)

  const upsert = async (caller: Caller, table: string, row: Record<string, unknown>, key: string) => {
    const whole = `select to_jsonb(t)::text as whole from public.${table} t order by t.${key}`
    const before = (await world().query(whole)).rows
    let changed = false
    const { outcome } = await send(world(), caller, `${table}?on_conflict=${key}`, {
      method: 'POST',
      body: JSON.stringify(row),
      prefer: 'resolution=merge-duplicates',
      look: async (owner: Look) => {
        changed = JSON.stringify(await owner(whole)) !== JSON.stringify(before)
      },
    })
    return changed ? `${outcome}, and changed` : outcome
  }

  describe.each(known)('of a row of %s', (table, row) => {
    it.each(callers)('by %s are refused', async (caller) => {
      expect(await upsert(caller, table, row, 'id')).toBe(nobody)
    })
  })

  it.each(callers)('of a service by %s go as far as editing it does', async (caller) => {
    const expected = {
      ...everyone('policy'),
      ...withoutAnyRights('policy'),
      anonymous: nobody,
      admin: 'done, and changed',
      mainAdmin: 'done, and changed',
    }
    expect(await upsert(caller, 'services', { name: 'Escaneo Intraoral', price: 1 }, 'name')).toBe(
      expected[caller],
    )
  })
})
