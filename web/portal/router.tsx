import { useEffect } from 'react'
import { createBrowserRouter, createRoutesFromElements, Outlet, Route, useRouteError } from 'react-router'
import { recoveryPath } from '#domain/addresses.ts'
import { useProfile } from '#web/session/session.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { roleOf } from './access.ts'
import { AdminGate } from './admin-gate.tsx'
import { Arrival } from './arrival.tsx'
import { titleFor, useCurrentScreen } from './current-screen.ts'
import { Guard } from './guard.tsx'
import { Layout } from './layout.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { loadScreen } from './load-screen.ts'
import { NotFound } from './not-found.tsx'
import { headingOf, ScreenSkeleton } from './screen-skeleton.tsx'
import { type Screen, screens } from './screens.ts'
import { useScreenName } from './use-title.ts'
import { Waited } from './waited.tsx'

const routes = screens.map((screen) => ({ ...screen, code: loadLater(screen.load, loadScreen) }))
const codes = new Map(routes.map(({ name, code }) => [name, code]))

const recovery = loadLater(
  async () => (await import('#web/features/auth/recovery-screen.tsx')).RecoveryScreen,
  loadScreen,
)

/** The portal's addresses. '/' is the landing, a page of its own: it is reached by a full navigation. */
export function createPortalRouter() {
  return createBrowserRouter(
    createRoutesFromElements(
      <Route element={<Portal />} errorElement={<Failed />}>
        <Route element={<Guard />}>
          <Route element={<Sheet />}>{routesOf('sheet')}</Route>
          <Route element={<Layout />}>{routesOf(undefined)}</Route>
        </Route>
        <Route path={recoveryPath} element={<Waited code={recovery} title="Nueva contraseña" />} />
        <Route path=":area/*" element={<AdminGate />} />
        <Route
          path="*"
          element={
            <>
              <NotFound />
              <Arrival />
            </>
          }
        />
      </Route>,
    ),
  )
}

function Portal() {
  return (
    <>
      <Begin />
      <Outlet />
      <LeaveGuard />
    </>
  )
}

/** Passes a screen's failure to the boundary around everything. */
function Failed(): never {
  throw useRouteError()
}

/** Loads the code of the opened screen while the session is still being read. */
function Begin() {
  const code = codes.get(useCurrentScreen()?.name ?? '')
  useEffect(() => {
    // A failure is reported where it is drawn.
    code?.preload().catch(() => {})
  }, [code])
  return null
}

function routesOf(frame: Screen['frame']) {
  return routes
    .filter((route) => route.frame === frame)
    .map((route) => (
      <Route key={route.path} path={route.path} element={<Opened key={route.path} screen={route} />} />
    ))
}

function Opened({ screen }: { screen: (typeof routes)[number] }) {
  const role = roleOf(useProfile())
  const title = titleFor(screen, role)
  const { code, frame, path } = screen
  return (
    <Waited
      code={code}
      title={headingOf(path, title, role)}
      fallback={frame !== 'sheet' && <ScreenSkeleton {...{ path, title, role }} />}
    />
  )
}

/** A printable page stands alone. */
function Sheet() {
  useScreenName()
  return (
    <main tabIndex={-1}>
      <Outlet />
    </main>
  )
}
