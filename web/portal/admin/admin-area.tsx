import { Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { Arrival } from '#web/portal/arrival.tsx'
import { NotFound } from '#web/portal/not-found.tsx'
import { Shell } from '#web/portal/shell.tsx'
import { useTitle } from '#web/portal/use-title.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { type AdminScreen, adminScreens } from './admin-screens.ts'
import { AdminSidebar } from './admin-sidebar.tsx'

/** The administration: the portal's frame in dark, and its own screens. */
export function AdminArea() {
  return (
    <Routes>
      {adminScreens.map((screen) => (
        <Route key={screen.path} path={screen.path} element={<Framed screen={screen} />} />
      ))}
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

function Framed({ screen: { label, frame, Screen } }: { screen: AdminScreen }) {
  useTitle(label)
  if (frame === 'sheet') {
    return (
      <main tabIndex={-1}>
        <Suspense fallback={<Spinner />}>
          <Screen />
          <Arrival />
        </Suspense>
      </main>
    )
  }
  return (
    <Shell tone="dark" sidebar={(close) => <AdminSidebar onClose={close} />}>
      <Suspense fallback={<Spinner />}>
        <Screen />
        <Arrival />
      </Suspense>
    </Shell>
  )
}
