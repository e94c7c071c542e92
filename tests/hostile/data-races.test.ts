import { describe, expect, it, vi } from 'vitest'
import { engines } from '#tests/engines.ts'
import { emailOf, people, uuid } from '#tests/policies/people.ts'
import { appointments, invoices, requests } from '#tests/policies/world.ts'
import { type Hit, useClinic } from './data-stage.ts'

// Two hundred requests at once wait for their turns longer than people would, on a slow machine.
vi.mock('#server/base/numbers.ts', async (load) => {
  const numbers = await load<typeof import('#server/base/numbers.ts')>()
  return { ...numbers, turnLimits: { ...numbers.turnLimits, patienceMs: 240_000 } }
})

const booking = (time: string) => ({
  patient_id: people.patientA,
  doctor_id: people.doctorA,
  appointment_date: '2099-03-02',
  appointment_time: time,
  study_type: 'Escaneo Intraoral',
})
const payment = {
  patient_id: people.patientA,
  doctor_id: people.doctorA,
  payment_date: '2026-01-05',
  payment_method: 'Efectivo',
  services: [{ name: 'Escaneo Intraoral', price: 400 }],
}

/** How many answers there were of each status. */
function tally(hits: readonly Hit[]): Record<number, number> {
  const found: Record<number, number> = {}
  for (const { status } of hits) found[status] = (found[status] ?? 0) + 1
  return found
}

const race = <T>(count: number, run: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)))

const post = (body: unknown) => ({ method: 'POST', body }) as const
const patch = (body: unknown) => ({ method: 'PATCH', body }) as const

