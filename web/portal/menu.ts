import {
  CalendarDays,
  Inbox,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  PenLine,
  Receipt,
  Scan,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react'
import * as paths from '#web/hooks/paths.ts'
import { type Screen, screens } from './screens.ts'

export type MenuItem = { path: string; label: string; Icon: LucideIcon }

/** The menus in their order; an entry shows once its screen exists. */
const menus: Record<'doctor' | 'patient', MenuItem[]> = {
  doctor: [
    { path: paths.home, label: 'Resumen', Icon: LayoutDashboard },
    { path: paths.requests, label: 'Solicitudes de Estudio', Icon: Inbox },
    { path: paths.credentials, label: 'Credenciales', Icon: KeyRound },
    { path: paths.patients, label: 'Pacientes', Icon: Users },
    { path: paths.appointments, label: 'Citas', Icon: CalendarDays },
    { path: paths.studies, label: 'Estudios', Icon: Scan },
    { path: paths.reports, label: 'Por interpretar', Icon: PenLine },
    { path: paths.payments, label: 'Registrar Pago', Icon: Wallet },
    { path: paths.billing, label: 'Facturación', Icon: Receipt },
    { path: paths.profile, label: 'Perfil', Icon: UserRound },
  ],
  patient: [
    { path: paths.home, label: 'Resumen', Icon: LayoutDashboard },
    { path: paths.myStudies, label: 'Mis Estudios', Icon: Scan },
    { path: paths.appointments, label: 'Mis Citas', Icon: CalendarDays },
    { path: paths.myPayments, label: 'Mis Pagos', Icon: Receipt },
    { path: paths.profile, label: 'Mi Perfil', Icon: UserRound },
  ],
}

/** The menu of a role, without entries that would lead nowhere. */
export function menuOf(
  role: 'doctor' | 'patient',
  existing: readonly Pick<Screen, 'path' | 'audience'>[] = screens,
): MenuItem[] {
  return menus[role].filter(({ path }) =>
    existing.some((screen) => screen.path === path && ['everyone', role].includes(screen.audience)),
  )
}
