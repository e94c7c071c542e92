import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { type Caller, emailOf, people, uuid } from '#tests/policies/people.ts'
import { appointments, invoices, notes, requests, retiredService, studies } from '#tests/policies/world.ts'
import { type Shot, untouched, useClinic } from './data-stage.ts'

const merge = { prefer: 'resolution=merge-duplicates' }
const ignore = { prefer: 'resolution=ignore-duplicates' }

const booking = {
  patient_id: people.patientA,
  doctor_id: people.doctorA,
  appointment_date: '2099-02-02',
  appointment_time: '11:00',
  study_type: 'Escaneo Intraoral',
}
const payment = {
  patient_id: people.patientA,
  doctor_id: people.doctorA,
  payment_date: '2026-01-05',
  payment_method: 'Efectivo',
  services: [{ name: 'Escaneo Intraoral', price: 400 }],
}
const study = { patient_id: people.patientA, doctor_id: people.doctorA, study_date: '2026-01-05' }
const note = { patient_id: people.patientA, doctor_id: people.doctorA, note: 'Nota' }
const request = {
  patient_name: 'Visitante',
  patient_email: 'visitante@fuera.test',
  patient_phone: '5551234567',
  study_type: 'Escaneo Intraoral',
}

const patch = (body: unknown): Shot => ({ method: 'PATCH', body })
const post = (body: unknown, headers: Record<string, string> = {}): Shot => ({
  method: 'POST',
  body,
  headers,
})
const remove: Shot = { method: 'DELETE' }

type Attack = readonly [who: Caller | 'service', path: string, shot: Shot, status: number]

const own = (who: keyof typeof people) => `profiles?id=eq.${people[who]}`

