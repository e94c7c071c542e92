import * as paths from '#web/hooks/paths.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import type { Audience } from './access.ts'

export type Screen = {
  name: string
  /** For the router: ':name' stands for a parameter. */
  path: string
  /** For the window; the patient's words where they differ. */
  title: string | { doctor: string; patient: string }
  audience: Audience
  /** `sheet` for printable pages and images, which stand alone without the sidebar. */
  frame?: 'sheet'
}

const list = [
  {
    name: 'receipt',
    path: paths.receipt(':invoiceNumber'),
    title: 'Recibo',
    audience: 'everyone',
    frame: 'sheet',
  },
  { name: 'home', path: paths.home, title: 'Resumen', audience: 'everyone' },
  { name: 'patients', path: paths.patients, title: 'Pacientes', audience: 'doctor' },
  { name: 'addPatient', path: paths.addPatient, title: 'Agregar Paciente', audience: 'doctor' },
  { name: 'patient', path: paths.patient(':patientId'), title: 'Expediente', audience: 'doctor' },
  { name: 'studies', path: paths.studies, title: 'Estudios', audience: 'doctor' },
  { name: 'reports', path: paths.reports, title: 'Por interpretar', audience: 'doctor' },
  { name: 'study', path: paths.study(':studyId'), title: 'Estudio', audience: 'everyone', frame: 'sheet' },
  {
    name: 'report',
    path: paths.report(':reportId'),
    title: 'Informe',
    audience: 'everyone',
    frame: 'sheet',
  },
  { name: 'requests', path: paths.requests, title: 'Solicitudes de Estudio', audience: 'doctor' },
  { name: 'bookRequest', path: paths.bookRequest(':requestId'), title: 'Agendar cita', audience: 'doctor' },
  {
    name: 'request',
    path: paths.request(':requestId'),
    title: 'Solicitud de Estudio',
    audience: 'everyone',
    frame: 'sheet',
  },
  {
    name: 'share',
    path: paths.share(':shareId'),
    title: 'Hoja de entrega',
    audience: 'everyone',
    frame: 'sheet',
  },
  { name: 'credentials', path: paths.credentials, title: 'Credenciales', audience: 'doctor' },
  { name: 'payments', path: paths.payments, title: 'Registrar Pago', audience: 'doctor' },
  { name: 'billing', path: paths.billing, title: 'Facturación', audience: 'doctor' },
  { name: 'myStudies', path: paths.myStudies, title: 'Mis Estudios', audience: 'patient' },
  { name: 'myPayments', path: paths.myPayments, title: 'Mis Pagos', audience: 'patient' },
  {
    name: 'appointments',
    path: paths.appointments,
    title: { doctor: 'Citas', patient: 'Mis Citas' },
    audience: 'everyone',
  },
  { name: 'reminders', path: paths.reminders, title: 'Recordatorios', audience: 'doctor' },
  {
    name: 'profile',
    path: paths.profile,
    title: { doctor: 'Perfil', patient: 'Mi Perfil' },
    audience: 'everyone',
  },
] as const satisfies readonly Screen[]

/** Each of them has its component in `screen-components.ts`. */
export type ScreenName = (typeof list)[number]['name']

/** Every screen of the portal, in the order of the route table (docs/product/README.md). The menus follow from it. */
export const screens: readonly (Screen & { name: ScreenName })[] = reportsOn()
  ? list
  : list.filter(({ name }) => name !== 'reports' && name !== 'report')
