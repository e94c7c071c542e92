import { useQuery } from '@tanstack/react-query'
import {
  Banknote,
  CalendarCheck,
  CalendarDays,
  Inbox,
  type LucideIcon,
  Scan,
  Stethoscope,
  UserRound,
  Users,
} from 'lucide-react'
import { formatMoney, toCentavos } from '#domain/money.ts'
import type { AdminOverview } from '#web/backend/answers.ts'
import { lines } from '#web/copy/admin-lines.ts'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import * as paths from '#web/hooks/paths.ts'
import { FailedLoad } from '#web/parts/lists/failed-load.tsx'
import { overviewQuery } from '#web/queries/admin-overview.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card, Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { ActivityList } from './activity-list.tsx'

type Figure = {
  part: Exclude<keyof AdminOverview, 'activity' | 'income'>
  label: string
  Icon: LucideIcon
  /** The screen of what is counted: a part of the administration, or one of the portal. */
  to: string
  /** What came in this month, one and several. */
  fresh?: [one: string, several: string]
  compared?: string
  neutral?: boolean
}

const joined: Figure['fresh'] = ['alta', 'altas']
const cards: Figure[] = [
  {
    part: 'appointments_today',
    label: 'Citas de Hoy',
    Icon: CalendarCheck,
    to: paths.appointmentsToday,
    compared: 'vs. hace una semana',
  },
  {
    part: 'pending_requests',
    label: 'Solicitudes Pendientes',
    Icon: Inbox,
    to: adminPaths.pendingRequests,
    fresh: ['recibida', 'recibidas'],
    neutral: true,
  },
  {
    part: 'appointments',
    label: 'Citas',
    Icon: CalendarDays,
    to: paths.appointments,
    fresh: ['cita', 'citas'],
  },
  {
    part: 'studies',
    label: 'Estudios',
    Icon: Scan,
    to: adminPaths.studies,
    fresh: ['subido', 'subidos'],
  },
  { part: 'users', label: 'Usuarios', Icon: Users, to: adminPaths.users, fresh: joined },
  {
    part: 'doctors',
    label: 'Doctores',
    Icon: Stethoscope,
    to: adminPaths.usersOf('doctores'),
    fresh: joined,
  },
  {
    part: 'patients',
    label: 'Pacientes',
    Icon: UserRound,
    to: adminPaths.usersOf('pacientes'),
    fresh: joined,
  },
]

/** 'Panel Principal': what there is, how it changes, and what came last (docs/product/admin.md). */
export function OverviewScreen() {
  const { data, error, refetch } = useQuery(overviewQuery())
  const income = data && money(data.income.month)
  return (
    <>
      <PageHeader title="Panel Principal" description={lines.overview} />
      {error && !data ? (
        <Card className="overflow-clip">
          <FailedLoad error={error} code="load_panel" onRetry={refetch} />
        </Card>
      ) : (
        <>
          <div className="mb-6 grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4">
            <StatCard
              label="Ingresos de este mes"
              to={adminPaths.income}
              value={income ?? null}
              fact={data && `Hoy: ${money(data.income.today)}`}
              icon={<Banknote className="size-5" />}
            />
            {cards.map(({ part, Icon, fresh, ...card }) => (
              <StatCard
                key={part}
                {...card}
                value={data?.[part].total ?? null}
                longest={income}
                fact={data && fresh && `${counted(data[part].this_month, fresh)} este mes`}
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

const counted = (count: number, [one, several]: [string, string]) =>
  `${count.toLocaleString('es-MX')} ${count === 1 ? one : several}`

const money = (pesos: number) => formatMoney(toCentavos(pesos))
