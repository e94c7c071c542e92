import { useQuery } from '@tanstack/react-query'
import {
  CalendarCheck,
  CalendarDays,
  Inbox,
  type LucideIcon,
  Scan,
  Stethoscope,
  UserRound,
  Users,
} from 'lucide-react'
import { overviewQuery } from '#web/data/admin-overview.ts'
import type { AdminOverview } from '#web/data/database.ts'
import { FailedLoad } from '#web/ui/failed-load.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { ActivityList } from './activity-list.tsx'

const cards: { part: Exclude<keyof AdminOverview, 'activity'>; label: string; Icon: LucideIcon }[] = [
  { part: 'users', label: 'Usuarios', Icon: Users },
  { part: 'doctors', label: 'Doctores', Icon: Stethoscope },
  { part: 'patients', label: 'Pacientes', Icon: UserRound },
  { part: 'appointments', label: 'Citas', Icon: CalendarDays },
  { part: 'appointments_today', label: 'Citas de Hoy', Icon: CalendarCheck },
  { part: 'studies', label: 'Estudios', Icon: Scan },
  { part: 'pending_requests', label: 'Solicitudes Pendientes', Icon: Inbox },
]

/** 'Panel Principal': what there is, how it changes, and what came last (docs/product/admin.md). */
export function OverviewScreen() {
  const { data, error, refetch } = useQuery(overviewQuery())
  return (
    <>
      <PageHeader title="Panel Principal" description="Cómo va la clínica, con la tendencia de este mes." />
      {error && !data ? (
        <FailedLoad error={error} code="load_panel" onRetry={refetch} />
      ) : (
        <>
          {/* Seven fill two or four columns where the first is as wide as two. */}
          <div className="mb-6 grid grid-cols-2 gap-3 *:first:col-span-2 sm:gap-4 lg:grid-cols-4">
            {cards.map(({ part, label, Icon }) => (
              <StatCard
                key={part}
                label={label}
                value={data?.[part].total ?? null}
                change={data?.[part].change}
                icon={<Icon className="size-5" />}
              />
            ))}
          </div>
          <Panel title="Actividad Reciente">
            {data ? <ActivityList activity={data.activity} /> : <SkeletonRows rows={5} />}
          </Panel>
        </>
      )}
    </>
  )
}
