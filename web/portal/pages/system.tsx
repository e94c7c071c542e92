import { Suspense } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { LateArrivals } from '#web/features/arrivals/late-arrivals.tsx'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import { UnreachedPanel } from '#web/parts/feedback/unreached-panel.tsx'
import { type LaterPart, loadLater } from '#web/ui/load-later.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Reached } from '#web/ui/reached.tsx'
import { ManySections } from '#web/ui/section-nav.tsx'
import { SectionSkeleton } from './section-skeleton.tsx'

type Section = { path: string; label: string; part: LaterPart }

const reports: Section = {
  path: adminPaths.systemSection('informes'),
  label: 'Informes',
  part: loadLater(
    async () => (await import('#web/features/report-words/report-words-section.tsx')).ReportWordsSection,
  ),
}

/** Each in a chunk of its own; the first one is shown without a name in the address, hours, machines and messages have addresses of their own. */
const sections: readonly [Section, ...Section[]] = [
  {
    path: adminPaths.system,
    label: 'Exportar',
    part: loadLater(async () => (await import('#web/features/exports/export-cards.tsx')).ExportCards),
  },
  {
    path: adminPaths.schedule,
    label: 'Horarios y cierres',
    part: loadLater(
      async () => (await import('#web/features/schedule/schedule-section.tsx')).ScheduleSection,
    ),
  },
  {
    path: adminPaths.machines,
    label: 'Equipos',
    part: loadLater(
      async () => (await import('#web/features/machines/machines-section.tsx')).MachinesSection,
    ),
  },
  {
    path: adminPaths.systemSection('catalogo'),
    label: 'Catálogo',
    part: loadLater(async () => (await import('#web/features/catalogue/catalogue-panel.tsx')).CataloguePanel),
  },
  ...(reportsOn() ? [reports] : []),
  {
    path: adminPaths.systemSection('bitacora'),
    label: 'Bitácora',
    part: loadLater(async () => (await import('#web/features/audit/audit-section.tsx')).AuditSection),
  },
  {
    path: adminPaths.messages,
    label: 'Mensajes',
    part: loadLater(async () => (await import('#web/features/messages/messages-panel.tsx')).MessagesPanel),
  },
  {
    path: adminPaths.systemSection('vistas'),
    label: 'Vistas previas',
    part: loadLater(
      async () => (await import('#web/features/previews/previews-section.tsx')).PreviewsSection,
    ),
  },
  {
    path: adminPaths.systemSection('salud'),
    label: 'Estado',
    part: loadLater(async () => (await import('#web/features/health/health-panel.tsx')).HealthPanel),
  },
]

/** 'Administración del Sistema': exports, hours, machines, service catalogue, words for reports, audit trail, messages, previews and health (docs/product/admin.md). */
export function System() {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const own = [adminPaths.schedule, adminPaths.messages, adminPaths.machines].find((path) =>
    pathname.endsWith(path),
  )
  const wanted = own ?? adminPaths.systemSection(params.get('seccion') ?? '')
  const shown = sections.find(({ path }) => path === wanted) ?? sections[0]
  return (
    <>
      <PageHeader title="Administración del Sistema" />
      <LateArrivals />
      <ManySections
        label="Secciones del sistema"
        sections={sections.map(({ path, label }) => ({
          label,
          to: `${own ? '../..' : '..'}/${path}`,
          current: path === shown.path,
        }))}
        from="(min-width: 77.75rem)"
        className="flex w-fit *:whitespace-nowrap"
      />
      <Reached key={shown.path} instead={(again) => <UnreachedPanel onRetry={again} />}>
        <Suspense fallback={<SectionSkeleton path={shown.path} />}>
          <shown.part.Later />
        </Suspense>
      </Reached>
    </>
  )
}
