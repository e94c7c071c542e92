import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { type Caller, emailOf, people, uuid } from '#tests/policies/people.ts'
import { appointments, invoices, notes, requests, studies } from '#tests/policies/world.ts'
import { type Hit, type Shot, untouched, useClinic } from './data-stage.ts'

const nobody = uuid('8000', 98)
const nothing = uuid('9009', 98)

const post = (body: unknown): Shot => ({ method: 'POST', body })
const patch = (body: unknown): Shot => ({ method: 'PATCH', body })
const remove: Shot = { method: 'DELETE' }
const counted: Shot = { headers: { prefer: 'count=exact' } }

type Ask = readonly [path: string, shot: Shot]

const booking = (patient: string, doctor: string): Ask => [
  'citas',
  post({
    patient_id: patient,
    doctor_id: doctor,
    appointment_date: '2099-04-04',
    appointment_time: '10:00',
    study_type: 'Escaneo Intraoral',
  }),
]
const study = (patient: string, doctor: string): Ask => [
  'studies',
  post({ patient_id: patient, doctor_id: doctor, study_date: '2026-01-05' }),
]
const note = (patient: string, doctor: string): Ask => [
  'medical_notes',
  post({ patient_id: patient, doctor_id: doctor, note: 'Nota' }),
]
const payment = (patient: string, doctor: string, id?: string): Ask => [
  'invoices',
  post({
    ...(id !== undefined && { id }),
    patient_id: patient,
    doctor_id: doctor,
    payment_date: '2026-01-05',
    payment_method: 'Efectivo',
    services: [{ name: 'Escaneo Intraoral', price: 400 }],
  }),
]

type Twin = readonly [who: Caller, about: (id: string) => Ask, hidden: readonly string[], none: string]

/** What a doctor, a patient and a closed account must not learn about people named in a new row. */
const namedBy = (make: (patient: string, doctor: string) => Ask): Twin[] => [
  ['doctorA', (id) => make(id, people.doctorA), [people.patientB, people.doctorB, people.admin], nobody],
  [
    'doctorA',
    (id) => make(people.patientA, id),
    [people.doctorB, people.patientB, people.closedDoctor],
    nobody,
  ],
  [
    'patientA',
    (id) => make(id, people.patientA),
    [people.patientB, people.doctorB, people.closedPatient],
    nobody,
  ],
  [
    'patientA',
    (id) => make(people.patientA, id),
    [people.doctorA, people.doctorB, people.closedDoctor],
    nobody,
  ],
  ['closedDoctor', (id) => make(id, people.closedDoctor), [people.patientA, people.admin], nobody],
]

