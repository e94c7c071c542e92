import { randomUUID } from 'node:crypto'
import { QueryClient } from '@tanstack/react-query'
import { expect } from 'vitest'
import { addDays } from '#domain/days.ts'
import type { Place } from '../place.ts'
import {
  type Case,
  noneYet,
  ofAccounts,
  ofAdministrators,
  ofAllButPaciente2,
  ofAnybody,
  ofMariana,
  ofTheTeam,
  page,
  read,
} from '../query-case.ts'
import { rowOf, type Write } from '../write-case.ts'
import { invoiceRow, newInvoice, referrersRow } from '../write-rows.ts'

/** Payments, requests, services and the panel. */
export const reads: readonly Case[] = [
  [
    'invoicesQuery',
    'of a patient',
    (q, s) => read(q.invoicesQuery({ as: 'patient', id: s.id('paciente') }, page)),
    ofMariana,
  ],
  [
    'invoicesQuery',
    'of a doctor, searched',
    (q, s) => read(q.invoicesQuery({ as: 'doctor', id: s.id('doctora') }, { ...page, search: 'mariana' })),
    ofMariana,
  ],
  [
    'invoicesQuery',
    'of everybody',
    (q) => read(q.invoicesQuery({ as: 'admin', id: null }, page)),
    ofAccounts,
  ],
  [
    'patientInvoicesQuery',
    'of a patient',
    (q, s) => read(q.patientInvoicesQuery(s.id('paciente'), page)),
    ofMariana,
  ],
  ['patientPaidQuery', 'of a patient', (q, s) => read(q.patientPaidQuery(s.id('paciente'))), ofMariana],
  ['incomeQuery', 'of a doctor', (q, s) => read(q.incomeQuery(s.id('doctora'), s.paid)), ofMariana],
  [
    'receiptQuery',
    'one',
    (q, s) => read(q.receiptQuery(s.receipt)),
    { some: 'admin doctora paciente', forbidden: 'doctor paciente2 visitor' },
  ],
  ['systemIncomeQuery', 'of a day', (q, s) => read(q.systemIncomeQuery(s.today)), ofAdministrators],
  ['incomeByDoctorQuery', 'ever', (q) => read(q.incomeByDoctorQuery(null, null)), ofAdministrators],
  ['noShowsQuery', 'of a year', (q, s) => read(q.noShowsQuery('2026-01-01', s.today)), ofAdministrators],
  ['cashCutQuery', 'of the clinic', (q, s) => read(q.cashCutQuery(s.today, null)), ofAdministrators],
  [
    'laterPaymentsQuery',
    'of the clinic',
    (q, s) => read(q.laterPaymentsQuery(s.today, '2020-01-01T00:00:00Z', null)),
    ofAccounts,
  ],
  ['requestsQuery', 'all', (q) => read(q.requestsQuery(page)), ofAllButPaciente2],
  [
    'requestsQuery',
    'searched',
    (q) => read(q.requestsQuery({ ...page, search: 'a', status: 'pendiente' })),
    ofTheTeam,
  ],
  [
    'pendingRequestsQuery',
    'ever',
    (q, s) => read(q.pendingRequestsQuery('2020-01-01T00:00:00Z', s.bounds.to)),
    ofTheTeam,
  ],
  ['pendingCountQuery', 'ever', (q) => read(q.pendingCountQuery()), ofTheTeam],
  ['requestQuery', 'one', (q) => read(q.requestQuery(3)), ofTheTeam],
  ['trackingCodeQuery', 'of one', (q) => read(q.trackingCodeQuery(3)), ofTheTeam],
  [
    'requestPatientQuery',
    'of one',
    (q) => read(q.requestPatientQuery(3)),
    { some: 'admin doctora doctor', forbidden: 'paciente paciente2 visitor' },
  ],
  [
    'openSlotsQuery',
    'of a doctor',
    (q, s) => read(q.openSlotsQuery(s.id('doctora'), s.today)),
    { some: 'admin doctora doctor', forbidden: 'paciente paciente2 visitor' },
  ],
  ['servicesQuery', 'active', (q) => read(q.servicesQuery()), ofAnybody],
  [
    'preparationQuery',
    'that nobody has written',
    (q) => read(q.preparationQuery('Escaneo Intraoral')),
    { none: 'admin doctora doctor paciente paciente2 visitor' },
  ],
  ['catalogueQuery', 'all', (q) => read(q.catalogueQuery(page)), ofAnybody],
  ['serviceHistoryQuery', 'of one', (q, s) => read(q.serviceHistoryQuery(s.service, 1)), ofAdministrators],
  [
    'agendaSettingsQuery',
    'of the clinic',
    (q) => read(q.agendaSettingsQuery()),
    { some: 'admin doctora doctor', forbidden: 'paciente paciente2 visitor' },
  ],
  [
    'clinicHoursQuery',
    'of the clinic and its doctors',
    (q) => read(q.clinicHoursQuery('doctor', '2026-01-01')).then(({ week }) => week),
    ofTheTeam,
  ],
  [
    'clinicHoursQuery',
    'of the clinic, for everybody',
    (q) => read(q.clinicHoursQuery('patient', '2026-01-01')).then(({ week }) => week),
    ofAnybody,
  ],
  ['clinicQuery', 'its data', (q) => read(q.clinicQuery()), ofAnybody],
  [
    'myAccessLogQuery',
    "one's own",
    (q) => read(q.myAccessLogQuery(1)),
    { some: 'paciente paciente2', forbidden: 'admin doctora doctor visitor' },
  ],
  ['myLinkRequestsQuery', "one's own", (q) => read(q.myLinkRequestsQuery()), noneYet],
  ['usersQuery', 'all', (q) => read(q.usersQuery(page)), ofAccounts],
  [
    'usersQuery',
    'searched',
    (q) => read(q.usersQuery({ ...page, search: 'mariana', kind: 'patient' })),
    ofAdministrators,
  ],
  ['mainAdminQuery', 'the account', (q) => read(q.mainAdminQuery()), ofAdministrators],
  ['overviewQuery', 'the figures', (q) => read(q.overviewQuery()), ofAdministrators],
  ['analyticsQuery', 'the figures', (q) => read(q.analyticsQuery()), ofAdministrators],
  ['isAdminSuffixQuery', 'of this installation', (q, s) => read(q.isAdminSuffixQuery(s.suffix)), ofAnybody],
  ['adminPathQuery', 'of this installation', (q) => read(q.adminPathQuery()), ofAdministrators],
  [
    'auditLinesQuery',
    'the newest',
    (q) => read(q.auditLinesQuery({ person: '', kind: '', day: '' }, null)),
    ofAdministrators,
  ],
  ['auditStateQuery', 'how far', (q) => read(q.auditStateQuery()), ofAdministrators],
  [
    'referringDoctorsQuery',
    'all',
    (q) => read(q.referringDoctorsQuery({ ...page, search: '' })),
    ofAdministrators,
  ],
  [
    'referrerSuggestionsQuery',
    'all',
    (q) => read(q.referrerSuggestionsQuery()),
    { none: 'admin', forbidden: 'doctora doctor paciente paciente2 visitor' },
  ],
  [
    'referrerMergesQuery',
    'all',
    (q) => read(q.referrerMergesQuery()),
    { none: 'admin', forbidden: 'doctora doctor paciente paciente2 visitor' },
  ],
  [
    'healthQuery',
    'of the installation',
    (q) => read(q.healthQuery()),
    { some: 'admin', forbidden: 'doctora doctor paciente paciente2', session: 'visitor' },
  ],
  [
    'renewReceipt',
    'which answers nothing',
    async (q, s) => {
      const client = new QueryClient()
      await q.renewReceipt(client, await client.fetchQuery(q.receiptQuery(s.receipt)))
    },
    { none: 'admin doctora paciente', forbidden: 'doctor paciente2 visitor' },
  ],
  [
    'verifyReceipt',
    'by its code',
    async (q, s) =>
      q.verifyReceipt(
        await s.first(
          `select receipt_token as found from public.invoices where invoice_number = '${s.receipt}'`,
        ),
      ),
    ofAnybody,
  ],
  [
    'trackRequest',
    'with a made-up folio',
    (q) => q.trackRequest(randomUUID(), 'ZZZZZZZZ'),
    { none: 'admin doctora doctor paciente paciente2 visitor' },
  ],
  [
    'readReceipt',
    'of a request that nobody sent',
    (q) => q.readReceipt(randomUUID(), 'Escaneo Intraoral'),
    { none: 'admin doctora doctor paciente paciente2 visitor' },
  ],
  ['checkVisit', 'that never was', (q) => q.checkVisit('x'.repeat(22), 'y'.repeat(22)), ofAnybody],
  ['suggestDoctors', 'by letters', (q) => q.suggestDoctors('per', new AbortController().signal), ofAnybody],
  ['readStudies', 'of the public form', (q) => q.readStudies(), ofAnybody],
  ['fetchAdminPath', 'of this installation', (q) => q.fetchAdminPath(), ofAdministrators],
  ['verifyStep', 'of the trail', (q) => q.verifyStep(0, new AbortController().signal), ofAdministrators],
  [
    'installationHealth',
    'of the machine',
    (q) => q.installationHealth(),
    { some: 'admin', forbidden: 'doctora doctor paciente paciente2', session: 'visitor' },
  ],
]

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
export const writes: readonly Write[] = [
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
      run: (q) => q.saveAgendaSettings({ notice_hours: 8, horizon_days: 45 }),
      answers: {
        done: 'admin',
        'forbidden: No tienes permiso para el panel de administración.': 'doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: () => `select value::jsonb as value from private.app_settings where key = 'agenda'`,
      after: () => [{ value: { notice_hours: 8, horizon_days: 45 } }],
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
