import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import {
  everyone,
  itDeletes,
  itInserts,
  itShows,
  itTouchesBlindly,
  itUpdates,
  withoutAnyRights,
} from './matrix.ts'
import { identityOf, people } from './people.ts'
import { rehearse, rehearseAsOwner } from './rehearse.ts'
import { retiredService, useWorld } from './world.ts'

const catalogue = [
  'Radiografía Panorámica',
  'Radiografía Lateral de Cráneo',
  'Radiografía Carpal',
  'Tomografías',
  'Trazados Cefalométricos',
  'Escaneo Intraoral',
  'Tomografía 5x5 cm',
  'Tomografía Arcada completa',
  'Tomografía Bimaxilar',
  'Tomografía Cráneo completo',
]
const active = Object.fromEntries(catalogue.map((name) => [name, name]))
const subject = { table: 'public.services', rows: { ...active, Retirado: 'Retirado' }, key: 'name' }
const all = [...catalogue, 'Retirado']
const columns = ['name', 'price', 'active', 'requestable', 'preparation']
const edits = { retired: { done: columns }, sold: { done: columns } }
const added = (name: string, price = '500') => ({ name: `'${name}'`, price })

describe.each(engines())('services on $name', (engine) => {
  const world = useWorld(engine)

  itShows(world, subject, {
    anonymous: catalogue,
    patientA: catalogue,
    patientB: catalogue,
    liar: catalogue,
    doctorA: catalogue,
    doctorB: catalogue,
    factorPassed: catalogue,
    admin: all,
    mainAdmin: all,
    dentist: catalogue,
    ...withoutAnyRights(catalogue),
  })

  itInserts(world, 'public.services', [
    ['anonymous', 'a service', added('Nuevo'), 'no grant'],
    ['patientA', 'a service', added('Nuevo'), 'policy'],
    ['patientB', 'a service', added('Nuevo'), 'policy'],
    ['liar', 'a service', added('Nuevo'), 'policy'],
    ['doctorA', 'a service', added('Nuevo'), 'policy'],
    ['doctorB', 'a service', added('Nuevo'), 'policy'],
    ['factorPassed', 'a service', added('Nuevo'), 'policy'],
    ['factorDue', 'a service', added('Nuevo'), 'policy'],
    ['newPatient', 'a service', added('Nuevo'), 'policy'],
    ['newAdmin', 'a service', added('Nuevo'), 'policy'],
    ['closedPatient', 'a service', added('Nuevo'), 'policy'],
    ['closedDoctor', 'a service', added('Nuevo'), 'policy'],
    ['erased', 'a service', added('Nuevo'), 'policy'],
    ['admin', 'a service', added('Nuevo'), 'done'],
    ['mainAdmin', 'a service', added('Nuevo'), 'done'],
    ['admin', 'with an id of its own', { ...added('Nuevo'), id: 'gen_random_uuid()' }, 'done'],
    ['admin', 'with an id that exists', { ...added('Nuevo'), id: `'${retiredService}'` }, '23505'],
    ['doctorA', 'with an id', { ...added('Nuevo'), id: 'gen_random_uuid()' }, 'policy'],
    ['admin', 'with created_at', { ...added('Nuevo'), created_at: 'now()' }, 'no grant'],
    ['admin', 'a known name', added('Escaneo Intraoral'), '23505'],
    ['admin', 'with a preparation', { ...added('Nuevo'), preparation: `repeat('x', 2000)` }, 'done'],
    ['admin', 'with a longer one', { ...added('Nuevo'), preparation: `repeat('x', 2001)` }, 'PT400'],
    ['admin', 'no name', added(' '), 'PT400'],
    ['admin', 'a name of 201 characters', { name: `repeat('x', 201)`, price: '1' }, 'PT400'],
    ['admin', 'for nothing', added('Nuevo', '0'), 'done'],
    ['admin', 'below nothing', added('Nuevo', '-0.01'), 'PT400'],
    ['admin', 'at the highest price', added('Nuevo', '999999.99'), 'done'],
    ['admin', 'above it', added('Nuevo', '1000000'), 'PT400'],
  ])

  itUpdates(world, {
    ...subject,
    rows: { retired: 'Retirado', sold: 'Tomografía Bimaxilar' },
    values: {
      id: 'gen_random_uuid()',
      name: `'Otro nombre'`,
      price: 'price + 1',
      active: 'not active',
      requestable: 'not requestable',
      preparation: `'Llega 10 minutos antes.'`,
      created_at: `'2020-01-01'`,
    },
    granted: columns,
    may: {
      anonymous: nobody,
      patientA: {},
      patientB: {},
      liar: {},
      doctorA: {},
      doctorB: {},
      factorPassed: {},
      admin: edits,
      mainAdmin: edits,
      dentist: {},
      ...withoutAnyRights({}),
    },
  })

  itTouchesBlindly(world, subject, 'update public.services set price = 1.5', {
    anonymous: nobody,
    patientA: [],
    patientB: [],
    liar: [],
    doctorA: [],
    doctorB: [],
    factorPassed: [],
    admin: all,
    mainAdmin: all,
    dentist: [],
    ...withoutAnyRights([]),
  })

  itDeletes(world, subject, everyone(nobody))

  it('keeps every price, state and preparation that a service had, and who changed it', async () => {
    const history = await rehearse(world(), identityOf('admin'), async (stage) => {
      const change = (set: string) =>
        stage.attempt(`update public.services set ${set} where id = $1`, [retiredService])
      await change('price = 20')
      await change('price = 20')
      await change('active = true, requestable = true')
      await change(`name = 'Otro'`)
      await change(`preparation = 'Llega antes.'`)
      return stage.owner(
        `select name, price::text, active, requestable, preparation, changed_by::text from private.service_history
         where service_id = $1 order by id`,
        [retiredService],
      )
    })
    const by = people.admin
    expect(history).toEqual([
      {
        name: 'Retirado',
        price: '10.00',
        active: false,
        requestable: false,
        preparation: null,
        changed_by: null,
      },
      {
        name: 'Retirado',
        price: '20.00',
        active: false,
        requestable: false,
        preparation: null,
        changed_by: by,
      },
      {
        name: 'Retirado',
        price: '20.00',
        active: true,
        requestable: true,
        preparation: null,
        changed_by: by,
      },
      { name: 'Otro', price: '20.00', active: true, requestable: true, preparation: null, changed_by: by },
      {
        name: 'Otro',
        price: '20.00',
        active: true,
        requestable: true,
        preparation: 'Llega antes.',
        changed_by: by,
      },
    ])
  })

  it('keeps a service with a history from being deleted by anybody', async () => {
    const outcome = await rehearseAsOwner(world(), (stage) =>
      stage.attempt('delete from public.services where id = $1', [retiredService]),
    )
    // PostgreSQL 18 tells a restriction (23001) from other broken references.
    expect(outcome.outcome).toMatch(/^23(001|503)$/)
  })
})
