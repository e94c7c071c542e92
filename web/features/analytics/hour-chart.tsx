import { CalendarClock } from 'lucide-react'
import { formatTime } from '#domain/slots.ts'
import type { AdminAnalytics } from '#web/backend/answers.ts'
import { cx } from '#web/ui/cx.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { hourRows } from './hours.ts'
import { countOf, weekdayNames } from './names.ts'
import { shadeOf } from './scale.ts'

/** From nothing to the most; the number in each cell says it as well. */
const shades = [
  'text-ink-3',
  'bg-brand-50 text-ink',
  'bg-brand-100 text-ink',
  'bg-brand-200 text-ink',
  'bg-action text-white print:bg-brand-200 print:font-bold print:text-ink',
]

/** '9 a. m.', '6 p. m.' for '09:00', '18:00'. */
const hourWords = (hour: string) => formatTime(hour).replace(/^0?(\d+):00/, '$1')

/** When appointments are, by week day and hour: a table whose cells are shaded, so that it can be looked at and read. */
export function HourChart({ hours }: { hours: AdminAnalytics['hours'] }) {
  const rows = hourRows(hours)
  const most = Math.max(0, ...rows.flatMap(({ days }) => days))
  return (
    <Panel title="Citas por día y hora" className="break-inside-avoid">
      {most === 0 ? (
        <EmptyState icon={<CalendarClock className="size-6" />}>Todavía no hay citas con hora.</EmptyState>
      ) : (
        <div className="px-3 py-4 sm:px-4.5">
          <table className="w-full table-fixed border-separate border-spacing-0.5 text-center text-meta tabular-nums">
            <caption className="sr-only">Citas por día de la semana y hora</caption>
            <thead>
              <tr className="text-chip text-ink-2">
                <th scope="col" className="w-14 font-semibold">
                  <span className="sr-only">Hora</span>
                </th>
                {weekdayNames.map((name) => (
                  <th key={name} scope="col" className="pb-1 font-semibold">
                    <span aria-hidden>{name.slice(0, 3)}</span>
                    <span className="sr-only">{name}</span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ hour, days }) => (
                <tr key={hour}>
                  <th scope="row" className="text-chip font-normal whitespace-nowrap text-ink-2">
                    {hourWords(hour)}
                  </th>
                  {days.map((count, day) => (
                    <td
                      key={weekdayNames[day]}
                      className={cx('h-8 rounded-tag text-chip font-normal', shades[shadeOf(count, most)])}
                    >
                      {countOf(count)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          <p className="mt-3 text-meta text-ink-3">
            Los últimos doce meses
            <span className="print:hidden">
              : cuanto más intenso el color, más citas empiezan en esa hora
            </span>
            .
          </p>
        </div>
      )}
    </Panel>
  )
}
