import { describe, expect, it } from 'vitest'
import type { Identity } from '#server/identity.ts'
import { engines } from '#tests/engines.ts'
import {
  asOtherDentist,
  coverPath,
  dentistMarks,
  dentistShares,
  orderRequests,
  orderRowsOfWorld,
  orders,
  otherDentist,
  ownImage,
  ownImagePath,
  thumbPath,
} from './orders-stage.ts'
import { emailOf, identityOf, people, uuid } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import {
  addenda,
  imagePath,
  keyImages,
  marks,
  reportRowsOfWorld,
  reports,
  template,
} from './reports-stage.ts'
import {
  appointments,
  citaLinks,
  invoices,
  notes,
  pathOf,
  requests,
  shares,
  studies,
  tokenOfA,
  useWorld,
} from './world.ts'

/** What is tried, the statement with its values, and what becomes of it. */
type Attack = readonly [what: string, sql: string, values: readonly unknown[], outcome: string]

const rpc = (name: string, ...values: unknown[]): [string, unknown[]] => [
  `select public.${name}(${values.map((_, at) => `$${at + 1}`).join(', ')}) as value`,
  values,
]
const see = (table: string, id: string, key = 'id'): [string, unknown[]] => [
  `select * from public.${table} where ${key} = $1`,
  [id],
]
const file = (path: string): [string, unknown[]] => [
  `select * from storage.objects where bucket_id = 'study_files' and name = $1`,
  [path],
]
const put = (path: string): [string, unknown[]] => [
  `insert into storage.objects (bucket_id, name, owner_id) values ('study_files', $1, $2)`,
  [path, people.dentist],
]
const mark = (study: string, author: string = people.dentist): [string, unknown[]] => [
  `insert into public.study_marks (id, study_id, author_id, picture, kind, points)
   values (gen_random_uuid(), $1, $2, 'd:${'ab'.repeat(16)}', 'point', '[[1, 2, 3]]')`,
  [study, author],
]
const image = (study: string, path: string): [string, unknown[]] => [
  `insert into public.key_images (id, study_id, author_id, path, width, height, sha256)
   values (gen_random_uuid(), $1, $2, $3, 8, 6, '${'d'.repeat(64)}')`,
  [study, people.dentist, path],
]
const preview = { source: pathOf('named'), state: 'none', kind: 'document', maker: 1 }
const share = (study: string) => rpc('create_study_share', study, null, 1, 1)

/** Studies that the dentist has nothing of: another dentist's, one that the patient stopped, of a closed account, and one too old. */
const foreign = {
  'of another dentist': studies.B,
  'of nobody’s order': studies.ofClosedDoctor,
  'that the patient stopped': studies.ofFactorDoctor,
  'of a closed account': studies.ofClosedPatient,
  'after 24 months': studies.ofFormerDoctor,
}

