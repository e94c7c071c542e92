import { Inbox, LayoutDashboard, type LucideIcon, Scan, Users } from 'lucide-react'
import { type ComponentType, lazy } from 'react'

export type AdminScreen = {
  /** Below the panel's address; '' is its first screen. */
  path: string
  label: string
  Icon: LucideIcon
  Screen: ComponentType
}

/** The panel's screens in the order of its menu (docs/product/admin.md), each in a chunk of its own. */
export const adminScreens: readonly AdminScreen[] = [
  {
    path: '',
    label: 'Panel Principal',
    Icon: LayoutDashboard,
    Screen: lazy(async () => ({
      default: (await import('#web/features/overview/overview-screen.tsx')).OverviewScreen,
    })),
  },
  {
    path: 'users',
    label: 'Gestión de Usuarios',
    Icon: Users,
    Screen: lazy(async () => ({
      default: (await import('#web/features/users/users-screen.tsx')).UsersScreen,
    })),
  },
  {
    path: 'studies',
    label: 'Gestión de Estudios',
    Icon: Scan,
    Screen: lazy(async () => ({
      default: (await import('#web/features/studies/admin-studies-screen.tsx')).AdminStudiesScreen,
    })),
  },
  {
    path: 'requests',
    label: 'Gestión de Solicitudes',
    Icon: Inbox,
    Screen: lazy(async () => ({
      default: (await import('#web/features/requests/admin-requests-screen.tsx')).AdminRequestsScreen,
    })),
  },
]
