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
import type { AdminOverview } from '#web/backend/answers.ts'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import * as paths from '#web/hooks/paths.ts'
import { FailedLoad } from '#web/parts/failed-load.tsx'
import { overviewQuery } from '#web/queries/admin-overview.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { monthBesideMonth, StatCard } from '#web/ui/stat-card.tsx'
import { ActivityList } from './activity-list.tsx'

type Card = {
  part: Exclude<keyof AdminOverview, 'activity'>
  label: string
  Icon: LucideIcon
  /** The screen of what is counted: a part of the administration, or one of the portal. */
  to: string
  compared?: string
  neutral?: boolean
}

const joined = `altas: ${monthBesideMonth}`
const cards: Card[] = [
  { part: 'users', label: 'Usuarios', Icon: Users, to: adminPaths.users, compared: joined },
  {
    part: 'doctors',
    label: 'Doctores',
    Icon: Stethoscope,
    to: adminPaths.usersOf('doctores'),
    compared: joined,
  },
  {
    part: 'patients',
    label: 'Pacientes',
    Icon: UserRound,
    to: adminPaths.usersOf('pacientes'),
    compared: joined,
  },
  { part: 'appointments', label: 'Citas', Icon: CalendarDays, to: paths.appointments },
  {
    part: 'appointments_today',
    label: 'Citas de Hoy',
    Icon: CalendarCheck,
    to: paths.appointmentsToday,
    compared: 'vs. el mismo día de la semana pasada',
  },
  {
    part: 'studies',
    label: 'Estudios',
    Icon: Scan,
    to: adminPaths.studies,
    compared: `subidos: ${monthBesideMonth}`,
  },
  {
    part: 'pending_requests',
    label: 'Solicitudes Pendientes',
    Icon: Inbox,
    to: adminPaths.pendingRequests,
    compared: `recibidas: ${monthBesideMonth}`,
    neutral: true,
  },
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
            {cards.map(({ part, Icon, ...card }) => (
              <StatCard
                key={part}
                {...card}
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
