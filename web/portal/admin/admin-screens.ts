import {
  Calculator,
  ChartColumn,
  CircleQuestionMark,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Scan,
  Settings,
  Share2,
  Users,
  Wallet,
} from 'lucide-react'
import type { ComponentType } from 'react'
import * as adminPaths from '#web/hooks/admin-paths.ts'

export type AdminScreen = {
  /** Below the panel's address; '' is its first screen. */
  path: string
  label: string
  /** What stands over it, where that is longer than its entry in the menu. */
  heading?: string
  Icon: LucideIcon
  /**
   * `sheet` for a printable page, which stands alone, `part` for a part of another screen; both are reached from another
   * screen, not from the menu.
   */
  frame?: 'sheet' | 'part'
  load: () => Promise<ComponentType>
}

/** One for all of its sections: whoever has it needs no more to open another. */
const system = async () => (await import('#web/portal/pages/system.tsx')).System

/** The panel's screens in the order of its menu (docs/product/admin.md), each in a chunk of its own. */
export const adminScreens: readonly AdminScreen[] = [
  {
    path: adminPaths.overview,
    label: 'Panel Principal',
    Icon: LayoutDashboard,
    load: async () => (await import('#web/features/overview/overview-screen.tsx')).OverviewScreen,
  },
  {
    path: adminPaths.users,
    label: 'Gestión de Usuarios',
    Icon: Users,
    load: async () => (await import('#web/features/users/users-screen.tsx')).UsersScreen,
  },
  {
    path: adminPaths.studies,
    label: 'Gestión de Estudios',
    Icon: Scan,
    load: async () => (await import('#web/portal/pages/admin-studies.tsx')).AdminStudies,
  },
  {
    path: adminPaths.requests,
    label: 'Gestión de Solicitudes',
    Icon: Inbox,
    load: async () => (await import('#web/features/requests/admin-requests-screen.tsx')).AdminRequestsScreen,
  },
  {
    path: adminPaths.bookRequest(':requestId'),
    label: 'Agendar cita',
    Icon: Inbox,
    frame: 'part',
    load: async () => (await import('#web/features/book-request/book-request-screen.tsx')).BookRequestScreen,
  },
  {
    path: adminPaths.income,
    label: 'Ingresos',
    heading: 'Ingresos del Sistema',
    Icon: Wallet,
    load: async () => (await import('#web/features/income/income-screen.tsx')).IncomeScreen,
  },
  {
    path: adminPaths.cashCut,
    label: 'Corte de caja',
    Icon: Calculator,
    frame: 'sheet',
    load: async () => (await import('#web/features/cash-cut/cash-cut-screen.tsx')).CashCutScreen,
  },
  {
    path: adminPaths.referrers,
    label: 'Gestión de Referentes',
    Icon: Share2,
    load: async () => (await import('#web/features/referrers/referrers-screen.tsx')).ReferrersScreen,
  },
  {
    path: adminPaths.analytics,
    label: 'Analíticas',
    Icon: ChartColumn,
    load: async () => (await import('#web/features/analytics/analytics-screen.tsx')).AnalyticsScreen,
  },
  {
    path: adminPaths.schedule,
    label: 'Horarios y cierres',
    heading: 'Administración del Sistema',
    Icon: Settings,
    frame: 'part',
    load: system,
  },
  {
    path: adminPaths.messages,
    label: 'Mensajes',
    heading: 'Administración del Sistema',
    Icon: Settings,
    frame: 'part',
    load: system,
  },
  {
    path: adminPaths.machines,
    label: 'Equipos',
    heading: 'Administración del Sistema',
    Icon: Settings,
    frame: 'part',
    load: system,
  },
  {
    path: adminPaths.machinesSheet,
    label: 'Qué escribir en la consola de un equipo',
    Icon: Settings,
    frame: 'sheet',
    load: async () => (await import('#web/features/machines/console-screen.tsx')).ConsoleScreen,
  },
  {
    path: adminPaths.system,
    label: 'Sistema',
    heading: 'Administración del Sistema',
    Icon: Settings,
    load: system,
  },
  {
    path: adminPaths.help,
    label: 'Ayuda',
    Icon: CircleQuestionMark,
    frame: 'part',
    load: async () => (await import('#web/features/help/help-screen.tsx')).HelpScreen,
  },
  {
    path: adminPaths.helpTopic(':topicId'),
    label: 'Ayuda',
    Icon: CircleQuestionMark,
    frame: 'part',
    load: async () => (await import('#web/features/help/topic-screen.tsx')).TopicScreen,
  },
  {
    path: adminPaths.helpBooklet,
    label: 'Cuaderno de ayuda',
    Icon: CircleQuestionMark,
    frame: 'sheet',
    load: async () => (await import('#web/features/help/booklet-screen.tsx')).BookletScreen,
  },
]
