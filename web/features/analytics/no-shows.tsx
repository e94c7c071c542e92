import { UserX } from 'lucide-react'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { FigureTable } from './figure-table.tsx'
import { countOf, monthName, shareOf } from './names.ts'
import { type KnownNoShows, useNoShows } from './use-no-shows.ts'

/** 'Inasistencias' of this month and the one before, and of this month by who referred (docs/product/admin.md). */
export function NoShowsPanel({ today, className }: { today: string; className?: string }) {
  return (
    <Panel title="Inasistencias" className={`break-inside-avoid ${className ?? ''}`}>
      <Loaded query={useNoShows(today)} code="load_analytics" skeleton={<SkeletonRows rows={3} />}>
        {(known) => <Figures {...known} />}
      </Loaded>
    </Panel>
  )
}

function Figures({ now, before }: KnownNoShows) {
  if (now.total + before.total === 0) {
    return (
      <EmptyState icon={<UserX className="size-6" />}>
        Este mes y el anterior no ha empezado ninguna cita.
      </EmptyState>
    )
  }
  return (
    <>
      <dl className="grid grid-cols-1 gap-4 px-4.5 py-4 sm:grid-cols-2">
        <Share {...now} />
        <Share {...before} />
      </dl>
      {now.referrers.length > 0 && (
        <FigureTable
          caption="Inasistencias de este mes por doctor que refiere"
          heads={['Doctor que refiere', 'Citas', 'No asistieron', 'Parte']}
          rows={now.referrers.map(({ name, total, missed }) => [
            name,
            countOf(total),
            countOf(missed),
            shareOf(missed, total),
          ])}
        />
      )}
    </>
  )
}

function Share({ month, total, missed }: KnownNoShows['now']) {
  return (
    <div>
      <dt className="text-meta text-ink-3">{monthName(month)}</dt>
      <dd>
        <span className="block text-metric tabular-nums">{shareOf(missed, total)}</span>
        <span className="text-meta text-ink-2 tabular-nums">
          {`${countOf(missed)} de ${countOf(total)} citas que ya empezaron; las canceladas no cuentan.`}
        </span>
      </dd>
    </div>
  )
}
