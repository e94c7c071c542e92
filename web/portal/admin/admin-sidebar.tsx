import { CircleQuestionMark, Globe, UserRound, X } from 'lucide-react'
import { Link, NavLink } from 'react-router'
import type { Profile } from '#web/backend/database.ts'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import * as paths from '#web/hooks/paths.ts'
import { ClinicMark } from '#web/portal/clinic-mark.tsx'
import { MenuLabel, railEntry } from '#web/portal/menu-label.tsx'
import { SearchButton } from '#web/portal/search-button.tsx'
import { SignOutItem } from '#web/portal/sign-out-item.tsx'
import { WhoIsIn } from '#web/portal/who-is-in.tsx'
import type { KnownPerson } from '#web/session/known-person.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { adminScreens } from './admin-screens.ts'
import { useAdminPath } from './use-admin-path.ts'

const itemStyle = cx(
  railEntry,
  'flex min-h-11 w-full items-center gap-3 rounded-small px-3 py-2 text-left font-[550] text-deep-ink transition',
  'hover:bg-deep-raised hover:text-film-ink focus-visible:outline-signal',
  'aria-[current=page]:bg-deep-raised aria-[current=page]:font-[650] aria-[current=page]:text-film-ink',
)
const iconStyle = 'size-4.5'

/** The search, the administration's menu and its ways out. `onClose` when it lies in a drawer; the search then stands in the bar above. */
export function AdminSidebar({
  profile,
  onClose,
  onSearch,
}: {
  /** Or what is known of it until it is read. */
  profile: Profile | KnownPerson
  onClose?: () => void
  onSearch: () => void
}) {
  const root = useAdminPath()
  return (
    <div className="on-film flex h-full flex-col overflow-x-clip overflow-y-auto px-3 pt-4.5 pb-3 rail:py-2">
      <div className="flex min-h-11 items-start justify-between gap-2 px-2 pb-5 rail:justify-center rail:px-0 rail:pb-2">
        <ClinicMark narrow={!onClose} tagline="Administración" onDark />
        {onClose && (
          <IconButton
            tone="deep"
            label="Cerrar menú"
            icon={<X aria-hidden className="size-5" />}
            onClick={onClose}
            className="-mt-1 -mr-2"
          />
        )}
      </div>
      {!onClose && <SearchButton tone="deep" onSearch={onSearch} />}
      <nav aria-label="Administración" className="grid gap-0.5">
        {adminScreens
          .filter(({ frame }) => frame === undefined)
          .map(({ path, label, Icon }) => (
            <NavLink
              key={path}
              to={path ? `${root}/${path}` : root}
              end={path === ''}
              onClick={onClose}
              className={itemStyle}
            >
              <Icon aria-hidden className={iconStyle} />
              <MenuLabel>{label}</MenuLabel>
            </NavLink>
          ))}
      </nav>
      <WhoIsIn name={profile.full_name} photo={'id' in profile ? profile.photo_path : null} />
      <div className="grid gap-0.5 border-t border-deep-raised pt-3 rail:pt-1.5">
        <NavLink to={`${root}/${adminPaths.help}`} onClick={onClose} className={itemStyle}>
          <CircleQuestionMark aria-hidden className={iconStyle} />
          <MenuLabel>Ayuda</MenuLabel>
        </NavLink>
        <Link to={paths.home} className={itemStyle}>
          <UserRound aria-hidden className={iconStyle} />
          <MenuLabel>Panel Usuario</MenuLabel>
        </Link>
        <a href="/" className={itemStyle}>
          <Globe aria-hidden className={iconStyle} />
          <MenuLabel>Sitio Web</MenuLabel>
        </a>
        <SignOutItem className={itemStyle} iconClassName={iconStyle} />
      </div>
    </div>
  )
}
