import type { ComponentType } from 'react'
import * as paths from '#web/hooks/paths.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import { type Audience, everyone, type Role } from './access.ts'

export type Screen = {
  name: string
  /** For the router: ':name' stands for a parameter. */
  path: string
  /** For the window; in the words of each role where they differ. */
  title: string | Record<Role, string>
  audience: Audience
  /** `sheet` for printable pages and images, which stand alone without the sidebar. */
  frame?: 'sheet'
  /** Its component, loaded on first use. */
  load: () => Promise<ComponentType>
}

const list: readonly Screen[] = [
  {
    name: 'receipt',
    path: paths.receipt(':invoiceNumber'),
    title: 'Recibo',
    audience: ['doctor', 'patient'],
    frame: 'sheet',
    load: async () => (await import('#web/features/invoices/receipt-screen.tsx')).ReceiptScreen,
  },
  {
    name: 'home',
    path: paths.home,
    title: { doctor: 'Resumen', patient: 'Resumen', dentist: 'Mis pacientes' },
    audience: everyone,
    load: async () => (await import('./pages/home.tsx')).Home,
  },
  {
    name: 'patients',
    path: paths.patients,
    title: 'Pacientes',
    audience: ['doctor'],
    load: async () => (await import('#web/features/patients/patients-screen.tsx')).PatientsScreen,
  },
  {
    name: 'addPatient',
    path: paths.addPatient,
    title: 'Agregar Paciente',
    audience: ['doctor'],
    load: async () => (await import('#web/features/patients/add-patient-screen.tsx')).AddPatientScreen,
  },
  {
    name: 'patient',
    path: paths.patient(':patientId'),
    title: 'Expediente',
    audience: ['doctor'],
    load: async () => (await import('./pages/patient-record.tsx')).PatientRecord,
  },
  {
    name: 'studies',
    path: paths.studies,
    title: 'Estudios',
    audience: ['doctor'],
    load: async () => (await import('./pages/doctor-studies.tsx')).DoctorStudies,
  },
  {
    name: 'arrivals',
    path: paths.arrivals,
    title: 'Recibidos',
    audience: ['doctor'],
    load: async () => (await import('#web/features/arrivals/arrivals-screen.tsx')).ArrivalsScreen,
  },
  {
    name: 'reports',
    path: paths.reports,
    title: 'Por interpretar',
    audience: ['doctor'],
    load: async () => (await import('#web/features/reports/reports-screen.tsx')).ReportsScreen,
  },
  {
    name: 'study',
    path: paths.study(':studyId'),
    title: 'Estudio',
    audience: everyone,
    frame: 'sheet',
    load: async () => (await import('./pages/study.tsx')).StudyPage,
  },
  {
    name: 'report',
    path: paths.report(':reportId'),
    title: 'Informe',
    audience: everyone,
    frame: 'sheet',
    load: async () =>
      (await import('#web/features/report-reading/report-sheet-screen.tsx')).ReportSheetScreen,
  },
  {
    name: 'requests',
    path: paths.requests,
    title: 'Solicitudes de Estudio',
    audience: ['doctor'],
    load: async () => (await import('#web/features/requests/requests-screen.tsx')).RequestsScreen,
  },
  {
    name: 'bookRequest',
    path: paths.bookRequest(':requestId'),
    title: 'Agendar cita',
    audience: ['doctor'],
    load: async () => (await import('#web/features/book-request/book-request-screen.tsx')).BookRequestScreen,
  },
  {
    name: 'request',
    path: paths.request(':requestId'),
    title: 'Solicitud de Estudio',
    audience: ['doctor', 'patient'],
    frame: 'sheet',
    load: async () => (await import('#web/features/requests/request-sheet-screen.tsx')).RequestSheetScreen,
  },
  {
    name: 'share',
    path: paths.share(':shareId'),
    title: 'Hoja de entrega',
    audience: everyone,
    frame: 'sheet',
    load: async () => (await import('#web/features/sharing/hand-over-screen.tsx')).HandOverScreen,
  },
  {
    name: 'credentials',
    path: paths.credentials,
    title: 'Credenciales',
    audience: ['doctor'],
    load: async () => (await import('#web/features/credentials/credentials-screen.tsx')).CredentialsScreen,
  },
  {
    name: 'payments',
    path: paths.payments,
    title: 'Registrar Pago',
    audience: ['doctor'],
    load: async () => (await import('#web/features/invoices/payment-screen.tsx')).PaymentScreen,
  },
  {
    name: 'billing',
    path: paths.billing,
    title: 'Facturación',
    audience: ['doctor'],
    load: async () => (await import('#web/features/invoices/billing-screen.tsx')).BillingScreen,
  },
  {
    name: 'myStudies',
    path: paths.myStudies,
    title: 'Mis Estudios',
    audience: ['patient'],
    load: async () => (await import('./pages/my-studies.tsx')).MyStudies,
  },
  {
    name: 'myPayments',
    path: paths.myPayments,
    title: 'Mis Pagos',
    audience: ['patient'],
    load: async () => (await import('#web/features/invoices/my-payments-screen.tsx')).MyPaymentsScreen,
  },
  {
    name: 'newOrder',
    path: paths.newOrder,
    title: 'Nueva orden',
    audience: ['dentist'],
    load: async () => (await import('#web/features/orders/new-order-screen.tsx')).NewOrderScreen,
  },
  {
    name: 'order',
    path: paths.order(':sendingId'),
    title: 'Orden de estudio',
    audience: ['dentist'],
    frame: 'sheet',
    load: async () => (await import('#web/features/orders/order-sheet-screen.tsx')).OrderSheetScreen,
  },
  {
    name: 'practiceCode',
    path: paths.practiceCode,
    title: 'Mi código',
    audience: ['dentist'],
    load: async () => (await import('#web/features/orders/practice-code-screen.tsx')).PracticeCodeScreen,
  },
  {
    name: 'practiceCards',
    path: paths.practiceCards,
    title: 'Tarjetas',
    audience: ['dentist'],
    frame: 'sheet',
    load: async () => (await import('#web/features/orders/practice-cards-screen.tsx')).PracticeCardsScreen,
  },
  {
    name: 'appointments',
    path: paths.appointments,
    title: { doctor: 'Citas', patient: 'Mis Citas', dentist: 'Citas' },
    audience: ['doctor', 'patient'],
    load: async () => (await import('#web/features/appointments/appointments-screen.tsx')).AppointmentsScreen,
  },
  {
    name: 'reminders',
    path: paths.reminders,
    title: 'Recordatorios',
    audience: ['doctor'],
    load: async () => (await import('#web/features/appointments/reminders-screen.tsx')).RemindersScreen,
  },
  {
    name: 'profile',
    path: paths.profile,
    title: { doctor: 'Perfil', patient: 'Mi Perfil', dentist: 'Mi Perfil' },
    audience: everyone,
    load: async () => (await import('./pages/profile.tsx')).ProfilePage,
  },
  {
    name: 'help',
    path: paths.help,
    title: 'Ayuda',
    audience: everyone,
    load: async () => (await import('#web/features/help/help-screen.tsx')).HelpScreen,
  },
  {
    name: 'helpTopic',
    path: paths.helpTopic(':topicId'),
    title: 'Ayuda',
    audience: everyone,
    load: async () => (await import('#web/features/help/topic-screen.tsx')).TopicScreen,
  },
  {
    name: 'helpBooklet',
    path: paths.helpBooklet,
    title: 'Cuaderno de ayuda',
    audience: everyone,
    frame: 'sheet',
    load: async () => (await import('#web/features/help/booklet-screen.tsx')).BookletScreen,
  },
]

/** Every screen of the portal, in the order of the route table (docs/product/README.md). */
export const screens: readonly Screen[] = reportsOn()
  ? list
  : list.filter(({ name }) => name !== 'reports' && name !== 'report')
