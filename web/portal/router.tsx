import { createBrowserRouter, Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { recoveryPath } from '#domain/recovery.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { UnsavedQuestion } from '#web/ui/unsaved-question.tsx'
import { AdminGate } from './admin-gate.tsx'
import { ErrorScreen } from './error-screen.tsx'
import { Guard } from './guard.tsx'
import type { ScreenHandle } from './handle.ts'
import { Layout } from './layout.tsx'
import { NotFound } from './not-found.tsx'
import { screenComponents } from './screen-components.ts'
import { screens } from './screens.ts'
import { useScreen } from './use-screen.ts'

function toRoute({ path, title, audience }: (typeof screens)[number]): RouteObject {
  const handle: ScreenHandle = { audience, title }
  return { path, handle, lazy: async () => ({ Component: await screenComponents[path]() }) }
}

const sheets = screens.filter(({ frame }) => frame === 'sheet')
const framed = screens.filter(({ frame }) => frame !== 'sheet')

/** The portal's addresses. '/' is the landing, a page of its own: it is reached by a full navigation. */
export function createRouter() {
  return createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: ErrorScreen,
      HydrateFallback: Spinner,
      children: [
        {
          Component: Guard,
          children: [
            { Component: Sheet, children: sheets.map(toRoute) },
            { Component: Layout, children: framed.map(toRoute) },
          ],
        },
        {
          path: recoveryPath,
          lazy: async () => ({
            Component: (await import('#web/features/auth/recovery-screen.tsx')).RecoveryScreen,
          }),
        },
        { path: ':area/*', Component: AdminGate },
        { path: '*', Component: NotFound },
      ],
    },
  ])
}

/** A printable page stands alone. */
function Sheet() {
  useScreen()
  return (
    <main tabIndex={-1}>
      <Outlet />
    </main>
  )
}

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <UnsavedQuestion />
    </>
  )
}
