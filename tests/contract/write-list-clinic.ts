import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addDays } from '#domain/days.ts'
import type { Place } from './place.ts'
import { rowOf, type Write } from './write-case.ts'
import { invoiceRow, newInvoice, referrersRow } from './write-rows.ts'

const merge = (keys: string) => {
  const [from_key = '', into_key = ''] = keys.split(',')
  return { from_key, into_key }
}

const merges = (keys: string) =>
  `select into_key, merged_by, undone_by from private.referrer_merges where from_key = '${merge(keys).from_key}'`

/** An absence of doctora@ on a day that nothing is booked. */
const absence = (place: Place) => ({
  doctor_id: place.id('doctora'),
  kind: 'ausencia' as const,
  first_day: addDays(place.today, 300),
  last_day: addDays(place.today, 301),
  opens: null,
  closes: null,
  label: 'Congreso',
})

/** Takes nothing from the clinic's own. */
const longWeek = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '08:00', closes: '20:00' }))

const notOwn = 'forbidden: Solo puedes cambiar tus propias ausencias.'

/** Payments, services, referring doctors, hours and closures. */
export const writesOfTheClinic: readonly Write[] = [
  [
    'saveWeek',
    'of a doctor',
    {
      run: (q, place) => q.saveWeek(place.id('doctora'), longWeek),
      answers: {
        done: 'admin',
        'forbidden: No tienes permiso para el panel de administración.': 'doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (_, place) =>
        `select weekday, opens, closes from public.clinic_hours where doctor_id = '${place.id('doctora')}' order by weekday`,
      after: () => longWeek.map(({ weekday }) => ({ weekday, opens: '08:00:00', closes: '20:00:00' })),
    },
  ],
  [
    'saveAgendaSettings',
    'some of them',
    {
      run: (q) => q.saveAgendaSettings({ notice_hours: 8, self_booking: false }),
      answers: {
        done: 'admin',
        'forbidden: No tienes permiso para el panel de administración.': 'doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: () => `select value::jsonb as value from private.app_settings where key = 'agenda'`,
      after: () => [{ value: { notice_hours: 8, self_booking: false } }],
    },
  ],
  [
    'saveAgendaSettings',
    'too long a notice',
    {
      run: (q) => q.saveAgendaSettings({ notice_hours: 73 }),
      answers: {
        'invalid: Anticipación: escribe un número entero de 0 a 72.': 'admin',
        'forbidden: No tienes permiso para el panel de administración.': 'doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: () => `select value::jsonb as value from private.app_settings where key = 'agenda'`,
      after: () => [],
    },
  ],
  [
    'addClosure',
    'an absence',
    {
      run: (q, place, id) => q.addClosure({ id, ...absence(place) }),
      answers: {
        done: 'admin doctora',
        [notOwn]: 'doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('clinic_closures', id),
      after: (_, place, me) => [{ ...absence(place), created_by: me, removed_at: null }],
    },
  ],
  [
    'removeClosure',
    'an absence',
    {
      row: async (place) => {
        const id = randomUUID()
        await place.screen('admin').addClosure({ id, ...absence(place) })
        return id
      },
      run: (q, _, id) => q.removeClosure(id),
      answers: {
        done: 'admin doctora',
        [notOwn]: 'doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('clinic_closures', id),
      after: () => [{ removed_at: expect.any(String) }],
    },
  ],
  [
    'createInvoice',
    'in the name of another',
    {
      run: (q, place, id) => q.createInvoice({ id, ...newInvoice(place, place.id('doctora')) }),
      answers: { forbidden: 'admin doctor paciente paciente2 visitor', done: 'doctora' },
      stored: (id) => rowOf('invoices', id),
      after: (_, place) => [
        {
          ...newInvoice(place, place.id('doctora')),
          invoice_number: expect.stringMatching(/^IDX-\d{8}$/),
          total_amount: 649.95,
        },
      ],
    },
  ],
  [
    'createInvoice',
    "in one's own name",
    {
      run: (q, place, id, me) => q.createInvoice({ id, ...newInvoice(place, me) }),
      answers: { done: 'admin doctora', forbidden: 'doctor paciente paciente2 visitor' },
      stored: (id) => rowOf('invoices', id),
      after: (_, __, me) => [{ doctor_id: me, total_amount: 649.95 }],
    },
  ],
  [
    'annulInvoice',
    'with a reason',
    {
      row: invoiceRow,
      run: (q, _, id) => q.annulInvoice(id, 'Pago repetido'),
      answers: {
        done: 'admin',
        'forbidden: No tienes permiso para anular recibos.': 'doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('invoices', id),
      after: (_, __, me) => [{ annulled_reason: 'Pago repetido', annulled_by: me, total_amount: 649.95 }],
    },
  ],
  [
    'annulInvoice',
    'a second time',
    {
      row: async (place) => {
        const id = await invoiceRow(place)
        await place.screen('admin').annulInvoice(id, 'Pago repetido')
        return id
      },
      run: (q, _, id) => q.annulInvoice(id, 'Otra vez'),
      answers: {
        'conflict: El recibo ya está anulado.': 'admin',
        'forbidden: No tienes permiso para anular recibos.': 'doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => rowOf('invoices', id),
      after: () => [],
    },
  ],
  [
    'addService',
    'which nobody can ask for',
    {
      run: (q, _, id) =>
        q.addService({ id, name: `Molde ${id}`, price: 10, active: false, requestable: false }),
      answers: { done: 'admin', forbidden: 'doctora doctor paciente paciente2 visitor' },
      stored: (id) => rowOf('services', id),
      after: (id) => [{ name: `Molde ${id}`, price: 10, active: false, requestable: false }],
    },
  ],
  [
    'saveService',
    'its price',
    {
      row: async (place) => {
        const id = randomUUID()
        await place
          .screen('admin')
          .addService({ id, name: `Molde ${id}`, price: 10, active: true, requestable: false })
        return id
      },
      run: (q, _, id) =>
        q.saveService({ id, name: `Molde ${id}`, price: 12.5, active: false, requestable: false }),
      answers: { done: 'admin', missing: 'doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: (id) =>
        `select s.price, s.active, (select count(*)::int from private.service_history h where h.service_id = s.id) as before
         from public.services s where id = '${id}'`,
      after: () => [{ price: 12.5, active: false }],
    },
  ],
  [
    'mergeReferrers',
    'one name with another',
    {
      row: referrersRow,
      run: (q, _, id) => q.mergeReferrers(merge(id)),
      answers: {
        done: 'admin',
        'forbidden: No tienes permiso para agrupar doctores referentes.': 'doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: merges,
      after: (id, _, me) => [{ into_key: merge(id).into_key, merged_by: me, undone_by: null }],
    },
  ],
  [
    'undoReferrerMerge',
    'of two names',
    {
      row: async (place) => {
        const keys = await referrersRow(place)
        await place.screen('admin').mergeReferrers(merge(keys))
        return place.first(
          `select id as found from private.referrer_merges where from_key = '${merge(keys).from_key}'`,
        )
      },
      run: (q, _, id) => q.undoReferrerMerge(id),
      answers: {
        done: 'admin',
        'forbidden: No tienes permiso para separar doctores referentes.': 'doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: (id) => `select undone_by from private.referrer_merges where id = '${id}'`,
      after: (_, __, me) => [{ undone_by: me }],
    },
  ],
]
