import { useQuery } from '@tanstack/react-query'
import { formatDay, longMonth, weekStart } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import { incomeQuery } from '#web/data/invoices.ts'
import { FailedLoad } from '#web/ui/failed-load.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** What the doctor took in today, this week and this month, as the database adds it up. */
export function IncomeCards({ doctorId, today }: { doctorId: string; today: string }) {
  const { data, error, refetch } = useQuery(incomeQuery(doctorId, today))
  if (error && !data) {
    return (
      <Card className="mb-4 overflow-clip">
        <FailedLoad error={error} code="load_income" onRetry={refetch} />
      </Card>
    )
  }
  const cards = [
    { label: 'Ingresos de hoy', amount: data?.today, when: formatDay(today) },
    {
      label: 'Ingresos de esta semana',
      amount: data?.week,
      when: `Desde el lunes ${formatDay(weekStart(today))}`,
    },
    { label: 'Ingresos de este mes', amount: data?.month, when: longMonth(today) },
  ]
  return (
    <dl className="mb-4 grid gap-3 sm:grid-cols-3 sm:gap-4">
      {cards.map(({ label, amount, when }) => (
        <div
          key={label}
          className="grid min-w-0 content-start gap-0.5 rounded-panel border border-line bg-surface px-4.5 py-4 shadow-1"
        >
          <dt className="text-meta font-semibold text-ink-2">{label}</dt>
          <dd className="min-h-9.5 text-metric wrap-anywhere tabular-nums">
            {amount === undefined ? <Skeleton className="mt-1 h-7 w-32" /> : formatMoney(toCentavos(amount))}
          </dd>
          <dd className="text-meta text-ink-3 first-letter:uppercase">{when}</dd>
        </div>
      ))}
    </dl>
  )
}
