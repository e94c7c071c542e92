import { LogIn, Menu } from 'lucide-react'
import type { Clinic } from '#domain/clinic.ts'
import * as paths from '#web/hooks/paths.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Logo } from '#web/ui/logo.tsx'

const sections = [
  { anchor: '#about', label: 'Sobre Nosotros' },
  { anchor: '#servicios', label: 'Servicios' },
  { anchor: '#contact', label: 'Solicitar Estudio' },
]

type HeaderProps = {
  clinic: Clinic
  /** Path before the anchors: empty on the landing itself, '/' elsewhere. */
  base: '' | '/'
}

/**
 * Mark, sections and the link to the portal; on small screens behind 'Menú'. live/account.ts and live/menu.ts bring it to life.
 */
export function Header({ clinic, base }: HeaderProps) {
  return (
    <header className="group/header sticky top-0 z-header border-b border-line bg-paper/90 backdrop-blur-md">
      <div className="page flex h-16 items-center justify-between gap-2 md:h-18 md:gap-4">
        <a href={base ? '/' : '#inicio'} className="flex min-h-11 min-w-0 items-center rounded-small">
          <Logo name={clinic.name} tagline={clinic.tagline} image={clinic.logo} yields />
        </a>
        <nav aria-label="Principal" className="hidden items-center gap-1 md:flex">
          {sections.map(({ anchor, label }) => (
            <a key={anchor} href={base + anchor} className={buttonStyle('ghost', 'normal', headerButton)}>
              {label}
            </a>
          ))}
          <Account className={headerButton} />
        </nav>
        <div className="flex shrink-0 gap-2 md:hidden">
          {/* The open menu has it, too. */}
          <div className="group-has-[:popover-open]/header:invisible">
            <Account inBar className={barButton} />
          </div>
          {/* A popover opens, closes and listens to Escape without any script. */}
          <button
            type="button"
            popoverTarget="menu"
            className={buttonStyle('secondary', 'normal', barButton)}
          >
            <Menu aria-hidden className="size-5 max-[25rem]:hidden" />
            Menú
          </button>
        </div>
      </div>
      <div
        id="menu"
        popover="auto"
        className="inset-x-0 top-16 bottom-auto m-0 w-auto border-b border-line bg-paper p-5 text-ink shadow-3 md:hidden open:animate-fade"
      >
        <nav aria-label="Menú" className="flex flex-col gap-2">
          {sections.map(({ anchor, label }) => (
            <a
              key={anchor}
              href={base + anchor}
              className="flex min-h-12 items-center rounded-small px-3 font-semibold hover:bg-sunken"
            >
              {label}
            </a>
          ))}
          <Account className="mt-1" />
        </nav>
      </div>
    </header>
  )
}

const barButton = 'min-h-11 px-3 text-meta whitespace-nowrap'
const headerButton = 'min-h-11 px-3.5 text-label whitespace-nowrap'

/**
 * 'Iniciar Sesión'. Its template holds the links for signed-in people, and that of 'Cerrar Sesión' its busy look. A phone's bar has
 * room for the panel alone.
 */
function Account({ className, inBar = false }: { className: string; inBar?: boolean }) {
  return (
    <>
      <Button
        data-sign-in
        icon={!inBar && <LogIn aria-hidden className="size-4.5 md:hidden" />}
        className={cx('md:ml-2 noscript:hidden', className)}
      >
        Iniciar Sesión
      </Button>
      <template>
        <a
          href={paths.home}
          data-panel
          className={buttonStyle('secondary', 'normal', cx('md:ml-2', className))}
        >
          Mi Panel
        </a>
        {!inBar && (
          <>
            <Button data-sign-out variant="ghost" className={className}>
              Cerrar Sesión
            </Button>
            <template>
              <Button variant="ghost" busy busyLabel="Cerrando..." className={className}>
                Cerrar Sesión
              </Button>
            </template>
          </>
        )}
      </template>
    </>
  )
}
