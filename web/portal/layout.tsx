import { useQuery } from '@tanstack/react-query'
import { Menu } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { clinicQuery } from '#web/data/clinic.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { Sidebar } from './sidebar.tsx'
import { useScreen } from './use-screen.ts'

/** Sidebar and content; below 900 px a bar with 'Menú', which opens the sidebar as a drawer. */
export function Layout() {
  useScreen()
  const { pathname } = useLocation()
  const navigation = useNavigation()
  const leaving = navigation.state === 'loading' && navigation.location.pathname !== pathname
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[16rem_minmax(0,1fr)]">
      <a
        href="#contenido"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-toast focus:rounded-small focus:bg-surface focus:px-4 focus:py-3 focus:font-semibold focus:shadow-3"
      >
        Ir al contenido
      </a>
      <TopBar key={pathname} />
      <aside className="no-print sticky top-0 hidden h-dvh border-r border-line bg-surface md:block">
        <Sidebar />
      </aside>
      <div className="min-w-0">
        <OfflineNotice />
        <main
          id="contenido"
          tabIndex={-1}
          className="max-w-portal px-4 pt-5 pb-24 md:px-10 md:pt-8 md:pb-12 print:p-0"
        >
          {leaving ? <Spinner /> : <Outlet />}
        </main>
      </div>
    </div>
  )
}

/** The head of small screens. A new screen brings a new one, with the drawer closed. */
function TopBar() {
  const [open, setOpen] = useState(false)
  const { data: clinic } = useQuery(clinicQuery())
  return (
    <header className="no-print sticky top-0 z-header flex h-16 items-center justify-between gap-4 border-b border-line bg-surface px-4 md:hidden">
      <Logo name={clinic?.name ?? ''} tagline={clinic?.tagline} />
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger className={buttonStyle('secondary', 'compact', 'min-h-11')}>
          <Menu aria-hidden className="size-5" />
          Menú
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-drawer animate-fade bg-ink/45 md:hidden" />
          <Dialog.Content
            aria-describedby={undefined}
            className="fixed inset-y-0 left-0 z-drawer w-[min(20rem,86vw)] animate-drawer bg-surface shadow-3 outline-none md:hidden"
          >
            <Dialog.Title className="sr-only">Menú</Dialog.Title>
            <Sidebar onClose={() => setOpen(false)} />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </header>
  )
}