const attacks: Record<string, readonly Attack[]> = {
  'a higher role for oneself': [
    ['patientA', own('patientA'), patch({ role: 'doctor' }), 403],
    ['patientA', own('patientA'), patch({ is_admin: true, role: 'doctor' }), 403],
    ['patientA', own('patientA'), patch({ full_name: 'X', role: 'doctor' }), 403],
    ['patientA', 'profiles', patch({ role: 'doctor' }), 403],
    ['patientA', own('patientA'), patch({ role: 'DOCTOR' }), 400],
    ['patientA', own('patientA'), patch({ specialty: 'Ortodoncia' }), 403],
    ['patientA', own('patientA'), patch({ email: emailOf('admin') }), 403],
    ['patientA', own('patientA'), patch({ id: people.admin }), 403],
    ['patientA', own('patientA'), patch({ created_at: '2000-01-01' }), 403],
    ['patientA', `${own('patientA')}&columns=full_name,role`, patch({ full_name: 'X', role: 'doctor' }), 403],
    ['patientA', own('patientA'), { method: 'PATCH', text: '{"role":"patient","role":"doctor"}' }, 403],
    ['liar', own('patientB'), patch({ role: 'doctor' }), 403],
    ['doctorA', own('doctorA'), patch({ is_admin: true }), 403],
    ['doctorA', 'profiles', patch({ is_admin: true }), 403],
    ['doctorA', own('patientA'), patch({ phone: '1' }), 204],
    ['doctorA', own('patientA'), patch({ role: 'doctor' }), 204],
    ['newAdmin', own('patientA'), patch({ role: 'doctor' }), 204],
    ['closedDoctor', own('closedDoctor'), patch({ is_admin: true }), 204],
    ['factorDue', own('factorDoctor'), patch({ full_name: 'X' }), 204],
    ['admin', own('mainAdmin'), patch({ is_admin: false }), 403],
    ['admin', own('mainAdmin'), patch({ role: 'patient', is_admin: false }), 403],
    ['service', own('mainAdmin'), patch({ is_admin: false }), 403],
    ['service', own('patientA'), patch({ is_admin: true }), 400],
  ],
  'a profile through other doors than an update': [
    ['patientA', 'profiles', post({ id: people.patientA, role: 'doctor' }, merge), 403],
    [
      'patientA',
      'profiles?on_conflict=email',
      post({ email: emailOf('patientA'), role: 'doctor' }, merge),
      403,
    ],
    ['doctorA', 'profiles', post({ id: people.doctorA, full_name: 'X', is_admin: true }, ignore), 403],
    [
      'anonymous',
      'profiles',
      post({ id: uuid('8000', 77), email: 'x@x.test', full_name: 'X', role: 'doctor' }),
      401,
    ],
    ['admin', own('patientB'), remove, 403],
    ['service', own('mainAdmin'), remove, 403],
  ],
  'columns that the server writes': [
    ['doctorA', 'citas', post({ ...booking, created_at: '2000-01-01' }), 403],
    ['doctorA', 'citas', post({ ...booking, status: 'completada' }), 403],
    ['doctorA', 'citas', post({ ...booking, doctor_id: people.doctorB }), 403],
    ['doctorA', 'citas', post({ ...booking, patient_id: null }), 403],
    [
      'doctorA',
      'citas',
      post([booking, { ...booking, appointment_time: '12:00', doctor_id: people.doctorB }]),
      403,
    ],
    [
      'doctorA',
      'citas?columns=patient_id,doctor_id,appointment_date,appointment_time,study_type,created_at',
      post({ ...booking, created_at: '2000-01-01' }),
      403,
    ],
    ['doctorA', `citas?id=eq.${appointments.A}`, patch({ doctor_id: people.doctorB }), 403],
    [
      'doctorA',
      `citas?id=eq.${appointments.A}`,
      patch({ status: 'completada', appointment_date: '2099-01-09' }),
      403,
    ],
    ['doctorA', 'studies', post({ ...study, created_at: '2000-01-01' }), 403],
    ['doctorA', 'studies', post({ ...study, doctor_id: people.doctorB }), 403],
    ['doctorA', `studies?id=eq.${studies.A}`, patch({ patient_id: people.patientB }), 403],
    ['doctorA', `studies?id=eq.${studies.A}`, patch({ doctor_id: people.doctorB }), 403],
    ['doctorA', 'medical_notes', post({ ...note, created_at: '2000-01-01' }), 403],
    ['doctorA', 'medical_notes', post({ ...note, doctor_id: people.doctorB }), 403],
    ['doctorA', 'invoices', post({ ...payment, created_at: '2000-01-01' }), 403],
    ['doctorA', 'invoices', post({ ...payment, annulled_at: '2026-01-01', annulled_reason: 'x' }), 403],
    ['doctorA', 'invoices', post({ ...payment, doctor_id: people.doctorB }), 403],
    ['admin', 'invoices', post(payment), 403],
    ['anonymous', 'study_requests', post({ ...request, id: 1 }), 401],
    [
      'anonymous',
      'study_requests?columns=id,patient_name,patient_email,patient_phone,study_type',
      post(request),
      401,
    ],
    ['anonymous', 'study_requests', post({ ...request, created_at: '2000-01-01' }), 401],
    ['anonymous', 'study_requests', post({ ...request, status: 'aceptada' }), 401],
    [
      'anonymous',
      'study_requests',
      post([
        { ...request, status: 'pendiente' },
        { ...request, status: 'aceptada' },
      ]),
      401,
    ],
    ['doctorA', `study_requests?id=eq.${requests.A}`, patch({ patient_email: 'otro@fuera.test' }), 403],
    ['doctorA', `study_requests?id=eq.${requests.A}`, patch({ status: 'aceptada', notes: 'x' }), 403],
    ['patientA', `study_requests?id=eq.${requests.A}`, patch({ status: 'aceptada' }), 204],
    ['admin', `study_requests?id=eq.${requests.A}`, patch({ privacy_accepted_at: '2026-01-01' }), 403],
    ['doctorA', 'services', post({ name: 'Gratis', price: 0 }), 403],
    ['doctorA', 'services', patch({ price: 0 }), 204],
    ['anonymous', 'services', patch({ price: 0 }), 401],
    ['admin', `services?id=eq.${retiredService}`, remove, 403],
  ],
  'rows of others by upsert': [
    ['doctorA', 'citas?on_conflict=id', post({ ...booking, id: appointments.B }, merge), 403],
    ['doctorA', 'citas?on_conflict=doctor_id,appointment_date,appointment_time', post(booking, merge), 400],
    ['doctorA', 'invoices', post({ ...payment, id: invoices.B }, merge), 403],
    [
      'doctorA',
      'invoices?on_conflict=invoice_number',
      post({ ...payment, invoice_number: 'IDX-00000001' }, merge),
      403,
    ],
    ['doctorA', 'medical_notes?on_conflict=id', post({ ...note, id: notes.A }, merge), 403],
    ['doctorA', 'studies?on_conflict=id', post({ ...study, id: studies.B }, merge), 403],
    ['doctorA', 'services?on_conflict=name', post({ name: 'Escaneo Intraoral', price: 0 }, merge), 403],
    ['anonymous', 'study_requests?on_conflict=id', post({ ...request, id: Number(requests.A) }, merge), 401],
  ],
  'what is written once': [
    ['doctorA', `medical_notes?id=eq.${notes.A}`, patch({ note: 'Otra' }), 403],
    ['doctorA', `medical_notes?id=eq.${notes.A}`, remove, 403],
    ['mainAdmin', 'medical_notes', remove, 403],
    ['service', `medical_notes?id=eq.${notes.A}`, patch({ note: 'Otra' }), 403],
    ['service', 'medical_notes', remove, 403],
    ['service', 'medical_notes', post({ ...note, id: notes.A }, merge), 403],
    ['doctorA', `invoices?id=eq.${invoices.A}`, patch({ total_amount: 1 }), 403],
    [
      'mainAdmin',
      `invoices?id=eq.${invoices.A}`,
      patch({ annulled_at: '2026-01-01', annulled_reason: 'x' }),
      403,
    ],
    ['mainAdmin', 'invoices', remove, 403],
    ['service', `invoices?id=eq.${invoices.A}`, patch({ total_amount: 1 }), 403],
    [
      'service',
      `invoices?id=eq.${invoices.A}`,
      patch({ annulled_at: '2026-01-01', annulled_reason: 'x', payment_date: '2020-01-01' }),
      403,
    ],
    [
      'service',
      `invoices?id=eq.${invoices.A}`,
      patch({ annulled_at: '2026-01-01', annulled_reason: ' ' }),
      400,
    ],
    ['service', 'invoices', remove, 403],
    ['service', 'invoices', post({ ...payment, id: invoices.A, invoice_number: 'IDX-00000009' }, merge), 403],
    ['service', `profiles?id=eq.${people.patientA}`, remove, 409],
    ['service', `profiles?id=eq.${people.doctorA}`, remove, 409],
    ['doctorA', 'citas', remove, 403],
    ['mainAdmin', 'citas', remove, 403],
    ['patientA', `studies?id=eq.${studies.A}`, remove, 204],
    ['doctorB', `studies?id=eq.${studies.A}`, remove, 204],
    ['doctorA', 'study_requests', remove, 204],
  ],
  'functions of others': [
    ['doctorA', 'rpc/annul_invoice', post({ invoice_id: invoices.A, reason: 'x' }), 403],
    ['patientA', 'rpc/accept_study_request', post({ request_id: Number(requests.A) }), 403],
    [
      'patientA',
      'rpc/prepare_account',
      post({ details: { full_name: 'X', email: 'x@x.test', role: 'doctor' } }),
      403,
    ],
    ['liar', 'rpc/prepare_account', post({ details: { full_name: 'X', email: 'x@x.test' } }), 403],
    ['newAdmin', 'rpc/prepare_account', post({ details: { full_name: 'X', email: 'x@x.test' } }), 403],
    ['factorDue', 'rpc/prepare_account', post({ details: { full_name: 'X', email: 'x@x.test' } }), 403],
    ['closedDoctor', 'rpc/begin_password_issue', post({ user_id: people.patientA }), 403],
    ['doctorA', 'rpc/begin_password_issue', post({ user_id: people.patientA }), 409],
    ['doctorA', 'rpc/begin_password_issue', post({ user_id: people.patientB }), 404],
    ['doctorA', 'rpc/begin_password_issue', post({ user_id: people.doctorB }), 404],
    ['doctorA', 'rpc/begin_password_issue', post({ user_id: people.doctorA }), 403],
    ['admin', 'rpc/begin_password_issue', post({ user_id: people.mainAdmin }), 403],
    ['doctorA', 'rpc/begin_factor_removal', post({ user_id: people.factorDoctor }), 403],
    ['factorDue', 'rpc/begin_factor_removal', post({ user_id: people.factorDoctor }), 403],
    ['newAdmin', 'rpc/begin_factor_removal', post({ user_id: people.factorDoctor }), 403],
    ['doctorA', 'rpc/begin_account_removal', post({ user_id: people.patientA }), 403],
    ['admin', 'rpc/begin_account_removal', post({ user_id: people.mainAdmin }), 403],
    ['admin', 'rpc/begin_account_removal', post({ user_id: people.admin }), 403],
    ['doctorA', 'rpc/admin_suffix', post({}), 403],
    ['anonymous', 'rpc/account_status', post({}), 401],
    ['service', 'rpc/prepare_account', post({ details: { full_name: 'X', email: 'x@x.test' } }), 403],
  ],
  'functions that no API offers': [
    [
      'mainAdmin',
      'rpc/set_config',
      post({ setting_name: 'role', new_value: 'postgres', is_local: false }),
      404,
    ],
    ['mainAdmin', 'rpc/pg_sleep', post({ '': 1 }), 404],
    ['mainAdmin', 'rpc/pg_read_file', post({ filename: 'PG_VERSION' }), 404],
    ['mainAdmin', 'rpc/link', post({ doctor_id: people.doctorA, patient_id: people.patientB }), 404],
    ['mainAdmin', 'rpc/private.link', post({ doctor_id: people.doctorA, patient_id: people.patientB }), 404],
    ['mainAdmin', 'rpc/setting', post({ key: 'admin_suffix', otherwise: '' }), 404],
    ['mainAdmin', 'rpc/guard_profile', post({}), 404],
    ['mainAdmin', 'rpc/rpc/annul_invoice', post({}), 404],
    ['service', 'audit_log', { method: 'GET' }, 404],
    ['service', 'private.audit_log', { method: 'GET' }, 404],
    ['service', 'account_state', patch({ must_change: false }), 404],
    ['service', 'users', { method: 'GET', headers: { 'accept-profile': 'auth' } }, 406],
    [
      'service',
      'app_settings',
      post({ key: 'admin_email', value: 'x@x.test' }, { 'content-profile': 'private' }),
      406,
    ],
    ['service', 'outbox', { method: 'GET', headers: { 'accept-profile': 'realtime' } }, 406],
    ['service', 'pg_class', { method: 'GET', headers: { 'accept-profile': 'pg_catalog' } }, 406],
  ],
}