const attacks: Attack[] = [
  ['reads the order of another dentist', ...see('orders', orders.B), 'nothing'],
  ['reads the request of it', ...see('study_requests', orderRequests.B), 'nothing'],
  ['reads the request of the own order as a row', ...see('study_requests', orderRequests.A), 'nothing'],
  [
    'reads requests with the own e-mail',
    ...see('study_requests', emailOf('dentist'), 'patient_email'),
    'nothing',
  ],
  ['takes back the order of another dentist', ...rpc('cancel_order', orders.B), 'PT404'],
  ['asks for the link of an order of another dentist', ...rpc('order_link', orders.B), 'PT404'],
  ['notes an order as seen by the clinic', ...rpc('see_order', orders.A), 'rule'],
  ['reads a patient’s open orders', ...rpc('open_orders', people.patientA, 'Escaneo Intraoral'), 'PT404'],
  ['delivers a study to oneself', ...rpc('deliver_study', studies.B, people.dentist, null), 'PT404'],
  ['delivers a received study to another', ...rpc('deliver_study', studies.A, otherDentist, null), 'PT404'],
  [
    'delivers what the patient stopped',
    ...rpc('deliver_study', studies.ofFactorDoctor, people.dentist, null),
    'PT404',
  ],
  [
    'shares again what the patient stopped',
    ...rpc('set_sharing', people.dentist, studies.ofFactorDoctor, true),
    'PT404',
  ],
  ['shares again all of a patient', ...rpc('set_sharing', people.dentist, null, true), 'PT404'],
  ['ends what another dentist receives', ...rpc('set_sharing', otherDentist, studies.B, false), 'PT404'],
  ['shares by a guessed token', ...rpc('set_sharing_by_link', 'adivina', true), 'done'],
  [
    'writes an order by hand',
    `insert into public.orders (request_id, dentist_id, sending_id, types, deliver, consent_at)
     values ($1, $2, gen_random_uuid(), '{x}', '{portal}', now())`,
    [requests.A, people.dentist],
    'no grant',
  ],
  [
    'makes a foreign request an order',
    'update public.study_requests set is_order = true where id = $1',
    [requests.A],
    'no grant',
  ],
  [
    'makes a foreign order the own',
    'update public.orders set dentist_id = $1 where id = $2',
    [people.dentist, orders.B],
    'no grant',
  ],
  ['deletes an order', 'delete from public.orders where id = $1', [orders.A], 'no grant'],
  [
    'writes oneself down as a recipient',
    `insert into public.study_recipients (study_id, dentist_id, until)
     values ($1, $2, now() + interval '1 year')`,
    [studies.B, people.dentist],
    'no grant',
  ],
  [
    'takes the end from a recipient',
    'update public.study_recipients set ended_at = null where dentist_id = $1',
    [people.dentist],
    'no grant',
  ],
  [
    'lengthens what is over',
    'update public.study_recipients set until = $1 where dentist_id = $2',
    ['2099-01-01', people.dentist],
    'no grant',
  ],
  ['reads who else receives', ...see('study_recipients', otherDentist, 'dentist_id'), 'nothing'],
  ['reads another dentist', ...see('dentists', otherDentist), 'nothing'],
  ['lists dentists', 'select * from public.list_dentists()', [], 'rule'],
  ['reads the profile of a patient', ...see('profiles', people.patientA), 'nothing'],
  ['reads the profile of another dentist', ...see('profiles', otherDentist), 'nothing'],
  ...Object.entries(foreign).flatMap(([which, study]): Attack[] => [
    [`reads a study ${which}`, ...see('studies', study), 'nothing'],
    [`reads the preview of a study ${which}`, ...see('study_previews', study, 'study_id'), 'nothing'],
    [`marks a study ${which}`, ...mark(study), 'policy'],
    [`reads the marks of a study ${which}`, ...see('study_marks', study, 'study_id'), 'nothing'],
    [`reads the key images of a study ${which}`, ...see('key_images', study, 'study_id'), 'nothing'],
    [
      `keeps a desk of a study ${which}`,
      'insert into public.study_desks (study_id, author_id, state) values ($1, $2, $3)',
      [study, people.dentist, {}],
      'policy',
    ],
    [`reads the heads of reports on a study ${which}`, ...see('report_heads', study, 'study_id'), 'nothing'],
    [`reads reports on a study ${which}`, ...see('reports', study, 'study_id'), 'nothing'],
    [`reads the delivered report of a study ${which}`, ...rpc('my_report', study), 'PT404'],
    [
      `starts a report on a study ${which}`,
      ...rpc('start_report', uuid('9067', 1), study, template),
      'PT404',
    ],
    [`notes a study ${which} as opened`, ...rpc('note_seen', study, 'images'), 'PT404'],
    [`reads who opened a study ${which}`, ...see('study_seen', study, 'study_id'), 'nothing'],
    [`makes a link to a study ${which}`, ...share(study), 'PT404'],
    [`reads the links to a study ${which}`, ...see('study_shares', study, 'study_id'), 'nothing'],
    [`stores a preview of a study ${which}`, ...rpc('put_study_preview', study, preview), 'PT404'],
    [`drops the preview of a study ${which}`, ...rpc('drop_study_preview', study), 'PT404'],
    [
      `asks how far a study ${which} is`,
      'select public.progress(s) from public.studies s where s.id = $1',
      [study],
      'nothing',
    ],
  ]),
  ...(['B', 'ofClosedDoctor', 'ofFactorDoctor', 'ofClosedPatient', 'ofFormerDoctor'] as const).map(
    (name): Attack => [`reads the file of key image ${name}`, ...file(imagePath(name)), 'nothing'],
  ),
  ['reads a file of the patient that no study names', ...file(pathOf('free')), 'nothing'],
  ['reads the file of a deleted study of the patient', ...file(pathOf('archived')), 'nothing'],
  ['reads the file of another patient', ...file(pathOf('B')), 'nothing'],
  ['reads a key image that is in no delivered report', ...file(imagePath('own')), 'nothing'],
  [
    'lists the folder of the patient',
    `select * from storage.objects
     where bucket_id = 'study_files' and name like $1 and name <> all ($2)`,
    [
      `${people.patientA}/%`,
      `{${[pathOf('named'), coverPath, thumbPath, ownImagePath, imagePath('A')].join(',')}}`,
    ],
    'nothing',
  ],
  ['uploads a file into the folder of the patient', ...put(`${people.patientA}/otro.zip`), 'policy'],
  [
    'uploads a key image beside another study',
    ...put(`${people.patientB}/clave-${uuid('9067', 2)}.webp`),
    'policy',
  ],
  [
    'uploads a key image beside a stopped study',
    ...put(`${people.patientA}/${studies.ofFactorDoctor}/clave-${uuid('9067', 2)}.webp`),
    'policy',
  ],
  ['uploads a preview of a received study', ...put(`${people.patientA}/previa-1.webp`), 'policy'],
  ['uploads a copy without identity', ...put(`copias/${uuid('9067', 3)}/sin-datos.zip`), 'policy'],
  [
    'replaces the file of a received study',
    `update storage.objects set version = 'x' where name = $1`,
    [pathOf('named')],
    'nothing',
  ],
  [
    'moves the own key image to another study',
    'update storage.objects set name = $1 where name = $2',
    [`${people.patientB}/clave-${ownImage}.webp`, ownImagePath],
    'policy',
  ],
  [
    'deletes the file of a received study',
    'delete from storage.objects where name = $1',
    [pathOf('named')],
    'nothing',
  ],
  ['adds a key image with the file of somebody else', ...image(studies.A, imagePath('A')), 'PT400'],
  [
    'adds a key image to another study',
    ...image(studies.B, `${people.patientB}/${studies.B}/clave-${uuid('9067', 2)}.webp`),
    'policy',
  ],
  ['reads a mark of the clinic on a received study', ...see('study_marks', marks.A), 'nothing'],
  ['reads a key image of the clinic that no report shows', ...see('key_images', keyImages.own), 'nothing'],
  [
    'changes a mark of the clinic',
    `update public.study_marks set label = 'x' where id = $1`,
    [marks.A],
    'nothing',
  ],
  [
    'changes a mark of another dentist',
    `update public.study_marks set label = 'x' where id = $1`,
    [dentistMarks.ofOther],
    'nothing',
  ],
  [
    'changes the own mark on a stopped study',
    `update public.study_marks set label = 'x' where id = $1`,
    [dentistMarks.ended],
    'nothing',
  ],
  [
    'changes a key image of the clinic',
    `update public.key_images set caption = 'x' where id = $1`,
    [keyImages.A],
    'nothing',
  ],
  ['marks a received study in the name of its doctor', ...mark(studies.A, people.doctorA), 'policy'],
  [
    'reads the desk of a doctor',
    'select * from public.study_desks where author_id = $1',
    [people.doctorA],
    'nothing',
  ],
  [
    'reads the presets of a doctor',
    'select * from public.viewer_presets where owner_id = $1',
    [people.doctorA],
    'nothing',
  ],
  ['reads the report of a received study as a row', ...see('reports', studies.A, 'study_id'), 'nothing'],
  ['reads its addenda as rows', ...see('report_addenda', reports.A, 'report_id'), 'nothing'],
  ['reads its pictures as rows', ...see('report_images', reports.A, 'report_id'), 'nothing'],
  ['reads what waits for a report', 'select * from public.awaiting_reports', [], 'nothing'],
  [
    'starts a report on a received study',
    ...rpc('start_report', uuid('9067', 1), studies.A, template),
    'rule',
  ],
  ['annuls the report of a received study', ...rpc('annul_report', reports.A, 'No es así'), 'PT404'],
  ['writes an addendum to it', ...rpc('save_addendum', reports.A, 'aclaración', 'Es así'), 'PT404'],
  ['signs the addendum of a doctor', ...rpc('sign_addendum', addenda.unsigned), 'PT404'],
  ['stores a preview of a received study', ...rpc('put_study_preview', studies.A, preview), 'rule'],
  ['drops the preview of a received study', ...rpc('drop_study_preview', studies.A), 'rule'],
  [
    'reads who opened a received study',
    'select * from public.study_seen where person_id <> $1',
    [people.dentist],
    'nothing',
  ],
  [
    'writes that somebody opened it',
    `insert into public.study_seen (study_id, person_id, what) values ($1, $2, 'images')`,
    [studies.A, people.patientA],
    'no grant',
  ],
  ['reads the link of a doctor to a received study', ...see('study_shares', shares.A), 'nothing'],
  ['revokes the link of a doctor to a received study', ...rpc('revoke_study_share', shares.A), 'PT404'],
  ['renews the link of a doctor to a received study', ...rpc('renew_study_share', shares.A), 'PT404'],
  ['revokes the link of another dentist', ...rpc('revoke_study_share', dentistShares.ofOther), 'PT404'],
  ['renews the link of another dentist', ...rpc('renew_study_share', dentistShares.ofOther), 'PT404'],
  ['makes a link for 15 days', ...rpc('create_study_share', studies.A, null, 15, 1), 'PT400'],
  [
    'makes a link to a copy without identity',
    ...rpc('create_study_share', studies.A, null, 1, 1, `copias/${uuid('9067', 3)}/sin-datos.zip`),
    'rule',
  ],
  [
    'changes a received study',
    `update public.studies set comments = 'x' where id = $1`,
    [studies.A],
    'nothing',
  ],
  [
    'makes a received study the own',
    'update public.studies set patient_id = $1 where id = $2',
    [people.dentist, studies.A],
    'nothing',
  ],
  ['deletes a received study', 'delete from public.studies where id = $1', [studies.A], 'nothing'],
  [
    'adds a study of the patient',
    `insert into public.studies (patient_id, study_date) values ($1, '2026-01-05')`,
    [people.patientA],
    'policy',
  ],
  ['reads an appointment of the patient', ...see('citas', appointments.A), 'nothing'],
  ['reads what happened to appointments', 'select * from public.cita_events', [], 'nothing'],
  ['reads the links of appointments', ...see('cita_links', citaLinks.A), 'nothing'],
  ['reads messages', 'select * from public.messages', [], 'nothing'],
  ['reads notes of the patient', ...see('medical_notes', notes.A), 'nothing'],
  ['reads payments of the patient', ...see('invoices', invoices.A), 'nothing'],
  ['asks for the link of the appointment', ...rpc('my_cita_link', appointments.A), 'PT404'],
  [
    'books an appointment for the order',
    `select public.book_cita(gen_random_uuid(), $1, $2, '2099-01-12', '10:00', 'Otro', $3)`,
    [people.patientA, people.doctorA, orderRequests.waiting],
    'rule',
  ],
  ['accepts the own order', ...rpc('accept_study_request', orderRequests.waiting), 'rule'],
  [
    'sends oneself the choice of an hour',
    ...rpc('send_choice', orderRequests.waiting, people.doctorA, 'copia'),
    'rule',
  ],
  ['becomes a doctor', `update public.profiles set role = 'doctor' where id = $1`, [people.dentist], 'PT400'],
  [
    'becomes an administrator',
    'update public.profiles set is_admin = true where id = $1',
    [people.dentist],
    'PT400',
  ],
  ['makes an account', ...rpc('prepare_account', { full_name: 'Otra', email: 'otra@fuera.test' }), 'rule'],
  ['lists what machines sent', ...rpc('list_arrivals'), 'done'],
  ['reads arrivals', 'select * from public.arrivals', [], 'nothing'],
  ['reads machines', 'select * from public.machines', [], 'nothing'],
  ['asks for the worklist', ...rpc('station_worklist', 'adivina', {}), 'done'],
  ['finds patients', `select * from public.search_patients('patientA')`, [], 'nothing'],
  [
    'finds patients by what is alike',
    `select * from public.similar_patients('Nombre patientA', $1, '5550000000')`,
    [emailOf('patientA')],
    'nothing',
  ],
  ['finds appointments', `select * from public.search_citas('Escaneo')`, [], 'nothing'],
  ['finds requests', `select * from public.search_study_requests('Persona')`, [], 'nothing'],
  ['finds payments', `select * from public.search_invoices('IDX')`, [], 'nothing'],
  [
    'reads the list of a doctor’s patients',
    'select * from public.get_doctor_patients($1)',
    [people.doctorA],
    'nothing',
  ],
  [
    'reads names of referring doctors',
    `select public.referring_doctors('', 'count', true, 1, 10)`,
    [],
    'rule',
  ],
  ['reads the trail', 'select public.audit_lines()', [], 'rule'],
  ['reads the access log of a patient', 'select public.my_access_log(1)', [], 'rule'],
]

