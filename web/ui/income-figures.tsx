import { formatDay, longMonth, weekStart } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import type { Income } from '#web/data/database.ts'
import { Skeleton } from './skeleton.tsx'

/** Three sums beside each other: of the clinic's day (yyyy-MM-dd), its week and its month; undefined while on their way. */
export function IncomeFigures({ income, today }: { income: Income | undefined; today: string }) {
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
