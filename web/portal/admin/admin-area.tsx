import { useEffect, useState } from 'react'
import { matchRoutes, Route, Routes, useLocation } from 'react-router'
import { Checking, checkingWords } from '#web/portal/checking.tsx'
import { loadScreen } from '#web/portal/load-screen.ts'
import { NotFound } from '#web/portal/not-found.tsx'
import { useQuickSearch } from '#web/portal/use-quick-search.tsx'
import { useTitle } from '#web/portal/use-title.ts'
import { Waited } from '#web/portal/waited.tsx'
import type { KnownPerson } from '#web/session/known-person.ts'
import { useProfile } from '#web/session/session.ts'
import { type LaterPart, loadLater } from '#web/ui/load-later.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { type AdminScreen, adminScreens } from './admin-screens.ts'
import { AdminSkeleton } from './admin-skeleton.tsx'

const codes = new Map<AdminScreen['load'], LaterPart>()
const routes = adminScreens.map((screen) => ({ ...screen, code: codeOf(screen) }))
type AdminRoute = (typeof routes)[number]

/** Sections of a screen have its code in common. */
function codeOf({ load }: AdminScreen): LaterPart {
  const known = codes.get(load) ?? loadLater(load, loadScreen)
  codes.set(load, known)
  return known
}

/**
 * The administration: the portal's frame in dark, and its own screens. While it is still checked who comes, and to which address,
 * `known` is who seems to: the frame is there, with the shape of the screen whose code is already on its way.
 */
export function AdminArea({ known }: { known?: KnownPerson }) {
  return known ? <Coming person={known} /> : <Area />
}

function Coming({ person }: { person: KnownPerson }) {
  const screen = matchRoutes(
    routes.map((handle) => ({ path: `/:area/${handle.path}`, handle })),
    useLocation(),
  )?.at(-1)?.route.handle
  useEffect(() => {
    // A failure is reported where it is drawn.
    screen?.code.preload().catch(() => {})
  }, [screen])
  if (!screen || screen.frame === 'sheet') return <Checking />
  return (
    // The search opens once it is known that there is one.
    <AdminFrame profile={person} onSearch={() => {}}>
      <p role="status" className="sr-only">
        {checkingWords}
      </p>
      <AdminSkeleton screen={screen} />
    </AdminFrame>
  )
}

function Area() {
  const search = useQuickSearch(true)
  const { key } = useLocation()
  const [first] = useState(key)
  return (
    <>
      <Routes>
        {routes.map((screen) => (
          <Route
            key={screen.path}
            path={screen.path}
            element={<Framed screen={screen} isFirst={key === first} onSearch={search.open} />}
          />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
      {search.dialog}
    </>
  )
}

function Framed({
  screen,
  isFirst,
  onSearch,
}: {
  screen: AdminRoute
  /** The panel was just opened. */
  isFirst: boolean
  onSearch: () => void
}) {
  const profile = useProfile()
  const { path, label, heading = label, frame, code } = screen
  useTitle(label)
  if (frame === 'sheet') {
    return (
      <main tabIndex={-1}>
        <Waited key={path} code={code} title={label} />
      </main>
    )
  }
  return (
    <AdminFrame profile={profile} onSearch={onSearch}>
      {/* As in the portal (layout.tsx): who has just arrived has seen grey bars. */}
      <div className={isFirst ? 'contents [--arrived:1s]' : 'contents'}>
        <Waited key={path} code={code} title={heading} fallback={<AdminSkeleton screen={screen} />} />
      </div>
    </AdminFrame>
  )
}
