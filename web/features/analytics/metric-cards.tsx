import { CalendarDays, ChartNoAxesColumn, Scan, Users } from 'lucide-react'
import { Link } from 'react-router'
import { dailyAverage, daysInMonth } from '#domain/change.ts'
import { longMonth } from '#domain/days.ts'
import type { AdminAnalytics } from '#web/backend/answers.ts'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { StatCard } from '#web/ui/stat-card.tsx'
import { Details } from './details.tsx'
import { countOf, monthName } from './names.ts'

/** The four numbers with their change against the month before, each with the way to what is behind it. */
export function MetricCards({ data, today }: { data: AdminAnalytics | undefined; today: string }) {
  return (
    <div className="mb-4 grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4">
      <StatCard
        label="Total de Usuarios"
        value={data?.users.total ?? null}
        change={data?.users.change}
        icon={<Users className="size-5" />}
      >
        <ToList to={adminPaths.users} of="Total de Usuarios" />
      </StatCard>
      <StatCard
        label="Total de Citas"
        value={data?.appointments.total ?? null}
        change={data?.appointments.change}
        icon={<CalendarDays className="size-5" />}
      >
        {data && <Details of="Citas por mes" note="Por el día de la cita." table={perMonth(data)} />}
      </StatCard>
      <StatCard
        label="Estudios Realizados"
        value={data?.studies.total ?? null}
        change={data?.studies.change}
        icon={<Scan className="size-5" />}
      >
        <ToList to={adminPaths.studies} of="Estudios Realizados" />
      </StatCard>
      <StatCard
        label="Promedio Diario de Citas"
        value={data?.daily_average.value ?? null}
        change={data?.daily_average.change}
        icon={<ChartNoAxesColumn className="size-5" />}
      >
        {data && (
          <Details
            of="Promedio diario de citas"
            note={`Las citas de cada mes entre todos sus días; ${longMonth(today)} tiene ${daysInMonth(today)}.`}
            table={averages(data)}
          />
        )}
      </StatCard>
    </div>
  )
}

function ToList({ to, of }: { to: string; of: string }) {
  return (
    <Link
      to={`../${to}`}
      relative="path"
      aria-label={`Ver detalles: ${of}`}
      className={buttonStyle('link', 'compact', 'no-print -my-2 pointer-coarse:-my-3')}
    >
      Ver detalles
    </Link>
  )
}

function perMonth({ months }: AdminAnalytics) {
  return {
    caption: 'Citas por mes',
    heads: ['Mes', 'Citas'],
    rows: months.toReversed().map(({ month, appointments }) => [monthName(month), countOf(appointments)]),
  }
}

function averages({ months }: AdminAnalytics) {
  return {
    caption: 'Promedio diario de citas por mes',
    heads: ['Mes', 'Citas', 'Días', 'Promedio'],
    rows: months
      .toReversed()
      .map(({ month, appointments }) => [
        monthName(month),
        countOf(appointments),
        String(daysInMonth(`${month}-01`)),
        countOf(dailyAverage(appointments, `${month}-01`)),
      ]),
  }
}
