import { formatDay, longMonth, weekStart } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import type { Income } from '#web/backend/answers.ts'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FailedLoad } from '../lists/failed-load.tsx'
import type { Read } from '../lists/loaded.tsx'

/** Three sums: of the clinic's day (yyyy-MM-dd), its week and its month. */
export function IncomeFigures({
  query: { data: income, error, refetch },
  today,
}: {
  query: Read<Income>
  today: string
}) {
  if (error && !income) {
    return (
      <Card className="mb-4 overflow-clip">
        <FailedLoad error={error} code="load_income" onRetry={refetch} />
      </Card>
    )
  }
  return <IncomeSums income={income} today={today} />
}

/** The sums beside each other where the longest amounts fit, or grey bars in their places. */
export function IncomeSums({ income, today }: { income: Income | undefined; today: string }) {
  const cards = [
    { label: 'Ingresos de hoy', amount: income?.today, when: formatDay(today) },
    {
      label: 'Ingresos de esta semana',
      amount: income?.week,
      when: `Desde el lunes ${formatDay(weekStart(today))}`,
    },
    { label: 'Ingresos de este mes', amount: income?.month, when: longMonth(today) },
  ]
  return (
    <div className="@container mb-4">
      <dl className="grid divide-line rounded-panel border border-line bg-surface shadow-1 @max-[34rem]:divide-y @min-[34rem]:grid-cols-3 @min-[34rem]:divide-x">
        {cards.map(({ label, amount, when }) => (
          <div
            key={label}
            className="grid grid-cols-[1fr_auto] content-start items-center gap-x-4 px-4.5 py-2 @min-[34rem]:grid-cols-1 @min-[60rem]:py-3"
          >
            <dt className="text-meta font-semibold text-ink-2">{label}</dt>
            <dd className="min-h-[1.15em] text-card whitespace-nowrap tabular-nums @min-[60rem]:text-metric">
              {amount === undefined ? (
                <Skeleton className="h-5 w-32 @min-[60rem]:mt-1 @min-[60rem]:h-7" />
              ) : (
                formatMoney(toCentavos(amount))
              )}
            </dd>
            <dd className="text-meta text-ink-3 first-letter:uppercase @max-[60rem]:sr-only">{when}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
