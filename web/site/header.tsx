import { LogIn, Menu } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Clinic } from '#domain/clinic.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Logo } from '#web/ui/logo.tsx'
import type { useAccount } from './use-account.ts'

const sections = [
  { anchor: '#about', label: 'Sobre Nosotros' },
  { anchor: '#servicios', label: 'Servicios' },
  { anchor: '#contact', label: 'Solicitar Estudio' },
]

type HeaderProps = {
  clinic: Clinic
  /** Path before the anchors: empty on the landing itself, '/' elsewhere. */
  base: '' | '/'
  account: ReturnType<typeof useAccount>
}

/** Mark, sections and the way into the portal; on small screens behind 'Menú'. */
export function Header({ clinic, base, account }: HeaderProps) {
  const menu = useRef<HTMLDivElement>(null)
  const closeMenu = () => menu.current?.hidePopover?.()
  return (
    <header className="sticky top-0 z-header border-b border-line bg-paper/90 backdrop-blur-md">
      <div className="page flex h-16 items-center justify-between gap-4 md:h-18">
        <a href={base ? '/' : '#inicio'} className="flex min-h-11 min-w-0 items-center rounded-small">
          <Logo name={clinic.name} tagline={clinic.tagline} image={clinic.logo} />
        </a>
        <nav aria-label="Principal" className="hidden items-center gap-1 md:flex">
          {sections.map(({ anchor, label }) => (
            <a key={anchor} href={base + anchor} className={buttonStyle('ghost', 'normal', headerButton)}>
              {label}
            </a>
          ))}
          <AccountButtons account={account} className={headerButton} />
        </nav>
        {/* A popover opens, closes and listens to Escape without any script. */}
        <button
          type="button"
          popoverTarget="menu"
          className={buttonStyle('secondary', 'normal', 'min-h-11 px-4 text-label md:hidden')}
        >
          <Menu aria-hidden className="size-5" />
          Menú
        </button>
      </div>
      <div
        ref={menu}
        id="menu"
        popover="auto"
        className="inset-x-0 top-16 bottom-auto m-0 w-auto border-b border-line bg-paper p-5 text-ink shadow-3 md:hidden open:animate-fade"
      >
        <nav aria-label="Menú" className="flex flex-col gap-2">
          {sections.map(({ anchor, label }) => (
            <a
              key={anchor}
              href={base + anchor}
              onClick={closeMenu}
              className="flex min-h-12 items-center rounded-small px-3 font-semibold hover:bg-sunken"
            >
              {label}
            </a>
          ))}
          <AccountButtons account={account} className="mt-1" onUse={closeMenu} />
        </nav>
      </div>
    </header>
  )
}

/** The one that lasts 5 s; the sweep over it ends sooner. Named in site.css. */
const welcomeAnimation = 'welcome-ring'

const headerButton = 'min-h-11 px-3.5 text-label whitespace-nowrap'

type AccountButtonsProps = { account: HeaderProps['account']; className: string; onUse?: () => void }

function AccountButtons({ account, className, onUse }: AccountButtonsProps) {
  const panel = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (account.arrived && document.activeElement === document.body) panel.current?.focus()
  }, [account.arrived])
  if (!account.signedIn) {
    return (
      <Button
        data-live
        icon={<LogIn aria-hidden className="size-4.5 md:hidden" />}
        className={cx('md:ml-2 noscript:hidden', className)}
        onClick={() => {
          onUse?.()
          account.askToSignIn()
        }}
      >
        Iniciar Sesión
      </Button>
    )
  }
  return (
    <>
      <a
        ref={panel}
        href="/dashboard"
        aria-busy={account.leaving || undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          account.openPanel()
        }}
        onAnimationEnd={({ animationName }) => animationName === welcomeAnimation && account.endWelcome()}
        className={buttonStyle('secondary', 'normal', cx('md:ml-2', className, account.welcome && 'welcome'))}
      >
        Mi Panel
      </a>
      <Button
        variant="ghost"
        busy={account.signingOut}
        busyLabel="Cerrando..."
        className={className}
        onClick={account.signOut}
      >
        Cerrar Sesión
      </Button>
    </>
  )
}
