import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { openStage, type Stage } from './calls-stage.ts'

const counted = { count: 'estimated' } as const
const newest = { ascending: false }
const people = 'patient_name, patient:profiles!patient_id(full_name), doctor:profiles!doctor_id(full_name)'
const nameOf = (column: string) => `(select p.full_name from public.profiles p where p.id = ${column})`
/** SQL: whether the text has the letters, ignoring accents. */
const has = (text: string, letters: string) => `private.plain(${text}) like '%${letters}%'`

describe.each(engines())('searches with supabase-js on $name', (engine) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(engine)
  })
  afterAll(() => stage?.product.stop())

  it('of appointments are read like the table: columns, people, filters, order, range and count', async () => {
    const doctor = stage.id('doctora')
    const stored = await stage.stored(
      `select c.id, c.status, ${nameOf('c.patient_id')} as patient_name from public.citas c
       where c.doctor_id = '${doctor}' and c.status = 'completada' and ${has('c.study_type', 'radiografia')}
       order by c.appointment_date desc, c.appointment_time, c.id`,
    )
    expect(stored.length).toBeGreaterThan(4)
    const { data, count, error, status } = await stage
      .as('doctora')
      .rpc('search_citas', { term: 'RADIOGRAFIA' }, counted)
      .select(`id, status, ${people}`)
      .eq('doctor_id', doctor)
      .eq('status', 'completada')
      .order('appointment_date', newest)
      .order('appointment_time')
      .order('id')
      .range(1, 3)
    expect([error, status, count]).toEqual([null, 206, stored.length])
    expect(data).toMatchObject(stored.slice(1, 4))
    // Some of the demo's appointments have lost their patient.
    for (const row of [data ?? []].flat())
      expect(row.patient).toEqual(row.patient_name && { full_name: row.patient_name })
  })

  it('of studies and payments look for the names of people', async () => {
    const doctor = stage.id('doctora')
    for (const [search, table] of [
      ['search_studies', 'studies'],
      ['search_invoices', 'invoices'],
    ] as const) {
      const stored = await stage.stored(
        `select t.id, ${nameOf('t.patient_id')} as patient_name from public.${table} t
         where t.doctor_id = '${doctor}' and ${has(nameOf('t.patient_id'), 'mar')} order by t.created_at desc, t.id`,
      )
      expect(stored.length, table).toBeGreaterThan(1)
      const { data, count, error } = await stage
        .as('doctora')
        .rpc(search, { term: ' Mar ' }, counted)
        .select(`id, ${people}`)
        .eq('doctor_id', doctor)
        .order('created_at', newest)
        .order('id')
        .range(0, 4)
      expect([table, error, count]).toEqual([table, null, stored.length])
      expect(data).toMatchObject(stored.slice(0, 5))
    }
  })

  it('of requests are filtered by their status', async () => {
    const stored = await stage.stored(
      `select r.id from public.study_requests r where r.status = 'pendiente' and ${has('r.patient_name', 'ana')}
       order by r.created_at desc, r.id desc`,
    )
    const { data, count, error } = await stage
      .as('doctor')
      .rpc('search_study_requests', { term: 'ana' }, counted)
      .select('id')
      .eq('status', 'pendiente')
      .order('created_at', newest)
      .order('id', newest)
    expect(error).toBeNull()
    const ids = [data ?? []].flat().map(({ id }) => id)
    for (const { id } of stored) expect(ids).toContain(id)
    expect(count).toBe(ids.length)
  })

  it('of people find a patient by name, e-mail and telephone, and a likely double', async () => {
    const [known] = await stage.stored(
      `select p.id, p.full_name, p.email, p.phone from public.profiles p where p.id = '${stage.id('paciente')}'`,
    )
    const doctora = stage.as('doctora')
    const name = String(known?.full_name)
    for (const term of [name.toUpperCase(), String(known?.email), String(known?.phone).slice(-7)]) {
      const own = await doctora.rpc('search_doctor_patients', { d_id: stage.id('doctora'), term }, counted)
      expect([term, own.error, own.data]).toEqual([term, null, [expect.objectContaining({ id: known?.id })]])
      const all = await stage
        .as('admin')
        .rpc('search_patients', { term })
        .select('id, email')
        .order('full_name')
      expect(all.data).toContainEqual({ id: known?.id, email: known?.email })
      const quick = await doctora.rpc('quick_search', { term })
      expect(quick.data).toContainEqual({
        kind: 'patient',
        id: known?.id,
        title: name,
        detail: known?.email,
      })
    }
    const similar = await doctora.rpc('similar_patients', { full_name: name, email: '', phone: '' })
    expect(similar.data).toEqual([{ ...known, why: 'name' }])
    // Another doctor finds the request, which every doctor reads, and not the patient.
    const elsewhere = await stage.as('doctor').rpc('quick_search', { term: String(known?.email) })
    expect(new Set([elsewhere.data].flat().map(({ kind }) => kind))).toEqual(new Set(['request']))
  })

  it('answers what happened with a patient, page after page', async () => {
    const doctora = stage.as('doctora')
    const read = async (page: number) =>
      (await doctora.rpc('patient_history', { p_id: stage.id('paciente'), page })).data
    const first = await read(1)
    expect(first.total).toBeGreaterThan(first.rows.length - 1)
    expect(Object.keys(first.rows[0]).sort()).toEqual(['at', 'detail', 'id', 'kind', 'title'])
    expect((await read(100)).rows).toEqual([])
    const { error, status } = await doctora.rpc('patient_history', { p_id: stage.id('paciente'), page: 0 })
    expect([status, error?.message]).toEqual([400, 'Página: escribe un número a partir de 1.'])
  })

  it.each(['search_citas', 'search_studies', 'search_invoices', 'search_study_requests', 'search_patients'])(
    '%s is refused to visitors',
    async (search) => {
      const { status, data } = await stage.as('visitor').rpc(search, { term: 'a' })
      expect([status, data]).toEqual([401, null])
    },
  )
})
