import { beforeAll, describe, expect, it } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { quoteName } from '#server/db/quote.ts'
import { createFunctions } from '#server/functions/functions.ts'
import { createBackend } from '#server/http/backend.ts'
import type { Service } from '#server/identity.ts'
import { createRest } from '#server/rest/rest.ts'
import { engines } from '#tests/engines.ts'
import { access } from './access.ts'
import { arrivals, machineRows, machines, stationKey } from './machines-stage.ts'
import { orderRowsOfWorld, orders, otherDentist, sending } from './orders-stage.ts'
import { type Caller, callers, emailOf, erasedId, identityOf, people, uuid } from './people.ts'
import { rehearse } from './rehearse.ts'
import { addenda, reportRowsOfWorld, reports, template, verifyTokenOfA } from './reports-stage.ts'
import { identify, keys, send, signed, tokens, undoing } from './wire.ts'
import {
  appointments,
  citaLinks,
  closures,
  invoices,
  messages,
  pinOfShareA,
  requests,
  retiredService,
  shares,
  studies,
  tokenOfA,
  tokenOfShareA,
  useWorld,
} from './world.ts'

/** Arguments that make a function do something for callers who may use it. */
const calls: Record<string, readonly Record<string, unknown>[]> = {
  accept_study_request: [
    { request_id: Number(requests.B) },
    { request_id: Number(requests.ofStranger) },
    { request_id: Number(requests.ofNewPatient) },
  ],
  account_status: [{}],
  list_arrivals: [{}],
  assign_arrival: [
    {
      arrival_id: arrivals.ofNobody,
      patient_id: people.patientA,
      doctor_id: people.doctorA,
      study_type: 'Otro',
    },
  ],
  discard_arrival: [{ arrival_id: arrivals.ofPatientA, reason: 'Una prueba' }],
  machine_figures: [{}],
  set_arrival_delivery: [{ automatic: false }],
  set_machine: [{ machine: { id: machines.tomograph, name: 'Otro', aet: 'TOMO' } }],
  station_machines: [{ key: stationKey }, { key: 'x' }],
  station_tested: [{ key: stationKey, aet: 'TOMO', answered: true }],
  test_machine: [{ machine_id: machines.tomograph }, { machine_id: machines.panoramic }],
  station_heard: [{ key: stationKey, aet: 'TOMO', address: '192.0.2.7', known: true }],
  station_worklist: [{ key: stationKey, filter: {} }],
  station_upload: [{ key: stationKey, arrival: { study_uid: '1.2.0' } }],
  station_arrived: [
    { key: stationKey, arrival: { study_uid: '1.9', aet: 'TOMO', instances: 1, bytes: 1, said: {} } },
  ],
  add_closure: [
    {
      id: uuid('9014', 9),
      d_id: people.doctorA,
      kind: 'ausencia',
      first_day: '2098-12-01',
      last_day: '2098-12-02',
    },
    {
      id: uuid('9014', 9),
      d_id: null,
      kind: 'apertura',
      first_day: '2098-12-01',
      last_day: '2098-12-02',
      opens: '19:00',
      closes: '20:00',
      label: 'Campaña',
    },
  ],
  ask_dentist_access: [
    {
      application: {
        full_name: 'Ana Ruiz',
        practice: 'Dental Ruiz',
        email: 'ana@fuera.test',
        phone: '9621112233',
      },
    },
    { application: { full_name: 'Ana Ruiz' } },
  ],
  close_dentist: [{ dentist_id: people.dentist }, { dentist_id: people.patientA }],
  list_dentists: [{}],
  send_order: [{ sending: sending() }, { sending: sending({ consent: false }) }],
  my_orders: [{}, { words: 'paciente', state: 'lista', month: '2026-11-01', skip: 0, most: 5 }],
  cancel_order: [{ order_id: orders.waiting }, { order_id: orders.A }],
  order_link: [{ order_id: orders.waiting }],
  see_order: [{ order_id: orders.A }],
  open_orders: [{ patient_id: people.patientA, study_type: 'Escaneo Intraoral' }],
  deliver_study: [
    { study_id: studies.A, dentist_id: otherDentist },
    { study_id: studies.A, dentist_id: people.dentist, order_id: orders.A },
  ],
  set_sharing: [
    { dentist_id: people.dentist, study_id: studies.A, shared: false },
    { dentist_id: people.dentist, study_id: null, shared: true },
  ],
  set_sharing_by_link: [{ token: 'adivina', shared: true }],
  who_receives: [{}],
  practice_of_code: [{ code: '222222' }],
  request_by_code: [{ code: '222222', request: {}, consent: true }],
  reject_dentist: [{ application_id: uuid('9040', 1) }],
  request_receipt: [{ submission_id: uuid('9020', 1) }],
  track_request: [{ folio: requests.A, code: 'ZZZZZZZZ' }],
  agenda_settings: [{}],
  clinic_week: [{}],
  open_slots: [{ d_id: people.doctorA, from_day: '2099-01-05', days: 2 }],
  book_cita: [
    {
      id: uuid('9020', 1),
      patient_id: people.patientA,
      doctor_id: people.doctorA,
      day: '2099-01-12',
      at: '09:30',
      study_type: 'Panorámica',
      request_id: Number(requests.A),
    },
  ],
  confirm_cita: [{ cita_id: appointments.A }],
  mark_no_show: [{ cita_id: appointments.A }],
  move_cita: [{ cita_id: appointments.A, day: '2099-01-12', at: '10:00' }],
  queue_message: [
    { kind: 'cita_nueva', cita_id: appointments.A },
    { kind: 'saludo', cita_id: appointments.A },
  ],
  retry_message: [{ id: messages.A }],
  reminders: [{ day: '2099-01-05', doctor: people.doctorA }],
  prepare_reminders: [{ day: '2099-01-05', doctor: people.doctorA }],
  note_opened: [{ message_id: messages.A }],
  set_reminders: [{ patient_id: people.patientA, on: false }],
  stop_reminders: [{ token: 'adivina' }],
  take_messages: [{ key: 'adivina' }],
  settle_messages: [{ key: 'adivina', outcomes: [] }],
  message_figures: [{}],
  request_patient: [{ request_id: Number(requests.A) }],
  undo_no_show: [{ cita_id: appointments.A }],
  cita_token: [{ cita_id: appointments.A, channel: 'copia' }],
  my_cita_link: [{ cita_id: appointments.A }],
  revoke_cita_link: [{ link_id: citaLinks.A }],
  send_choice: [{ request_id: Number(requests.acceptedA), doctor_id: people.doctorA, channel: 'copia' }],
  cita_link: [{ token: 'adivina' }],
  cita_link_slots: [{ token: 'adivina', from_day: '2099-01-12' }],
  confirm_by_link: [{ token: 'adivina' }],
  cancel_by_link: [{ token: 'adivina' }],
  tell_absence: [{ token: 'adivina' }],
  move_by_link: [{ token: 'adivina', day: '2099-01-12', at: '10:00' }],
  book_by_link: [{ token: 'adivina', day: '2099-01-12', at: '10:00' }],
  remove_closure: [{ id: closures.ofDoctorA }, { id: closures.ofClinic }],
  set_agenda_settings: [{ changes: { notice_hours: 8 } }, { changes: { notice_hours: 73 } }],
  set_hours: [{ d_id: null, week: [{ weekday: 1, opens: '09:00', closes: '10:00' }] }],
  admin_suffix: [{}],
  answer_link_request: [{ request_id: uuid('9010', 1), accept: true }],
  annul_invoice: [{ invoice_id: invoices.A, reason: 'Duplicada' }],
  begin_account_removal: [
    { user_id: people.patientA },
    { user_id: people.newAdmin },
    { user_id: people.mainAdmin },
  ],
  begin_doctor_removal: [
    { user_id: people.doctorA, plan: 'cancel' },
    { user_id: people.doctorA, plan: 'give', new_doctor: people.doctorB },
  ],
  begin_factor_removal: [{ user_id: people.factorDoctor }, { user_id: people.mainAdmin }],
  begin_password_issue: [
    { user_id: people.patientA },
    { user_id: people.newPatient },
    { user_id: people.mainAdmin },
  ],
  create_activation: [
    { user_id: people.patientA },
    { user_id: people.newPatient },
    { user_id: people.mainAdmin },
  ],
  mail_activation: [
    { user_id: people.patientA },
    { user_id: people.newPatient },
    { user_id: people.mainAdmin },
  ],
  claim_activation: [{ token: 'adivina', email: emailOf('newPatient'), sender: {} }],
  release_activation: [{ token: 'adivina' }],
  create_study_share: [
    { study_id: studies.A, label: 'Dr. Ruiz', days: 14, max_uses: 10 },
    { study_id: studies.B, label: null, days: 1, max_uses: 1 },
    { study_id: studies.A, label: null, days: 1, max_uses: 1, share_id: uuid('9009', 2) },
    { study_id: studies.A, label: null, days: 1, max_uses: 1, with_report: true, basis: 'patient' },
  ],
  start_report: [
    { id: uuid('9034', 1), study_id: studies.ofClosedDoctor, template_id: template },
    { id: uuid('9034', 1), study_id: studies.A, template_id: null },
  ],
  save_report: [{ report_id: reports.ofNewPatient, version: 1, changes: { impression: 'Bien' } }],
  discard_report: [{ report_id: reports.ofNewPatient }],
  free_report_draft: [{ study_id: studies.ofNewPatient }],
  sign_report: [
    { report_id: reports.ofNewPatient, version: 1 },
    { report_id: reports.B, version: 1, hold_days: 2, hold_reason: 'Se lo digo yo' },
  ],
  release_report: [{ report_id: reports.ofFactorDoctor }],
  annul_report: [{ report_id: reports.A, reason: 'De otro paciente' }],
  save_addendum: [
    { report_id: reports.A, kind: 'aclaración', text: 'Es así' },
    { report_id: reports.A, kind: 'aclaración', text: 'Es así', addendum_id: addenda.unsigned },
  ],
  sign_addendum: [{ addendum_id: addenda.unsigned }],
  my_report: [{ study_id: studies.A }, { study_id: studies.ofFactorDoctor }],
  verify_report: [{ token: verifyTokenOfA }],
  put_study_preview: [
    { study_id: studies.A, preview: { source: 'otro', state: 'none', kind: 'document', maker: 1 } },
  ],
  drop_study_preview: [{ study_id: studies.A }, { study_id: studies.B }],
  studies_without_preview: [{}, { after: studies.A, most: 1, volumes: true }],
  note_seen: [
    { study_id: studies.A, what: 'images' },
    { study_id: studies.B, what: 'images' },
  ],
  renew_study_share: [{ share_id: shares.A }],
  revoke_study_share: [{ share_id: shares.A }, { share_id: shares.B }],
  check_study_visit: [{ token: tokenOfShareA, visit: 'x', sender: {} }],
  open_study_share: [{ token: tokenOfShareA, pin: pinOfShareA, visit: null, sender: {} }],
  doctor_income: [{ d_id: people.doctorA, day: '2026-01-05' }],
  end_session: [{ session_id: uuid('9009', 1) }],
  admin_analytics: [{}],
  admin_overview: [{}],
  cash_cut: [{ day: '2026-01-05' }, { day: '2026-01-05', doctor: people.doctorA }],
  no_shows: [{ from_day: '2026-01-01', to_day: '2026-01-31' }],
  income_by_doctor: [{ from_day: null, to_day: '2026-01-05' }],
  audit_lines: [{}, { person: 'doctora', kind: 'citas', day: '2026-01-05' }],
  audit_state: [{}],
  installation_health: [{}],
  service_history: [{ service: retiredService, page: 1 }],
  verify_audit: [{ after: 0, most: 10 }],
  get_doctor_patients: [{ d_id: people.doctorA }, { d_id: people.doctorB }],
  invoice_exists: [{ number: 'IDX-00000001' }],
  is_admin_suffix: [{ suffix: 'adivina' }],
  log_access: [{ kind: 'study', id: 'x' }],
  main_admin_id: [{}],
  merge_referrers: [{ from_key: 'juan perez', into_key: 'juan peres' }],
  my_access_log: [{ page: 1 }],
  my_link_requests: [{}],
  my_sessions: [{}],
  patient_history: [
    { p_id: people.patientA, page: 1 },
    { p_id: people.patientB, page: 0 },
  ],
  patient_paid: [{ p_id: people.patientA }, { p_id: people.newPatient }],
  prepare_account: [{ details: { full_name: 'Nueva Persona', email: 'nueva@fuera.test', role: 'doctor' } }],
  quick_search: [{ term: 'patienta' }],
  referrer_merges: [{}],
  referrer_suggestions: [{}],
  referring_doctors: [
    { term: '', sort_by: 'count', descending: true, page: 1, page_size: 10 },
    { term: 'a', sort_by: 'fecha', descending: true, page: 1, page_size: 10 },
  ],
  search_citas: [{ term: 'patientA' }],
  search_doctor_patients: [{ d_id: people.doctorA, term: 'patient' }],
  search_invoices: [{ term: '0000001' }],
  search_patients: [{ term: 'patienta' }, { term: '' }],
  search_profiles: [{ term: 'patienta' }, { term: '' }],
  search_studies: [{ term: 'escaneo' }],
  search_study_requests: [{ term: 'persona' }],
  similar_patients: [{ full_name: 'Nombre patientA', email: '', phone: '' }],
  suggest_referring_doctors: [{ term: 'ab' }],
  system_income: [{ day: '2026-01-05' }],
  taken_slots: [{ d_id: people.doctorA, day: '2099-01-05' }],
  undo_referrer_merge: [{ merge_id: uuid('9009', 1) }],
  verify_receipt: [{ token: tokenOfA }, { token: 'adivina' }],
}

