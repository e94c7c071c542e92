import {
  CalendarDays,
  Inbox,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  Receipt,
  Scan,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react'
import { type Screen, screens } from './screens.ts'

export type MenuItem = { path: string; label: string; Icon: LucideIcon }

/** The menus in their order; an entry shows once its screen exists. */
const menus: Record<'doctor' | 'patient', MenuItem[]> = {
  doctor: [
    { path: '/dashboard', label: 'Resumen', Icon: LayoutDashboard },
    { path: '/dashboard/requests', label: 'Solicitudes de Estudio', Icon: Inbox },
    { path: '/dashboard/credentials', label: 'Credenciales', Icon: KeyRound },
    { path: '/dashboard/patients', label: 'Pacientes', Icon: Users },
    { path: '/dashboard/appointments', label: 'Citas', Icon: CalendarDays },
    { path: '/dashboard/studies', label: 'Estudios', Icon: Scan },
    { path: '/dashboard/payments', label: 'Registrar Pago', Icon: Wallet },
    { path: '/dashboard/billing', label: 'Facturación', Icon: Receipt },
    { path: '/dashboard/profile', label: 'Perfil', Icon: UserRound },
  ],
  patient: [
    { path: '/dashboard', label: 'Resumen', Icon: LayoutDashboard },
    { path: '/dashboard/my-studies', label: 'Mis Estudios', Icon: Scan },
    { path: '/dashboard/appointments', label: 'Mis Citas', Icon: CalendarDays },
    { path: '/dashboard/my-payments', label: 'Mis Pagos', Icon: Receipt },
    { path: '/dashboard/profile', label: 'Mi Perfil', Icon: UserRound },
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
