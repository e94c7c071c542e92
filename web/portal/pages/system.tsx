import { type ComponentType, lazy, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import { cx } from '#web/ui/cx.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

type Section = { name: string; label: string; Part: ComponentType }

/** Each in a chunk of its own; the first one is shown without a name in the address. */
const sections: readonly [Section, ...Section[]] = [
  {
    name: '',
    label: 'Exportar',
    Part: lazy(async () => ({
      default: (await import('#web/features/exports/export-cards.tsx')).ExportCards,
    })),
  },
  {
    name: 'catalogo',
    label: 'Catálogo',
    Part: lazy(async () => ({
      default: (await import('#web/features/catalogue/catalogue-panel.tsx')).CataloguePanel,
    })),
  },
  {
    name: 'bitacora',
    label: 'Bitácora',
    Part: lazy(async () => ({
      default: (await import('#web/features/audit/audit-section.tsx')).AuditSection,
    })),
  },
  {
    name: 'vistas',
    label: 'Vistas previas',
    Part: lazy(async () => ({
      default: (await import('#web/features/previews/previews-section.tsx')).PreviewsSection,
    })),
  },
  {
    name: 'salud',
    label: 'Salud',
    Part: lazy(async () => ({
      default: (await import('#web/features/health/health-panel.tsx')).HealthPanel,
    })),
  },
]

/** 'Administración del Sistema': exports, service catalogue, audit trail, previews and health (docs/product/admin.md). */
export function System() {
  const [params] = useSearchParams()
  const shown = sections.find(({ name }) => name === params.get('seccion')) ?? sections[0]
  return (
    <>
      <PageHeader
        title="Administración del Sistema"
        description="Los datos de la clínica en archivos, su catálogo, su bitácora y el estado de la instalación."
      />
      <nav
        aria-label="Secciones del sistema"
        className="mb-4 grid grid-cols-3 rounded-small border border-line bg-sunken p-0.75 sm:mb-6 sm:inline-grid sm:grid-cols-5"
      >
        {sections.map(({ name, label }) => (
          <Link
            key={label}
            to={`../${adminPaths.systemSection(name)}`}
            relative="path"
            aria-current={name === shown.name ? 'page' : undefined}
            className={cx(
              'inline-flex min-h-11 items-center justify-center rounded-thumb px-2 text-meta font-semibold text-ink-2 transition hover:text-ink sm:min-w-28 sm:px-4',
              // Above the chosen one beside it, which is drawn later.
              'focus-visible:z-1',
              'aria-[current=page]:bg-surface aria-[current=page]:text-brand-800 aria-[current=page]:shadow-1',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Spinner />}>
        <shown.Part key={shown.name} />
      </Suspense>
    </>
  )
}
