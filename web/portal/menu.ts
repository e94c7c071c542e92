import {
  CalendarDays,
  ClipboardPlus,
  Inbox,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  PenLine,
  QrCode,
  Receipt,
  Scan,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react'
import * as paths from '#web/hooks/paths.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import type { Role } from './access.ts'

export type MenuItem = { path: string; label: string; Icon: LucideIcon }

/** The menu of each role, in its order. */
export const menus: Record<Role, readonly MenuItem[]> = {
  doctor: [
    { path: paths.home, label: 'Resumen', Icon: LayoutDashboard },
    { path: paths.requests, label: 'Solicitudes de Estudio', Icon: Inbox },
    { path: paths.credentials, label: 'Credenciales', Icon: KeyRound },
    { path: paths.patients, label: 'Pacientes', Icon: Users },
    { path: paths.appointments, label: 'Citas', Icon: CalendarDays },
    { path: paths.studies, label: 'Estudios', Icon: Scan },
    ...(reportsOn() ? [{ path: paths.reports, label: 'Por interpretar', Icon: PenLine }] : []),
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
  dentist: [
    { path: paths.home, label: 'Mis pacientes', Icon: Users },
    { path: paths.newOrder, label: 'Nueva orden', Icon: ClipboardPlus },
    { path: paths.practiceCode, label: 'Mi código', Icon: QrCode },
    { path: paths.profile, label: 'Mi Perfil', Icon: UserRound },
  ],
}
