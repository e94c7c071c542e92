import { QueryClient } from '@tanstack/react-query'
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
} from './query-case.ts'

/** Payments, requests, services and the panel. */
export const readsOfTheClinic: readonly Case[] = [
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
  ['servicesQuery', 'active', (q) => read(q.servicesQuery()), ofAnybody],
  ['catalogueQuery', 'all', (q) => read(q.catalogueQuery(page)), ofAnybody],
  ['serviceHistoryQuery', 'of one', (q, s) => read(q.serviceHistoryQuery(s.service, 1)), ofAdministrators],
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
  ['endOfVisit', 'that never was', (q) => q.endOfVisit('x'.repeat(22), 'y'.repeat(22)), ofAnybody],
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
