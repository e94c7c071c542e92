import { Search } from 'lucide-react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { useProfile } from '#web/data/session.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { roleOf } from './access.ts'
import { Shell } from './shell.tsx'
import { Sidebar } from './sidebar.tsx'
import { useQuickSearch } from './use-quick-search.tsx'
import { useScreen } from './use-screen.ts'

/** The frame of the signed-in area. */
export function Layout() {
  useScreen()
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const isDoctor = roleOf(useProfile()) === 'doctor'
  const search = useQuickSearch(isDoctor)
  const leaving = navigation.state === 'loading' && navigation.location.pathname !== pathname
  return (
    <>
      <Shell
        sidebar={(close) => (
          <Sidebar onClose={close} onSearch={isDoctor && !close ? search.open : undefined} />
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
        {leaving ? <Spinner /> : <Outlet />}
      </Shell>
      {search.dialog}
    </>
  )
}