/** Functions of a row are read as computed columns (`names.test.ts`); the others are called. */
const callable = Object.keys(access.functions)
  .filter((signature) => signature.startsWith('public.') && !signature.includes('(public.'))
  .map((signature) => signature.slice(7).replace(/\(.*/, ''))

describe.each(engines())('functions over HTTP on $name', (engine) => {
  const world = useWorld(engine, [...reportRowsOfWorld, ...machineRows, ...orderRowsOfWorld])

  it('are all tried here', () => {
    expect(Object.keys(calls).sort()).toEqual([...new Set(callable)].sort())
  })

  /** The same call in SQL, which the function's own tests check against the matrix. */
  const inSql = (caller: Caller, name: string, args: Record<string, unknown>) =>
    rehearse(
      world(),
      identityOf(caller),
      async (stage) => {
        const list = Object.keys(args).map((key, index) => `${quoteName(key)} => $${index + 1}`)
        const { outcome } = await stage.attempt(
          `select * from public.${name}(${list.join(', ')})`,
          // The driver takes a list for an array of PostgreSQL's own; ours are all JSON.
          Object.values(args).map((value) => (Array.isArray(value) ? JSON.stringify(value) : value)),
        )
        // What must be counted is not raised, but answered with a status.
        const [refused] = await stage.owner(
          `select nullif(current_setting('response.status', true), '') as status`,
        )
        if (outcome === 'done' && refused?.status) return `PT${refused.status}`
        return outcome === 'nothing' ? 'done' : outcome
      },
      { 'x-forwarded-for': '192.0.2.44' },
    )

  describe.each(Object.entries(calls))('%s', (name, argumentsOf) => {
    it.each(callers)('by %s', async (caller) => {
      for (const args of argumentsOf) {
        const sent = await send(world(), caller, `rpc/${name}`, {
          method: 'POST',
          body: JSON.stringify(args),
        })
        expect([args, sent.outcome]).toEqual([args, await inSql(caller, name, args)])
      }
    })
  })

  it('answer a dentist who receives nothing as a patient of nobody, but for orders and what is asked of patients', async () => {
    const answers = (role: 'dentist' | 'patient') =>
      rehearse(world(), identityOf('dentist'), async (stage) => {
        if (role === 'patient') {
          await stage.owner('alter table public.profiles disable trigger profiles_a_guard')
          await stage.owner(`update public.profiles set role = 'patient' where id = $1`, [people.dentist])
        }
        await stage.owner('delete from public.study_recipients')
        const found: [string, string][] = []
        for (const [name, argumentsOf] of Object.entries(calls))
          for (const args of argumentsOf) {
            const list = Object.keys(args).map((key, index) => `${quoteName(key)} => $${index + 1}`)
            const values = Object.values(args).map((value) =>
              Array.isArray(value) ? JSON.stringify(value) : value,
            )
            const { outcome, rows } = await stage.attempt(
              `select * from public.${name}(${list.join(', ')})`,
              values,
              async () => {},
            )
            found.push([name, `${outcome} ${rows.length}`])
          }
        return found
      })
    const asPatient = await answers('patient')
    const differ = (await answers('dentist')).filter(([, said], index) => said !== asPatient[index]?.[1])
    expect(differ).toEqual([
      ['send_order', 'done 1'],
      ['send_order', 'PT400 0'],
      ['my_orders', 'done 1'],
      ['my_orders', 'done 1'],
      ['cancel_order', 'done 1'],
      ['cancel_order', 'done 1'],
      ['order_link', 'PT409 0'],
      ['my_access_log', 'rule 0'],
      // A patient finds oneself.
      ['search_patients', 'nothing 0'],
    ])
  })

  describe('the server functions', () => {
    /** Doctors get as far as the database's rules; what follows would make or erase an account. */
    const bodies: [name: string, body: unknown, may: readonly Caller[], answer: number][] = [
      [
        'accept-study-request',
        { request: { id: Number(requests.B) } },
        ['doctorA', 'doctorB', 'factorPassed', 'admin', 'mainAdmin'],
        200,
      ],
      [
        'create-patient-manual',
        { full_name: 'Otra Persona', email: emailOf('doctorB') },
        ['doctorA', 'doctorB', 'factorPassed', 'admin', 'mainAdmin'],
        409,
      ],
      ['admin-delete-user', { userIdToDelete: erasedId }, ['admin', 'mainAdmin'], 404],
      ['remove-second-factor', { userId: erasedId }, ['admin', 'mainAdmin'], 404],
      [
        'issue-temporary-password',
        { userId: erasedId },
        ['doctorA', 'doctorB', 'factorPassed', 'admin', 'mainAdmin'],
        404,
      ],
      // The link itself is the key: the same for everybody, with or without an account.
      ['open-shared-study', { token: 'adivina', pin: '000000' }, callers, 403],
      [
        'activate-account',
        { token: 'adivina', email: emailOf('newPatient'), password: 'tres-mesas-azules' },
        callers,
        410,
      ],
    ]
    // The auth service no longer knows a closed account; the database refuses the others.
    const unknown: readonly Caller[] = ['anonymous', 'closedPatient', 'closedDoctor', 'erased']

    let service: Service
    const sessions = new Map<Caller, string>()
    beforeAll(async () => {
      const url = 'http://clinica.test'
      const auth = createAuth({
        database: world(),
        keys,
        publicUrl: url,
        clinicName: 'Clínica',
        sendMail: async () => {},
      })
      const backend = createBackend({
        auth,
        rest: createRest({ database: undoing(world()), identify }),
        storage: async () => new Response(null, { status: 404 }),
        functions: async () => new Response(null, { status: 404 }),
      })
      service = createFunctions({ url, keys, identify, fetchBackend: backend })
      for (const caller of callers) {
        const { claims } = identityOf(caller)
        if (caller === 'anonymous' || caller === 'erased') continue
        const { rows } = await world().query<{ id: string }>(
          'insert into auth.sessions (user_id, aal) values ($1, $2) returning id::text',
          [claims.sub, claims.aal],
        )
        sessions.set(caller, await signed({ ...claims, session_id: rows[0]?.id }))
      }
    })

    describe.each(bodies)('%s', (name, body, may, answer) => {
      it.each(callers)('by %s', async (caller) => {
        const response = await service(
          new Request(`http://clinica.test/functions/v1/${name}`, {
            method: 'POST',
            headers: {
              apikey: keys.anonKey,
              authorization: `Bearer ${sessions.get(caller) ?? tokens[caller]}`,
            },
            body: JSON.stringify(body),
          }),
        )
        expect(response.status).toBe(may.includes(caller) ? answer : unknown.includes(caller) ? 401 : 403)
      })
    })
  })
})
