import type { ComponentType } from 'react'
import type { Audience } from './access.ts'

export type Screen = {
  path: string
  /** For the window; the patient's words where they differ. */
  title: string | { doctor: string; patient: string }
  audience: Audience
  /** The component of the screen, loaded when it is first opened. */
  load: () => Promise<ComponentType>
  /** `sheet` for printable pages, which stand alone without the sidebar. */
  frame?: 'portal' | 'sheet'
}

/** Every screen of the portal, in the order of the route table (docs/product/screens.md). The menus follow from it. */
export const screens: readonly Screen[] = [
  {
    path: '/invoice/:invoiceNumber',
    title: 'Recibo',
    audience: 'everyone',
    frame: 'sheet',
    load: async () => (await import('./pages/receipt.tsx')).Receipt,
  },
  {
    path: '/dashboard/patients',
    title: 'Pacientes',
    audience: 'doctor',
    load: async () => (await import('#web/features/patients/patients-screen.tsx')).PatientsScreen,
  },
  {
    path: '/dashboard/patients/add',
    title: 'Agregar Paciente',
    audience: 'doctor',
    load: async () => (await import('#web/features/patients/add-patient-screen.tsx')).AddPatientScreen,
  },
  {
    path: '/dashboard/patients/:patientId',
    title: 'Expediente',
    audience: 'doctor',
    load: async () => (await import('./pages/patient-record.tsx')).PatientRecord,
  },
  {
    path: '/dashboard/studies',
    title: 'Estudios',
    audience: 'doctor',
    load: async () => (await import('#web/features/studies/doctor-studies-screen.tsx')).DoctorStudiesScreen,
  },
  {
    path: '/dashboard/requests',
    title: 'Solicitudes de Estudio',
    audience: 'doctor',
    load: async () => (await import('#web/features/requests/requests-screen.tsx')).RequestsScreen,
  },
  {
    path: '/dashboard/credentials',
    title: 'Credenciales',
    audience: 'doctor',
    load: async () => (await import('#web/features/credentials/credentials-screen.tsx')).CredentialsScreen,
  },
  {
    path: '/dashboard/payments',
    title: 'Registrar Pago',
    audience: 'doctor',
    load: async () => (await import('#web/features/invoices/payment-screen.tsx')).PaymentScreen,
  },
  {
    path: '/dashboard/my-studies',
    title: 'Mis Estudios',
    audience: 'patient',
    load: async () => (await import('#web/features/studies/my-studies-screen.tsx')).MyStudiesScreen,
  },
  {
    path: '/dashboard/my-payments',
    title: 'Mis Pagos',
    audience: 'patient',
    load: async () => (await import('#web/features/invoices/my-payments-screen.tsx')).MyPaymentsScreen,
  },
]
