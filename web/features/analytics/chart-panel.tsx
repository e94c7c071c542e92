import { ChartColumn } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { FigureTable } from './figure-table.tsx'

const views = [
  { value: 'chart', label: 'Gráfica' },
  { value: 'table', label: 'Tabla' },
] as const

/** A chart with its figures as a table: always there for screen readers, shown to others on request. */
export function ChartPanel({
  title,
  table,
  empty,
  className,
  children,
}: {
  title: string
  table: ComponentProps<typeof FigureTable>
  /** What to say instead while there is nothing to draw, or null. */
  empty: string | null
  className?: string
  children: ReactNode
}) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  return (
    <Panel
      title={title}
      className={`break-inside-avoid ${className ?? ''}`}
      aside={
        !empty && (
          <Segmented
            label={`Cómo ver ${title.toLowerCase()}`}
            value={view}
            options={views}
            onChange={setView}
            className="no-print"
          />
        )
      }
    >
      {empty ? (
        <EmptyState icon={<ChartColumn className="size-6" />}>{empty}</EmptyState>
      ) : view === 'table' ? (
        <FigureTable {...table} />
      ) : (
        <>
          <div aria-hidden className="px-4.5 py-4">
            {children}
          </div>
          {/* A table ignores the size of what is hidden from sight; its box does not. */}
          <div className="relative">
            <div className="sr-only">
              <FigureTable {...table} />
            </div>
          </div>
        </>
      )}
    </Panel>
  )
}
