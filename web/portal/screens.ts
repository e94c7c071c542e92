import type { Audience } from './access.ts'

export type Screen = {
  path: string
  /** For the window; the patient's words where they differ. */
  title: string | { doctor: string; patient: string }
  audience: Audience
  /** `sheet` for printable pages and images, which stand alone without the sidebar. */
  frame?: 'sheet'
}

const list = [
  { path: '/invoice/:invoiceNumber', title: 'Recibo', audience: 'everyone', frame: 'sheet' },
  { path: '/dashboard', title: 'Resumen', audience: 'everyone' },
  { path: '/dashboard/patients', title: 'Pacientes', audience: 'doctor' },
  { path: '/dashboard/patients/add', title: 'Agregar Paciente', audience: 'doctor' },
  { path: '/dashboard/patients/:patientId', title: 'Expediente', audience: 'doctor' },
  { path: '/dashboard/studies', title: 'Estudios', audience: 'doctor' },
  { path: '/dashboard/study/:studyId', title: 'Estudio', audience: 'everyone', frame: 'sheet' },
  { path: '/dashboard/requests', title: 'Solicitudes de Estudio', audience: 'doctor' },
  {
    path: '/dashboard/request/:requestId',
    title: 'Solicitud de Estudio',
    audience: 'everyone',
    frame: 'sheet',
  },
  {
    path: '/dashboard/share/:shareId',
    title: 'Hoja de entrega',
    audience: 'everyone',
    frame: 'sheet',
  },
  { path: '/dashboard/credentials', title: 'Credenciales', audience: 'doctor' },
  { path: '/dashboard/payments', title: 'Registrar Pago', audience: 'doctor' },
  { path: '/dashboard/billing', title: 'Facturación', audience: 'doctor' },
  { path: '/dashboard/my-studies', title: 'Mis Estudios', audience: 'patient' },
  { path: '/dashboard/my-payments', title: 'Mis Pagos', audience: 'patient' },
  {
    path: '/dashboard/appointments',
    title: { doctor: 'Citas', patient: 'Mis Citas' },
    audience: 'everyone',
  },
  { path: '/dashboard/profile', title: { doctor: 'Perfil', patient: 'Mi Perfil' }, audience: 'everyone' },
] as const satisfies readonly Screen[]

/** Each of them has its component in `screen-components.ts`. */
export type ScreenPath = (typeof list)[number]['path']

/** Every screen of the portal, in the order of the route table (docs/product/README.md). The menus follow from it. */
export const screens: readonly (Screen & { path: ScreenPath })[] = list
