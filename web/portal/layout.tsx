import { Search } from 'lucide-react'
import { Outlet } from 'react-router'
import { useProfile } from '#web/session/session.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { roleOf } from './access.ts'
import { Shell } from './shell.tsx'
import { Sidebar } from './sidebar.tsx'
import { useQuickSearch } from './use-quick-search.tsx'
import { useScreenName } from './use-title.ts'

/** The frame of the signed-in area. */
export function Layout() {
  useScreenName()
  const profile = useProfile()
  const isDoctor = roleOf(profile) === 'doctor'
  const search = useQuickSearch(isDoctor)
  return (
    <>
      <Shell
        sidebar={(close) => (
          <Sidebar
            profile={profile}
            onClose={close}
            onSearch={isDoctor && !close ? search.open : undefined}
          />
        )}
        bar={
          isDoctor && (
            <IconButton
              label="Buscar"
              icon={<Search aria-hidden className="size-5" />}
              onClick={search.open}
            />
          )
        }
      >
        <Outlet />
      </Shell>
      {search.dialog}
    </>
  )
}