describe.each(engines())('at once on $name', (engine) => {
  const { database, shoot } = useClinic(engine)
  const one = async <Row>(sql: string, params: readonly unknown[] = []) =>
    (await database().query<Row>(sql, params)).rows[0]

  it('fifty bookings of one slot: one gets it, the others are told kindly', async () => {
    const hits = await race(50, () => shoot('doctorA', 'citas', post(booking('12:00'))))
    expect(tally(hits)).toEqual({ 201: 1, 409: 49 })
    expect(new Set(hits.filter(({ status }) => status === 409).map(({ code }) => code))).toEqual(
      new Set(['23505']),
    )
    expect(
      await one(`select count(*)::int as n from public.citas where appointment_date = '2099-03-02'`),
    ).toEqual({ n: 1 })
  })

  it('a slot that was given up is given once', async () => {
    await shoot('doctorA', 'citas', post(booking('13:00')))
    const filter = 'appointment_date=eq.2099-03-02&appointment_time=eq.13:00'
    const [freed, ...hits] = await race(21, (index) =>
      index === 0
        ? shoot('doctorA', `citas?${filter}`, patch({ status: 'cancelada' }))
        : shoot('doctorA', 'citas', post(booking('13:00'))),
    )
    expect(freed?.status).toBe(204)
    await shoot('doctorA', 'citas', post(booking('13:00')))
    expect(hits.every(({ status }) => status === 201 || status === 409)).toBe(true)
    expect((await shoot('doctorA', `citas?${filter}&status=neq.cancelada`)).json).toHaveLength(1)
  })

  it('two hundred payments: all stored, each with a number of its own', async () => {
    const hits = await race(200, () => shoot('doctorA', 'invoices', post(payment)))
    expect(tally(hits)).toEqual({ 201: 200 })
    expect(
      await one(
        `select count(*)::int as n, count(distinct invoice_number)::int as numbers, sum(total_amount)::text as total,
           count(*) filter (where invoice_number ~ '^IDX-[0-9]{8}$')::int as wellformed
         from public.invoices where payment_date = '2026-01-05' and created_at > now() - interval '1 hour'
           and invoice_number !~ '^IDX-0000000'`,
      ),
    ).toEqual({ n: 200, numbers: 200, total: '80000.00', wellformed: 200 })
  })

  it('twenty retries of one payment: one stored', async () => {
    const id = uuid('9004', 700)
    const hits = await race(20, () => shoot('doctorA', 'invoices', post({ ...payment, id })))
    expect(tally(hits)).toEqual({ 201: 1, 409: 19 })
  })

  it('twenty clients accept one request: one does', async () => {
    const hits = await race(20, (index) =>
      shoot(
        index % 2 ? 'doctorA' : 'doctorB',
        'rpc/accept_study_request',
        post({ request_id: Number(requests.A) }),
      ),
    )
    expect(tally(hits)).toEqual({ 200: 1, 409: 19 })
    expect(await one('select status from public.study_requests where id = $1', [requests.A])).toEqual({
      status: 'aceptada',
    })
  })

  it('accepting and rejecting one request: one of them counts', async () => {
    const hits = await race(20, (index) =>
      index % 2
        ? shoot('doctorA', 'rpc/accept_study_request', post({ request_id: Number(requests.B) }))
        : shoot('doctorB', `study_requests?id=eq.${requests.B}`, {
            ...patch({ status: 'rechazada' }),
            headers: { prefer: 'return=representation' },
          }),
    )
    const changed = hits.filter(({ status, text }) => status === 200 && text !== '[]')
    expect(changed).toHaveLength(1)
    expect(tally(hits)[500]).toBeUndefined()
  })

  it('completing, cancelling and reopening one appointment: what is over stays over', async () => {
    const states = ['completada', 'cancelada', 'pendiente']
    const hits = await race(30, (index) =>
      shoot('doctorA', `citas?id=eq.${appointments.A}`, {
        ...patch({ status: states[index % 3] }),
        headers: { prefer: 'return=representation' },
      }),
    )
    const final = await one<{ status: string }>('select status from public.citas where id = $1', [
      appointments.A,
    ])
    expect(['completada', 'cancelada']).toContain(final?.status)
    const ended = hits.filter(({ status, text }) => status === 200 && /completada|cancelada/.test(text))
    expect(new Set(ended.map(({ text }) => /completada|cancelada/.exec(text)?.[0]))).toEqual(
      new Set([final?.status]),
    )
    expect(
      Object.keys(tally(hits))
        .map(Number)
        .every((status) => status === 200 || status === 400),
    ).toBe(true)
  })

  it('annulling one payment: once, with one reason', async () => {
    const hits = await race(20, (index) =>
      shoot(
        index % 2 ? 'admin' : 'mainAdmin',
        'rpc/annul_invoice',
        post({ invoice_id: invoices.A, reason: `Motivo ${index}` }),
      ),
    )
    expect(tally(hits)).toEqual({ 200: 1, 409: 19 })
    const [won] = hits.filter(({ status }) => status === 200)
    expect(await one('select annulled_reason from public.invoices where id = $1', [invoices.A])).toEqual({
      annulled_reason: Reflect.get(Object(won?.json), 'annulled_reason'),
    })
  })

  it('closing an account while it writes: nothing is written after the close', async () => {
    const closing = shoot('admin', 'rpc/begin_account_removal', post({ user_id: people.doctorB }))
    const writes = race(40, (index) =>
      shoot(
        'doctorB',
        'medical_notes',
        post({ patient_id: people.patientB, doctor_id: people.doctorB, note: `Nota ${index}` }),
      ),
    )
    expect((await closing).json).toEqual({ outcome: 'closed', id: people.doctorB })
    const hits = await writes
    expect(
      Object.keys(tally(hits))
        .map(Number)
        .every((status) => status === 201 || status === 403),
    ).toBe(true)
    const late = await shoot(
      'doctorB',
      'medical_notes',
      post({ patient_id: people.patientB, doctor_id: people.doctorB, note: 'Tarde' }),
    )
    expect(late.status).toBe(403)
    expect((await shoot('doctorB', 'citas')).json).toEqual([])
  })

  it('erasing an account that just gets its first study: one of the two, and no study without its people', async () => {
    const [erased, added] = await Promise.all([
      database()
        .query('delete from auth.users where id = $1', [people.newAdmin])
        .then(
          () => true,
          () => false,
        ),
      shoot(
        'admin',
        'studies',
        post({ patient_id: people.patientA, doctor_id: people.newAdmin, study_date: '2026-01-05' }),
      ),
    ])
    expect(erased ? [400, 409] : [201]).toContain(added.status)
    expect(
      await one(
        `select (select count(*)::int from public.profiles where id = $1) as people,
           (select count(*)::int from public.studies where doctor_id = $1) as studies`,
        [people.newAdmin],
      ),
    ).toEqual(erased ? { people: 0, studies: 0 } : { people: 1, studies: 1 })
  })

  it('a flood from one address: sixty get through, whatever connection they took', async () => {
    const request = {
      patient_name: 'Visitante',
      patient_email: emailOf('patientB'),
      patient_phone: '5551234567',
      study_type: 'Escaneo Intraoral',
    }
    const flood = (count: number, from: (index: number) => string) =>
      race(count, (index) =>
        shoot('anonymous', 'study_requests', {
          ...post(request),
          headers: { 'x-forwarded-for': from(index) },
        }),
      )
    expect(tally(await flood(100, () => '198.51.100.9'))).toEqual({ 201: 60, 429: 40 })
    // A home has 2^64 addresses of one network, and every IPv4 address may be written as an IPv6 one.
    expect(tally(await flood(70, (index) => `2001:db8:1:2::${(index + 1).toString(16)}`))).toEqual({
      201: 60,
      429: 10,
    })
    expect(tally(await flood(10, () => '::ffff:198.51.100.9'))).toEqual({ 429: 10 })
    expect(tally(await flood(1, () => '2001:db8:1:3::1'))).toEqual({ 201: 1 })
    // One request with many rows counts every row; refused together, they leave nothing.
    const many = await shoot('anonymous', 'study_requests', {
      ...post(Array(61).fill(request)),
      headers: { 'x-forwarded-for': '198.51.100.10' },
    })
    expect(many.status).toBe(429)
  })
})
