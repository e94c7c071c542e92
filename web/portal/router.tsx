import { lazy, useEffect } from 'react'
import { createBrowserRouter, createRoutesFromElements, Outlet, Route, useRouteError } from 'react-router'
import { recoveryPath } from '#domain/addresses.ts'
import { useProfile } from '#web/session/session.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { roleOf } from './access.ts'
import { AdminGate } from './admin-gate.tsx'
import { Arrival } from './arrival.tsx'
import { titleFor, useCurrentScreen } from './current-screen.ts'
import { Guard } from './guard.tsx'
import { Layout } from './layout.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { loadScreen } from './load-screen.ts'
import { NotFound } from './not-found.tsx'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import { type Screen, screens } from './screens.ts'
import { useScreenName } from './use-title.ts'
import { Waited } from './waited.tsx'

/** A screen's code, asked for once. */
const loads = new Map<string, ReturnType<typeof loadScreen>>()

function begun({ name, load }: Pick<Screen, 'name' | 'load'>): ReturnType<typeof loadScreen> {
  const known = loads.get(name) ?? loadScreen(load)
  loads.set(name, known)
  return known
}

const routes = screens.map((screen) => {
  const begin = () => begun(screen)
  const Component = lazy(begin)
  return { ...screen, begin, element: <Component /> }
})

const loadRecovery = () =>
  loadScreen(async () => (await import('#web/features/auth/recovery-screen.tsx')).RecoveryScreen)
const RecoveryScreen = lazy(loadRecovery)

/** The portal's addresses. '/' is the landing, a page of its own: it is reached by a full navigation. */
export function createPortalRouter() {
  return createBrowserRouter(
    createRoutesFromElements(
      <Route element={<Portal />} errorElement={<Failed />}>
        <Route element={<Guard />}>
          <Route element={<Sheet />}>{routesOf('sheet')}</Route>
          <Route element={<Layout />}>{routesOf(undefined)}</Route>
        </Route>
        <Route
          path={recoveryPath}
          element={
            <Waited code={loadRecovery} fallback={<Spinner />}>
              <RecoveryScreen />
            </Waited>
          }
        />
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
  const screen = useCurrentScreen()
  useEffect(() => {
    // A failure is reported where it is drawn.
    if (screen) begun(screen).catch(() => {})
  }, [screen])
  return null
}

function routesOf(frame: Screen['frame']) {
  return routes
    .filter((route) => route.frame === frame)
    .map((route) => (
      <Route
        key={route.path}
        path={route.path}
        element={
          <Waited
            key={route.path}
            code={route.begin}
            fallback={frame === 'sheet' ? <Spinner /> : <Coming screen={route} />}
          >
            {route.element}
          </Waited>
        }
      />
    ))
}

/** A screen of the signed-in area while its code loads. */
function Coming({ screen }: { screen: Screen }) {
  const role = roleOf(useProfile())
  return <ScreenSkeleton path={screen.path} title={titleFor(screen, role)} role={role} />
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
