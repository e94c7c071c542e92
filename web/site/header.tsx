import { Menu, Phone } from 'lucide-react'
import { trackingPath } from '#domain/addresses.ts'
import type { Clinic } from '#domain/clinic.ts'
import { phoneForms, phoneText } from '#domain/phone.ts'
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
 * Mark, sections and the way into the portal; on small screens the sections are behind 'Menú'. What waits in `template[data-account]`
 * stands behind it for signed-in people: live/account.ts. live/menu.ts closes the menu.
 */
export function Header({ clinic, base }: HeaderProps) {
  return (
    <header className="sticky top-0 z-header border-b border-line bg-paper/90 backdrop-blur-md">
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
          <a
            href={phoneForms(clinic.phone).tel}
            aria-label={`Llamar al ${clinic.phone}`}
            className={buttonStyle('ghost', 'normal', cx(headerButton, 'tabular-nums'))}
          >
            <Phone aria-hidden className="size-4.5" />
            <span className="max-lg:hidden">{phoneText(clinic.phone)}</span>
          </a>
          <SignIn className={cx('ml-2', headerButton)} />
          <template data-account>
            <PanelLink className={cx('ml-2', headerButton)} />
            <SignOut className={headerButton} />
          </template>
        </nav>
        <div className="flex shrink-0 gap-2 md:hidden">
          <div>
            <SignIn className={barButton} />
            <template data-account>
              <PanelLink className={barButton} />
            </template>
          </div>
          {/* A popover opens, closes and listens to Escape without any script. */}
          <button
            type="button"
            popoverTarget="menu"
            className={buttonStyle('secondary', 'normal', barButton)}
          >
            <Menu aria-hidden className="size-5 max-[24rem]:hidden" />
            Menú
          </button>
        </div>
      </div>
      <div
        id="menu"
        popover="auto"
        className="inset-x-0 top-16 bottom-auto m-0 w-auto border-b border-line bg-paper p-5 text-ink shadow-3 md:hidden open:animate-fade"
      >
        <nav aria-label="Menú" className="-mx-3 flex flex-col gap-2">
          {sections.map(({ anchor, label }) => (
            <a key={anchor} href={base + anchor} className={menuItem}>
              {label}
            </a>
          ))}
          <a href={trackingPath} className={menuItem}>
            ¿Cómo va mi solicitud?
          </a>
          <a href={phoneForms(clinic.phone).tel} className={cx(menuItem, 'gap-2 tabular-nums')}>
            <Phone aria-hidden className="size-4.5" />
            {phoneText(clinic.phone)}
          </a>
          <div>
            <template data-account>
              <SignOut className="self-start px-3" />
            </template>
          </div>
        </nav>
      </div>
    </header>
  )
}

const menuItem = 'flex min-h-12 items-center rounded-small px-3 font-semibold hover:bg-sunken'
const barButton = 'min-h-11 gap-1.5 px-3 text-meta whitespace-nowrap'
const headerButton = 'min-h-11 px-3.5 text-label whitespace-nowrap'

function SignIn({ className }: { className: string }) {
  return (
    <Button data-sign-in className={cx('noscript:hidden', className)}>
      Iniciar Sesión
    </Button>
  )
}

function PanelLink({ className }: { className: string }) {
  return (
    <a href={paths.home} data-panel className={buttonStyle('secondary', 'normal', className)}>
      Mi Panel
    </a>
  )
}

/** Its template holds the busy look. */
function SignOut({ className }: { className?: string }) {
  return (
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
  )
}
