import { Search } from 'lucide-react'
import { Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { Arrival } from '#web/portal/arrival.tsx'
import { NotFound } from '#web/portal/not-found.tsx'
import { Shell } from '#web/portal/shell.tsx'
import { useQuickSearch } from '#web/portal/use-quick-search.tsx'
import { useTitle } from '#web/portal/use-title.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type AdminScreen, adminScreens } from './admin-screens.ts'
import { AdminSidebar } from './admin-sidebar.tsx'

/** The administration: the portal's frame in dark, and its own screens. */
export function AdminArea() {
  const search = useQuickSearch(true)
  return (
    <>
      <Routes>
        {adminScreens.map((screen) => (
          <Route
            key={screen.path}
            path={screen.path}
            element={<Framed screen={screen} onSearch={search.open} />}
          />
        ))}
        <Route path="*" element={<NotFound />} />
      </Routes>
      {search.dialog}
    </>
  )
}

function Framed({
  screen: { label, frame, Screen },
  onSearch,
}: {
  screen: AdminScreen
  onSearch: () => void
}) {
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
    <Shell
      tone="dark"
      sidebar={(close) => <AdminSidebar onClose={close} onSearch={onSearch} />}
      bar={
        <IconButton
          tone="deep"
          label="Buscar"
          icon={<Search aria-hidden className="size-5" />}
          onClick={onSearch}
        />
      }
    >
      <Suspense fallback={<Spinner />}>
        <Screen />
        <Arrival />
      </Suspense>
    </Shell>
  )
}