describe.each(engines())('a dentist who reaches for more on $name', (engine) => {
  const world = useWorld(engine, [...reportRowsOfWorld, ...orderRowsOfWorld])
  const as = <T>(identity: Identity, run: (stage: Stage) => Promise<T>) => rehearse(world(), identity, run)
  const asDentist = <T>(run: (stage: Stage) => Promise<T>) => as(identityOf('dentist'), run)

  it('is tried in more than forty ways', () => {
    expect(new Set(attacks.map(([what]) => what)).size).toBe(attacks.length)
    expect(attacks.length).toBeGreaterThan(150)
  })

  it.each(attacks)('%s', async (_what, sql, values, expected) => {
    expect((await asDentist((stage) => stage.attempt(sql, values))).outcome).toBe(expected)
  })

  it.each([
    ['shares by a guessed token', rpc('set_sharing_by_link', 'adivina', true), { outcome: 'ended' }],
    ['lists what machines sent', rpc('list_arrivals'), []],
    [
      'asks for the worklist',
      rpc('station_worklist', 'adivina', {}),
      { code: 'PT404', message: 'No se encontró.' },
    ],
  ] as const)('%s, and is answered nothing', async (_what, [sql, values], expected) => {
    expect(await asDentist((stage) => call(stage, sql, values))).toEqual([expected])
  })

  /** All that a dentist could get of study A, each tried at once. */
  const reach = async (stage: Stage) => {
    const tried: Record<string, string> = {}
    for (const [what, [sql, values]] of Object.entries({
      study: see('studies', studies.A),
      preview: see('study_previews', studies.A, 'study_id'),
      file: file(pathOf('named')),
      cover: file(coverPath),
      thumb: file(thumbPath),
      'image of the report': file(imagePath('A')),
      'own image': file(ownImagePath),
      'own image row': see('key_images', ownImage),
      'reported image row': see('key_images', keyImages.A),
      'own mark': see('study_marks', dentistMarks.own),
      'own desk': see('study_desks', studies.A, 'study_id'),
      'own link': see('study_shares', dentistShares.own),
      head: see('report_heads', studies.A, 'study_id'),
      report: rpc('my_report', studies.A),
      seen: rpc('note_seen', studies.A, 'images'),
      'report seen': rpc('note_seen', studies.A, 'report'),
      'new mark': mark(studies.A),
      'new image file': put(`${people.patientA}/clave-${uuid('9067', 2)}.webp`),
      link: share(studies.A),
      'renewed link': rpc('renew_study_share', dentistShares.own),
    }))
      tried[what] = (await stage.attempt(sql, values, async () => {})).outcome
    return tried
  }
  const everything = Object.fromEntries(
    [
      ...['study', 'preview', 'file', 'cover', 'thumb', 'image of the report', 'own image', 'own image row'],
      ...['reported image row', 'own mark', 'own desk', 'own link', 'head', 'report', 'seen', 'report seen'],
      ...['new mark', 'new image file', 'link', 'renewed link'],
    ].map((what) => [what, 'done']),
  )
  const nothing = {
    ...Object.fromEntries(Object.keys(everything).map((what) => [what, 'nothing'])),
    ...{ report: 'PT404', seen: 'PT404', 'report seen': 'PT404', link: 'PT404', 'renewed link': 'PT404' },
    ...{ 'new mark': 'policy', 'new image file': 'policy' },
  }

  it('reads a study that is received, with all that belongs to it', async () => {
    expect(await asDentist(reach)).toEqual(everything)
  })

  it('reads exactly the rows that are received', async () => {
    const found = await asDentist(async (stage) =>
      Promise.all(
        [
          'select id::text as value from public.studies',
          'select study_id::text as value from public.study_previews',
          `select name as value from storage.objects where bucket_id = 'study_files' order by name`,
        ].map((sql) => call(stage, sql)),
      ),
    )
    expect(found).toEqual([
      [studies.A],
      [studies.A],
      [pathOf('named'), coverPath, thumbPath, ownImagePath, imagePath('A')].sort(),
    ])
  })

  it.each<[string, (stage: Stage) => Promise<unknown>]>([
    [
      'the patient stopped it',
      async (stage) => {
        await stage.become(identityOf('patientA'))
        return stage.attempt('select public.set_sharing($1, $2, false)', [people.dentist, studies.A])
      },
    ],
    [
      'the patient stopped all',
      async (stage) => {
        await stage.become(identityOf('patientA'))
        return stage.attempt('select public.set_sharing($1, null, false)', [people.dentist])
      },
    ],
    [
      'a doctor of the patient stopped it',
      async (stage) => {
        await stage.become(identityOf('doctorA'))
        return stage.attempt('select public.set_sharing($1, $2, false)', [people.dentist, studies.A])
      },
    ],
    [
      '24 months',
      (stage) =>
        stage.owner('update public.study_recipients set until = now() where study_id = $1', [studies.A]),
    ],
    [
      'the study is from before',
      (stage) =>
        stage.owner(
          `update public.studies set study_date = private.clinic_today() - interval '24 months' where id = $1`,
          [studies.A],
        ),
    ],
    [
      'the patient’s account was closed',
      (stage) => stage.owner('select private.close_account($1)', [people.patientA]),
    ],
    [
      'the order was deleted with its request',
      async (stage) => {
        await stage.become(identityOf('admin'))
        return stage.attempt('delete from public.study_requests where id = $1', [orderRequests.A])
      },
    ],
  ])('reads nothing of it any more once %s', async (_what, end) => {
    const found = await asDentist(async (stage) => {
      const ended = await end(stage)
      await stage.become(identityOf('dentist'))
      return { refused: (ended as { message?: string }).message || null, after: await reach(stage) }
    })
    expect(found).toEqual({ refused: null, after: nothing })
  })

  it('reads nothing at all with a closed account, and its links open nothing', async () => {
    const found = await asDentist(async (stage) => {
      const [made] = (await call(stage, ...share(studies.A))) as { token: string; pin: string }[]
      const open = () =>
        stage.owner(`select public.open_study_share($1, $2, null, '{}') ->> 'outcome' as outcome`, [
          made?.token,
          made?.pin,
        ])
      const before = await open()
      await stage.owner('select private.close_account($1)', [people.dentist])
      return {
        before,
        after: await open(),
        reach: await reach(stage),
        orders: [
          (await stage.attempt('select public.my_orders()')).outcome,
          (await stage.attempt('select from public.orders')).outcome,
          (await stage.attempt('select from public.study_recipients')).outcome,
        ],
      }
    })
    expect(found).toEqual({
      before: [{ outcome: 'open' }],
      after: [{ outcome: 'revoked' }],
      reach: {
        ...nothing,
        ...Object.fromEntries(
          ['report', 'seen', 'report seen', 'link', 'renewed link'].map((what) => [what, 'rule']),
        ),
      },
      orders: ['rule', 'nothing', 'nothing'],
    })
  })

  it('hands out links that end with what is received', async () => {
    const found = await asDentist(async (stage) => {
      const [made] = (await call(stage, ...share(studies.A))) as { token: string; pin: string }[]
      const open = () =>
        stage.owner(`select public.open_study_share($1, $2, null, '{}') ->> 'outcome' as outcome`, [
          made?.token,
          made?.pin,
        ])
      const before = await open()
      await stage.owner('update public.study_recipients set ended_at = now() where study_id = $1', [
        studies.A,
      ])
      return [before, await open()]
    })
    expect(found).toEqual([[{ outcome: 'open' }], [{ outcome: 'revoked' }]])
  })

  it('has five open links at most, and takes back the own', async () => {
    const found = await asDentist(async (stage) => {
      const make = async () => (await stage.attempt(...share(studies.A))).message
      const first = [await make(), await make(), await make(), await make(), await make()]
      await stage.attempt(...rpc('revoke_study_share', dentistShares.own))
      return [...first, await make()]
    })
    expect(found).toEqual(['', '', '', '', 'Ya tienes 5 enlaces vigentes. Revoca alguno primero.', ''])
  })

  it('adds key images to a received study, 24 of one’s own, whatever the clinic has', async () => {
    const found = await asDentist(async (stage) => {
      const add = async (at: number, author: string = people.dentist) => {
        const path = `${people.patientA}/${studies.A}/clave-${uuid('9067', at)}.webp`
        await stage.owner(
          `insert into storage.objects (bucket_id, name, owner_id, metadata) values ('study_files', $1, $2, '{"size": 9}')`,
          [path, author],
        )
        return (
          await stage.attempt(
            `insert into public.key_images (id, study_id, author_id, path, width, height, sha256)
             values ($1, $2, $3, $4, 8, 6, '${'d'.repeat(64)}')`,
            [uuid('9067', at), studies.A, author, path],
          )
        ).outcome
      }
      const own: string[] = []
      // Of one the stage has told already.
      for (let at = 100; at < 124; at++) own.push(await add(at))
      const elsewhere = (
        await stage.attempt(...image(studies.A, `${people.patientB}/clave-${uuid('9067', 1)}.webp`))
      ).outcome
      await stage.become(identityOf('doctorA'))
      const clinic = await add(200, people.doctorA)
      await stage.become(identityOf('dentist'))
      await stage.owner('delete from public.key_images where author_id = $1', [people.dentist])
      await stage.owner(
        `insert into public.key_images (id, study_id, author_id, path, width, height, sha256)
         select gen_random_uuid(), $1, $2, $3 || gen_random_uuid() || '.webp', 8, 6, '${'d'.repeat(64)}' from generate_series(1, 23)`,
        [studies.A, people.doctorA, `${people.patientA}/${studies.A}/clave-`],
      )
      return { own, elsewhere, clinic, beside: await add(300) }
    })
    expect(found).toEqual({
      own: [...Array(23).fill('done'), 'PT400'],
      elsewhere: 'PT400',
      clinic: 'done',
      beside: 'done',
    })
  })

  it('fills no folder: 48 files', async () => {
    const found = await asDentist(async (stage) => {
      const path = (at: number) => `${people.patientA}/${studies.A}/clave-${uuid('9067', at)}.webp`
      const outcomes = new Set<string>()
      // The stage has one there.
      for (let at = 100; at < 147; at++) outcomes.add((await stage.attempt(...put(path(at)))).outcome)
      return [[...outcomes], (await stage.attempt(...put(path(147)))).outcome]
    })
    expect(found).toEqual([['done'], 'policy'])
  })

  it('keeps marks and key images to oneself, whatever is written', async () => {
    const found = await asDentist(async (stage) => {
      await stage.attempt(`update public.study_marks set audience = 'clinic' where id = $1`, [
        dentistMarks.own,
      ])
      await stage.attempt(`update public.key_images set audience = 'clinic' where id = $1`, [ownImage])
      const audiences = await stage.owner(
        `select audience from public.study_marks where id = $1 union all select audience from public.key_images where id = $2`,
        [dentistMarks.own, ownImage],
      )
      await stage.become(identityOf('admin'))
      const seen = [
        (await stage.attempt(...see('study_marks', dentistMarks.own))).outcome,
        (await stage.attempt(...see('key_images', ownImage))).outcome,
      ]
      return { audiences, seen }
    })
    expect(found).toEqual({
      audiences: [{ audience: 'author' }, { audience: 'author' }],
      seen: ['nothing', 'nothing'],
    })
  })

  it('by a name that counts with another’s, or that is the same, gets nothing of the other', async () => {
    const found = await as(asOtherDentist, async (stage) => {
      await stage.owner(
        'update public.profiles set full_name = (select full_name from public.profiles where id = $1) where id = $2',
        [people.dentist, otherDentist],
      )
      const [lines] = (await call(stage, 'select public.my_orders() as value')) as {
        rows: { order_id: string }[]
      }[]
      return {
        reach: await reach(stage),
        orders: lines?.rows.map((row) => row.order_id).sort(),
        rows: await call(stage, 'select id::text as value from public.orders order by id'),
      }
    })
    // The helper writes in the name of the first dentist, whose rows are not the other's either.
    expect(found).toEqual({
      reach: nothing,
      orders: [orders.B, orders.byCard],
      rows: [orders.B, orders.byCard],
    })
  })

  it('has an order for somebody with the e-mail and name of a patient, and receives nothing by it', async () => {
    const found = await asDentist(async (stage) => {
      const sent = await stage.attempt('select public.send_order($1)', [
        {
          ...{
            sending_id: uuid('9064', 1),
            patient_name: 'Nombre patientB',
            patient_email: emailOf('patientB'),
          },
          ...{
            patient_phone: '9621110000',
            types: ['Escaneo Intraoral'],
            deliver: ['portal'],
            consent: true,
          },
        },
      ])
      await stage.owner(
        `insert into public.studies (id, patient_id, doctor_id, study_type, study_date)
         values ($1, $2, $3, 'Escaneo Intraoral', private.clinic_today())`,
        [uuid('9067', 9), people.patientB, people.doctorB],
      )
      return [sent.outcome, (await stage.attempt(...see('studies', uuid('9067', 9)))).outcome]
    })
    expect(found).toEqual(['done', 'nothing'])
  })

  it('is heard of in the trail by the patient, as a doctor is', async () => {
    const found = await asDentist(async (stage) => {
      await stage.attempt(`select public.log_access('study_images', $1)`, [studies.A])
      await stage.attempt(`select public.log_access('study_images', $1)`, [studies.B])
      await stage.attempt(`select public.log_access('report', $1)`, [reports.A])
      await stage.attempt(`select public.log_access('patient', $1)`, [people.patientA])
      const lines = await stage.owner(
        `select subject, patient_id::text as patient from private.audit_log where actor = $1 and action = 'access' order by id`,
        [people.dentist],
      )
      await stage.become(identityOf('patientA'))
      const [log] = (await call(stage, 'select public.my_access_log(1) as value')) as {
        rows: { what: string; who: string; role: string }[]
      }[]
      return {
        lines,
        log: log?.rows
          .filter((row) => row.role === 'dentist')
          .map(({ what, who }) => [what, who])
          .sort(),
      }
    })
    expect(found).toEqual({
      lines: [
        { subject: 'study_images', patient: people.patientA },
        { subject: 'study_images', patient: null },
        { subject: 'report', patient: people.patientA },
        { subject: 'patient', patient: null },
      ],
      log: [
        ['images_opened', 'Nombre dentist'],
        ['report_opened', 'Nombre dentist'],
      ],
    })
  })

  it('does not make a study opened for its patient', async () => {
    const found = await asDentist(async (stage) => {
      await stage.owner('delete from public.study_seen where study_id = $1', [studies.A])
      await stage.attempt(...rpc('note_seen', studies.A, 'report'))
      return stage.owner('select private.study_progress($1) as progress', [studies.A])
    })
    expect(found).toEqual([{ progress: 'entregado' }])
  })

  it('opens no receipt but by its token, as everybody', async () => {
    expect(
      await asDentist(async (stage) => (await stage.attempt(...rpc('verify_receipt', tokenOfA))).outcome),
    ).toBe('done')
  })
})