describe.each(engines())('nobody gets on $name', (engine) => {
  const { database, shoot } = useClinic(engine)

  describe.each(Object.entries(attacks))('%s', (_, list) => {
    it.each(list)('%s $1 $2', async (who, path, shot, status) => {
      const hit = await untouched(database(), () => shoot(who, path, shot))
      expect([hit.status, hit.text]).toEqual([status, expect.any(String)])
    })
  })

  it('numbers, totals and dates of their own choice', async () => {
    const id = uuid('9004', 500)
    const made = await shoot('doctorA', 'invoices', {
      method: 'POST',
      body: { ...payment, id, invoice_number: 'IDX-00000042', total_amount: 1 },
    })
    expect(made.status).toBe(201)
    const [stored] = (await shoot('doctorA', `invoices?id=eq.${id}&select=invoice_number,total_amount`))
      .json as {
      invoice_number: string
      total_amount: number
    }[]
    expect(stored?.total_amount).toBe(400)
    expect(stored?.invoice_number).not.toBe('IDX-00000042')
    const sent = await shoot('anonymous', 'study_requests', {
      method: 'POST',
      body: { ...request, privacy_version: '1', privacy_accepted_at: '2000-01-01', status: ' PENDIENTE ' },
    })
    expect(sent.status).toBe(201)
    const seen = await shoot(
      'doctorA',
      'study_requests?patient_email=eq.visitante@fuera.test&privacy_accepted_at=gt.2026-01-01&status=eq.pendiente&select=id',
    )
    expect(seen.json).toHaveLength(1)
  })
})
