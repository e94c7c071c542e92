import { Menu } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ClinicMark } from './clinic-mark.tsx'
import { Drawer } from './drawer.tsx'
import { OfflineNotice } from './offline-notice.tsx'

type ShellProps = {
  /** The sidebar's content; `close` takes it away when it lies in a drawer. */
  sidebar: (close?: () => void) => ReactNode
  /** Shown beside 'Menú' in the bar of small screens. */
  bar?: ReactNode
  /** `dark` for the administration, so that nobody confuses the two. */
  tone?: 'light' | 'dark'
  children: ReactNode
}

const grounds = {
  light: 'border-line bg-surface',
  // A dialog has its own ink.
  dark: 'border-deep bg-deep text-film-ink!',
}

/** Sidebar and content; below 1180 px the sidebar is a rail of icons, below 900 px a bar with 'Menú', which opens it as a drawer. */
export function Shell({ sidebar, bar, tone = 'light', children }: ShellProps) {
  const { pathname } = useLocation()
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[4.5rem_minmax(0,1fr)] xl:grid-cols-[16rem_minmax(0,1fr)]">
      <a
        href="#contenido"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-toast focus:rounded-small focus:bg-surface focus:px-4 focus:py-3 focus:font-semibold focus:text-ink focus:shadow-3"
      >
        Ir al contenido
      </a>
      <TopBar key={pathname} sidebar={sidebar} bar={bar} tone={tone} />
      <aside className={cx('no-print sticky top-0 hidden h-dvh border-r md:block', grounds[tone])}>
        {sidebar()}
      </aside>
      <div className="min-w-0">
        <OfflineNotice />
        <main
          id="contenido"
          tabIndex={-1}
          className="max-w-portal px-4 pt-5 pb-24 md:px-10 md:pt-8 md:pb-12 print:p-0"
        >
          {children}
        </main>
      </div>
    </div>
  )
}

/** The head of small screens. A new screen brings a new one, with the drawer closed. */
function TopBar({ sidebar, bar, tone }: Pick<ShellProps, 'sidebar' | 'bar'> & { tone: 'light' | 'dark' }) {
  const [open, setOpen] = useState(false)
  return (
    <header
      className={cx(
        'no-print sticky top-0 z-header flex h-16 items-center justify-between gap-4 border-b px-4 md:hidden',
        grounds[tone],
      )}
    >
      <ClinicMark onDark={tone === 'dark'} />
      {bar && <div className="ml-auto">{bar}</div>}
      <Button
        size="compact"
        className="min-h-11"
        aria-haspopup="dialog"
        aria-expanded={open}
        icon={<Menu aria-hidden className="size-5" />}
        onClick={() => setOpen(true)}
      >
        Menú
      </Button>
      {open && (
        <Drawer className={grounds[tone]} onClose={() => setOpen(false)}>
          {sidebar(() => setOpen(false))}
        </Drawer>
      )}
    </header>
  )
}