/** The same question about somebody out of reach and about nobody: both answers must be alike. */
const twins: Record<string, readonly Twin[]> = {
  people: [
    ...[booking, study, note, payment].flatMap((make) => namedBy(make)),
    [
      'patientA',
      (id) => [`profiles?id=eq.${id}`, counted],
      [people.patientB, people.doctorB, people.closedDoctor],
      nobody,
    ],
    [
      'patientA',
      (id) => [`profiles?id=eq.${id}`, patch({ full_name: 'X' })],
      [people.patientB, people.doctorA],
      nobody,
    ],
    [
      'doctorA',
      (id) => [`profiles?id=eq.${id}`, patch({ full_name: 'X' })],
      [people.patientA, people.patientB],
      nobody,
    ],
    [
      'doctorA',
      (id) => ['rpc/begin_password_issue', post({ user_id: id })],
      [people.patientB, people.doctorB, people.closedPatient, people.mainAdmin],
      nobody,
    ],
    [
      'doctorA',
      (id) => ['rpc/begin_account_removal', post({ user_id: id })],
      [people.patientA, people.mainAdmin],
      nobody,
    ],
    [
      'doctorA',
      (id) => ['rpc/get_doctor_patients', post({ d_id: id })],
      [people.doctorB, people.patientB],
      nobody,
    ],
    ['patientA', (id) => ['rpc/get_doctor_patients', post({ d_id: id })], [people.doctorA], nobody],
    [
      'patientA',
      (id) => ['rpc/taken_slots', post({ d_id: id, day: '2099-01-05' })],
      [people.doctorA],
      nobody,
    ],
    [
      'patientA',
      (id) => ['rpc/doctor_income', post({ d_id: id, day: '2026-01-05' })],
      [people.doctorB],
      nobody,
    ],
    ['doctorB', (id) => ['rpc/patient_paid', post({ p_id: id })], [people.patientA], nobody],
  ],
  rows: [
    ['doctorA', (id) => payment(people.patientA, people.doctorB, id), [invoices.B], nothing],
    ['patientA', (id) => payment(people.patientA, people.doctorA, id), [invoices.B, invoices.A], nothing],
    ['doctorB', (id) => [`citas?id=eq.${id}`, patch({ status: 'cancelada' })], [appointments.A], nothing],
    ['doctorB', (id) => [`citas?id=eq.${id}`, counted], [appointments.A], nothing],
    ['doctorB', (id) => [`studies?id=eq.${id}`, patch({ comments: 'x' })], [studies.A], nothing],
    ['doctorB', (id) => [`studies?id=eq.${id}`, remove], [studies.A], nothing],
    ['doctorB', (id) => [`medical_notes?id=eq.${id}`, counted], [notes.A], nothing],
    [
      'doctorB',
      (id) => [`invoices?id=eq.${id}`, { headers: { accept: 'application/vnd.pgrst.object+json' } }],
      [invoices.A],
      nothing,
    ],
    [
      'doctorA',
      (id) => ['rpc/annul_invoice', post({ invoice_id: id, reason: 'x' })],
      [invoices.A, invoices.B],
      nothing,
    ],
    ['patientA', (id) => [`study_requests?id=eq.${id}`, counted], [requests.B], '99999'],
    [
      'patientA',
      (id) => ['rpc/accept_study_request', post({ request_id: Number(id) })],
      [requests.A, requests.B],
      '99999',
    ],
  ],
}

/** What the caller sees of an answer, without the id that was asked for. */
const seen = ({ status, text, headers }: Hit, id: string) => ({
  status,
  text: text.replaceAll(id, '...'),
  range: headers.get('content-range'),
})

/** Ways to learn of a hidden row through an embedding, a cast, a filter or a count. */
const sideDoors: readonly (readonly [who: Caller, path: string])[] = [
  ['patientA', `citas?select=id,doctor:profiles!doctor_id!inner(id)&doctor.email=eq.${emailOf('doctorB')}`],
  ['patientA', `citas?select=id,patient:profiles!patient_id!inner()&patient.id=eq.${people.patientB}`],
  ['doctorB', `profiles?select=id,studies!studies_patient_id_fkey!inner(id)&studies.id=eq.${studies.A}`],
  [
    'doctorB',
    `profiles?select=id,medical_notes!medical_notes_patient_id_fkey!inner(id)&id=eq.${people.patientA}`,
  ],
  [
    'doctorB',
    `profiles?select=id,invoices!invoices_doctor_id_fkey!inner(id)&id=eq.${people.doctorA}&invoices.id=eq.${invoices.A}`,
  ],
  ['doctorB', `profiles?select=id,citas!citas_doctor_id_fkey()&citas=not.is.null&id=eq.${people.doctorA}`],
  [
    'doctorB',
    `profiles?select=id&or=(id.eq.${people.patientA},and(id.eq.${people.patientA},role.eq.patient))`,
  ],
  [
    'doctorB',
    `invoices?select=id&services->0->>name=eq.Escaneo%20Intraoral&patient_id=eq.${people.patientA}`,
  ],
  ['doctorB', `studies?select=id&file_url=like.${people.patientA}*`],
  ['doctorB', `medical_notes?select=id&note=ilike.*nota*&patient_id=eq.${people.patientA}`],
  ['mainAdmin', `medical_notes?select=id`],
  ['patientA', `study_requests?select=id&patient_email=eq.${emailOf('patientB')}`],
  ['liar', `study_requests?select=id&patient_email=eq.${emailOf('patientA')}`],
  ['anonymous', 'services?select=id&active=is.false'],
  ['anonymous', 'services?select=id&name=eq.Retirado'],
  // A cast that fails on the hidden value would fail if it ran before the policy.
  ['anonymous', 'services?select=name::int4&name=eq.Retirado'],
  ['patientA', `profiles?select=full_name::int4&id=eq.${people.patientB}`],
  ['doctorB', `medical_notes?select=note::uuid&id=eq.${notes.A}`],
  ['doctorB', `studies?select=file_url::date&id=eq.${studies.A}`],
  ['patientA', `citas?select=id,doctor:profiles!doctor_id!inner(email::int4)&doctor.id=eq.${people.doctorB}`],
  ['factorDue', 'citas?select=id'],
  ['newPatient', 'studies?select=id'],
  ['closedPatient', 'invoices?select=id'],
  ['erased', 'profiles?select=id'],
]

