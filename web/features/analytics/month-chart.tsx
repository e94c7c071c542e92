import { formatMoney, toCentavos } from '#domain/money.ts'
import type { AdminAnalytics } from '#web/backend/answers.ts'
import { cx } from '#web/ui/cx.ts'
import { ChartPanel } from './chart-panel.tsx'
import { countOf, monthName, shortMonth } from './names.ts'
import { axisTop, percentOf } from './scale.ts'

const pesos = (amount: number) => formatMoney(toCentavos(amount))

/** Fewer columns would be too wide to compare. */
const fewestMonths = 6

/** Income of up to twelve months as columns, from the first that had any; the last one is the month that is still going on. */
export function MonthChart({
  months: year,
  className,
}: {
  months: AdminAnalytics['months']
  className?: string
}) {
  const first = year.findIndex(({ income }) => income > 0)
  const months = year.slice(Math.max(0, Math.min(first, year.length - fewestMonths)))
  const top = axisTop(Math.max(0, ...months.map(({ income }) => income)), 1000)
  const width = 100 / Math.max(1, months.length)
  return (
    <ChartPanel
      title="Ingresos por mes"
      className={className}
      empty={year.some(({ income }) => income > 0) ? null : 'Todavía no hay ingresos en estos doce meses.'}
      table={{
        caption: 'Ingresos y citas por mes',
        heads: ['Mes', 'Ingresos', 'Citas'],
        rows: year.map(({ month, income, appointments }) => [
          monthName(month),
          pesos(income),
          countOf(appointments),
        ]),
      }}
    >
      <div className="@container grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 text-chip/tight font-normal text-ink-3 tabular-nums">
        <div className="-my-2 flex flex-col justify-between text-right">
          {[top, top / 2, 0].map((tick) => (
            <span key={tick}>{pesos(tick)}</span>
          ))}
        </div>
        <svg aria-hidden width="100%" height="200" className="overflow-visible">
          {[0, 50, 100].map((at) => (
            <line key={at} x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} className="stroke-line" />
          ))}
          {months.map(({ month, income }, at) => {
            const height = percentOf(income, top)
            return (
              <rect
                key={month}
                x={`${(at + 0.16) * width}%`}
                y={`${100 - height}%`}
                width={`${width * 0.68}%`}
                height={`${height}%`}
                rx="3"
                className={at === months.length - 1 ? 'fill-brand-800' : 'fill-brand-600'}
              >
                <title>{`${monthName(month)}: ${pesos(income)}`}</title>
              </rect>
            )
          })}
        </svg>
        <span />
        <div className="mt-2 grid auto-cols-fr grid-flow-col text-center">
          {months.map(({ month, income }) => (
            <span key={month} className="min-w-0">
              <span className="block text-ink-2 max-sm:hidden">{shortMonth(month)}</span>
              <span className="block text-ink-2 uppercase sm:hidden">{shortMonth(month).slice(0, 1)}</span>
              {/* Where an amount of six digits has its column's width. */}
              <span
                className={cx(
                  'hidden print:block print:text-[7pt]',
                  months.length > 8 ? '@min-[72rem]:block' : '@min-[52rem]:block',
                )}
              >
                {pesos(income)}
              </span>
            </span>
          ))}
        </div>
      </div>
      <p className="mt-3 text-meta text-ink-3">La última columna es el mes en curso.</p>
    </ChartPanel>
  )
}
