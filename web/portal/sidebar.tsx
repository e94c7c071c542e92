import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleQuestionMark, ShieldCheck, X } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import type { Profile } from '#web/backend/database.ts'
import * as paths from '#web/hooks/paths.ts'
import { adminPathQuery } from '#web/queries/admin-path.ts'
import type { KnownPerson } from '#web/session/known-person.ts'
import { useCredentials } from '#web/session/temp-credentials.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { roleOf } from './access.ts'
import { AwaitingCount } from './awaiting-count.tsx'
import { ClinicMark } from './clinic-mark.tsx'
import { menus } from './menu.ts'
import { MenuLabel, railEntry } from './menu-label.tsx'
import { PendingCount } from './pending-count.tsx'
import { SearchButton } from './search-button.tsx'
import { SignOutItem } from './sign-out-item.tsx'
import { WhoIsIn } from './who-is-in.tsx'

const itemStyle = cx(
  railEntry,
  'group relative flex min-h-11 w-full pointer-fine:[@media(max-height:50rem)]:min-h-10 items-center gap-2 rounded-small px-3 py-2 text-left font-[550] text-ink-2 transition',
  'hover:bg-sunken hover:text-ink',
  'aria-[current=page]:bg-brand-100 aria-[current=page]:font-[650] aria-[current=page]:text-brand-800',
)

const iconStyle = 'size-4.5 text-ink-3 group-aria-[current=page]:text-brand-700'

/**
 * The clinic's mark, the search, the menu of the person's role, and the ways out. `onClose` when it lies in a drawer;
 * the search then stands in the bar above.
 */
export function Sidebar({
  profile,
  onClose,
  onSearch,
}: {
  /** Or what is known of it until it is read: then nothing is asked of the server, such as what waits. */
  profile: Profile | KnownPerson
  onClose?: () => void
  onSearch?: () => void
}) {
  const isRead = 'id' in profile
  return (
    <div className="flex h-full flex-col overflow-x-clip overflow-y-auto px-2 pt-4.5 pb-3 rail:px-3 rail:py-2">
      <div className="flex min-h-11 items-start justify-between gap-2 px-3 pb-5 rail:justify-center rail:px-0 rail:pb-2">
        <ClinicMark narrow={!onClose} />
        {onClose && (
          <IconButton
            label="Cerrar menú"
            icon={<X aria-hidden className="size-5" />}
            onClick={onClose}
            className="-mt-1 -mr-2"
          />
        )}
      </div>
      {onSearch && <SearchButton onSearch={onSearch} />}
      <nav aria-label="Principal" className="grid gap-0.5">
        {menus[roleOf(profile)].map(({ path, label, Icon }) => (
          <NavLink key={path} to={path} end={path === paths.home} onClick={onClose} className={itemStyle}>
            <Icon aria-hidden className={iconStyle} />
            <MenuLabel>{label}</MenuLabel>
            {path === paths.credentials && <CredentialsDot />}
            {isRead && path === paths.requests && <PendingCount />}
            {isRead && path === paths.reports && <AwaitingCount />}
          </NavLink>
        ))}
        {isRead && profile.is_admin && <AdminItem />}
      </nav>
      <WhoIsIn name={profile.full_name} photo={isRead ? profile.photo_path : null} />
      <div className="grid gap-0.5 border-t border-line pt-3 rail:pt-1.5">
        <NavLink to={paths.help} onClick={onClose} className={itemStyle}>
          <CircleQuestionMark aria-hidden className={iconStyle} />
          <MenuLabel>Ayuda</MenuLabel>
        </NavLink>
        <a href="/" className={itemStyle}>
          <ArrowLeft aria-hidden className={iconStyle} />
          <MenuLabel>Volver al Inicio</MenuLabel>
        </a>
        <SignOutItem className={itemStyle} iconClassName={iconStyle} />
      </div>
    </div>
  )
}

/** The link to the administration, once the server has said where it is. */
function AdminItem() {
  const { data: path } = useQuery(adminPathQuery())
  if (!path) return null
  return (
    <Link to={path} className={itemStyle}>
      <ShieldCheck aria-hidden className={iconStyle} />
      <MenuLabel>Panel de Admin</MenuLabel>
    </Link>
  )
}

/** Shows that there are credentials to hand over. */
function CredentialsDot() {
  if (useCredentials().length === 0) return null
  return (
    <>
      <span
        aria-hidden
        className="mr-1 size-2 rail:absolute rail:top-2 rail:left-1/2 rail:ml-2 animate-halo rounded-full bg-pend-strong shadow-[0_0_0_4px_oklch(0.62_0.16_50/0.18)]"
      />
      <span className="sr-only">Hay credenciales temporales activas</span>
    </>
  )
}
