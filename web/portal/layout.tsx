import { Search } from 'lucide-react'
import { useState } from 'react'
import { Outlet, useLocation } from 'react-router'
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
  const { key } = useLocation()
  const [first] = useState(key)
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
        {/* Who has just arrived has seen grey bars (guard.tsx): those of the screen are there at once, and not late once more. */}
        <div className={key === first ? 'contents [--arrived:1s]' : 'contents'}>
          <Outlet />
        </div>
      </Shell>
      {search.dialog}
    </>
  )
}
