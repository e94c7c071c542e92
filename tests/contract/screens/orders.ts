import type { OrderSending } from '#domain/order-form.ts'
import type { Place } from '../place.ts'
import { type Case, ofTheTeam, page, read } from '../query-case.ts'
import { rowOf, type Write } from '../write-case.ts'

const nobody = 'admin doctora doctor paciente paciente2 visitor'
const onlyDentists = 'forbidden: Esto es solo para dentistas con acceso.'

/** Of Mariana, which a dentist receives. */
const received = (place: Place) =>
  place.first(
    `select r.study_id::text as found from public.study_recipients r join public.studies s on s.id = r.study_id
     where s.patient_id = '${place.id('paciente')}'`,
  )
const dentist = (place: Place, name = 'dentista') =>
  place.first(`select id::text as found from public.profiles where email = '${name}@clinica.test'`)
const order = (place: Place) => place.first('select id::text as found from public.orders order by id')

/** What dentists ask for is read by them and the clinic; what they receive by its patient as well. Who dentists are, tests/policies has. */
export const reads: readonly Case[] = [
  [
    'ordersQuery',
    'own',
    (q) => read(q.ordersQuery({ ...page, search: '', state: null, month: '' })),
    { forbidden: nobody },
  ],
  [
    'sendingQuery',
    'own',
    async (q, place) =>
      read(q.sendingQuery(await place.first('select sending_id::text as found from public.orders'))),
    { forbidden: nobody },
  ],
  ['earlierQuestionsQuery', 'of orders', (q) => read(q.earlierQuestionsQuery()), ofTheTeam],
  [
    'practiceQuery',
    'of a dentist',
    async (q, place) => read(q.practiceQuery(await dentist(place))),
    { some: 'admin', none: 'doctora doctor paciente paciente2', forbidden: 'visitor' },
  ],
  [
    'orderOfRequestQuery',
    'of a request',
    async (q, place) =>
      read(
        q.orderOfRequestQuery(
          Number(await place.first('select request_id::text as found from public.orders')),
        ),
      ),
    ofTheTeam,
  ],
  [
    'ordersOfStudyQuery',
    'of a study',
    async (q, place) => read(q.ordersOfStudyQuery(await received(place))),
    { some: 'admin doctora', none: 'doctor paciente paciente2', forbidden: 'visitor' },
  ],
  [
    'whoReceivesQuery',
    'own',
    (q) => read(q.whoReceivesQuery()),
    { some: 'paciente', none: 'admin doctora doctor paciente2', forbidden: 'visitor' },
  ],
  [
    'dentistsQuery',
    'all',
    (q) => read(q.dentistsQuery()),
    { some: 'admin doctora doctor', forbidden: 'paciente paciente2 visitor' },
  ],
  [
    'studyReceiversQuery',
    'of a study',
    async (q, place) => read(q.studyReceiversQuery(await received(place))),
    { some: 'admin doctora', none: 'doctor', forbidden: 'paciente paciente2 visitor' },
  ],
  [
    'deliveryEndQuery',
    'of a study that is received',
    async (q, place) => read(q.deliveryEndQuery(await received(place))),
    { none: 'admin doctora doctor paciente paciente2', forbidden: 'visitor' },
  ],
  [
    'openOrdersQuery',
    'of a patient',
    (q, place) => read(q.openOrdersQuery(place.id('paciente'), 'Radiografía Carpal')),
    { none: 'admin doctora', missing: 'doctor paciente paciente2', forbidden: 'visitor' },
  ],
]

const sending: OrderSending = {
  patient_name: 'Luz Mora',
  patient_phone: '962 111 2233',
  patient_email: null,
  patient_age: 40,
  types: ['Tomografías'],
  teeth: [36],
  areas: [],
  question: null,
  urgent: false,
  deliver: ['portal'],
  consent: true,
}

const recipient = (id: string) =>
  `select ended_at is not null as ended from public.study_recipients where study_id = '${id}'`

/** Orders, who receives a study, and a practice. */
export const writes: readonly Write[] = [
  [
    'sendOrder',
    'for a patient',
    {
      run: (q, _, id) => q.sendOrder(id, sending),
      answers: { [onlyDentists]: 'admin doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => `select id from public.orders where sending_id = '${id}'`,
      after: () => [],
    },
  ],
  [
    'cancelOrder',
    'of a dentist',
    {
      row: order,
      run: (q, _, id) => q.cancelOrder(id),
      answers: { [onlyDentists]: 'admin doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('orders', id),
      after: () => [],
    },
  ],
  [
    'orderLink',
    'of a dentist',
    {
      row: order,
      run: (q, _, id) => q.orderLink(id),
      answers: { [onlyDentists]: 'admin doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: () => `select count(*)::int from private.cita_link_tokens where channel = 'dentista'`,
      after: () => [],
    },
  ],
  [
    'savePractice',
    'of a dentist',
    {
      row: dentist,
      run: (q, _, id) => q.savePractice(id, { practice: 'Otra', phone: null, address: null }),
      answers: { missing: 'admin doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) => rowOf('dentists', id),
      after: () => [],
    },
  ],
  [
    'seeOrder',
    'of a dentist',
    {
      row: async (place) => {
        const id = await order(place)
        await place.product.database.query(
          'update public.orders set seen_by_clinic_at = null where id = $1',
          [id],
        )
        return id
      },
      run: (q, _, id) => q.seeOrder(id),
      answers: {
        done: 'admin doctora doctor',
        'forbidden: No tienes permiso para ver órdenes.': 'paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => `select seen_by_clinic_at is not null as seen from public.orders where id = '${id}'`,
      after: () => [{ seen: true }],
    },
  ],
  [
    'setSharing',
    'of a study',
    {
      row: async (place) => {
        const id = await received(place)
        await place.product.database.query(
          'update public.study_recipients set ended_at = null, ended_by = null where study_id = $1',
          [id],
        )
        return id
      },
      run: async (q, place, id) => q.setSharing(await dentist(place), id, false),
      answers: {
        done: 'admin doctora paciente',
        'missing: No se pudo encontrar el estudio.': 'doctor',
        'missing: No se pudo encontrar con quién se comparte.': 'paciente2',
        forbidden: 'visitor',
      },
      stored: recipient,
      after: () => [{ ended: true }],
    },
  ],
  [
    'deliverStudy',
    'to one more dentist',
    {
      row: async (place) => {
        const id = await received(place)
        await place.product.database.query(
          'delete from public.study_recipients where study_id = $1 and dentist_id = $2',
          [id, await dentist(place, 'dentista2')],
        )
        return id
      },
      run: async (q, place, id) => q.deliverStudy(id, await dentist(place, 'dentista2')),
      answers: {
        done: 'admin doctora',
        'missing: No se pudo encontrar el estudio.': 'doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) =>
        `select p.email from public.study_recipients r join public.profiles p on p.id = r.dentist_id
         where r.study_id = '${id}' and p.email = 'dentista2@clinica.test'`,
      after: () => [{ email: 'dentista2@clinica.test' }],
    },
  ],
]
