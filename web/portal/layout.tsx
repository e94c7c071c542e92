import { Outlet, useLocation, useNavigation } from 'react-router'
import { Spinner } from '#web/ui/spinner.tsx'
import { Shell } from './shell.tsx'
import { Sidebar } from './sidebar.tsx'
import { useScreen } from './use-screen.ts'

/** The frame of the signed-in area. */
export function Layout() {
  useScreen()
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const leaving = navigation.state === 'loading' && navigation.location.pathname !== pathname
  return <Shell sidebar={(close) => <Sidebar onClose={close} />}>{leaving ? <Spinner /> : <Outlet />}</Shell>
}
