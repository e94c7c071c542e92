import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Profile } from '#web/backend/database.ts'
import { Shell } from '#web/portal/shell.tsx'
import type { KnownPerson } from '#web/session/known-person.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AdminSidebar } from './admin-sidebar.tsx'

/** The portal's frame in dark, with the administration's menu. */
export function AdminFrame({
  profile,
  onSearch,
  children,
}: {
  profile: Profile | KnownPerson
  onSearch: () => void
  children: ReactNode
}) {
  return (
    <Shell
      tone="dark"
      sidebar={(close) => <AdminSidebar profile={profile} onClose={close} onSearch={onSearch} />}
      bar={
        <IconButton
          tone="deep"
          label="Buscar"
          icon={<Search aria-hidden className="size-5" />}
          onClick={onSearch}
        />
      }
    >
      {children}
    </Shell>
  )
}