describe.each(engines())('nothing is told on $name', (engine) => {
  const { database, shoot } = useClinic(engine)

  describe.each(Object.entries(twins))('about %s', (_, list) => {
    it.each(
      list.flatMap(([who, about, hidden, none]) => {
        const [path, { method, body }] = about('...')
        return [
          [
            `${who} ${method ?? 'GET'} ${path} ${JSON.stringify(body ?? '')}`.slice(0, 120),
            { who, about, hidden, none },
          ] as const,
        ]
      }),
    )('%s', async (_name, { who, about, hidden, none }) => {
      const ask = (id: string) => shoot(who, ...about(id))
      const of = async (id: string) => seen(await ask(id), id)
      await untouched(database(), async () => {
        const expected = await of(none)
        for (const id of hidden) expect(await of(id)).toEqual(expected)
      })
    })
  })

  it.each(sideDoors)('through a side door: $0 $1', async (who, path) => {
    const hit = await shoot(who, path, counted)
    expect([hit.status, hit.json, hit.headers.get('content-range')]).toEqual([200, [], '*/0'])
  })

  it('to errors: none says what is in a row, or which names there are', async () => {
    for (const [path, shot] of [
      ['citas?on_conflict=id', post({ id: appointments.B })],
      [
        'services?on_conflict=nope',
        { ...post({ name: 'x' }), headers: { prefer: 'resolution=merge-duplicates' } },
      ],
      ['profil', {}],
      ['profiles?select=emai', {}],
      ['rpc/annul_invoic', post({})],
      ['citas?select=perfil(id)', {}],
      [`invoices?id=eq.${invoices.B}`, patch({ total_amount: 1 })],
      ['profiles', post({ id: people.patientB, email: emailOf('patientB') })],
    ] as const) {
      const { text, status } = await shoot('patientA', path, shot)
      expect(status, path).toBeGreaterThanOrEqual(400)
      expect(text, path).not.toMatch(/perhaps|failing row|@clinica|Nombre |already exists/i)
    }
  })

  it('by what a connection was used for before', async () => {
    // Session settings, left on every connection of the pool.
    await Promise.all(
      Array.from({ length: 16 }, () =>
        database().transaction(async (tx) => {
          await tx.query(
            `select set_config('response.status', '418', false), set_config('response.headers', '[{"x-left": "1"}]', false),
               set_config('request.jwt.claims', $1, false)`,
            [JSON.stringify({ sub: people.mainAdmin, role: 'authenticated', aal: 'aal2' })],
          )
        }),
      ),
    )
    const visitor = await shoot('anonymous', 'services?select=name&name=eq.Retirado')
    expect([visitor.status, visitor.json, visitor.headers.get('x-left')]).toEqual([200, [], null])
    const patient = await shoot('patientA', 'profiles?select=id')
    expect(patient.status).toBe(200)
    expect(patient.text).not.toContain(people.patientB)
  })
})
