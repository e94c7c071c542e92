import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type ClinicHours, dayWindows } from '#domain/clinic-hours.ts'
import { addDays, dayWithoutYear, formatDay, shortDay, weekStart } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** The days of one week with everything counted: week, openings, closures and absences. */
export function WeekPreview({ hours }: { hours: ClinicHours }) {
  const today = useClinicToday()
  const [start, setStart] = useState(() => weekStart(today))
  const days = Array.from({ length: 7 }, (_, index) => addDays(start, index))
  return (
    <Panel
      className="*:first:flex-nowrap"
      title={`Así queda la semana del ${formatDay(start)}`}
      aside={
        <div className="-my-1 flex">
          <IconButton
            label="Semana anterior"
            icon={<ChevronLeft aria-hidden className="size-5" />}
            onClick={() => setStart(addDays(start, -7))}
          />
          <IconButton
            label="Semana siguiente"
            icon={<ChevronRight aria-hidden className="size-5" />}
            onClick={() => setStart(addDays(start, 7))}
          />
        </div>
      }
    >
      <dl className="divide-y divide-line">
        {days.map((day) => {
          const windows = dayWindows(day, hours)
          return (
            <div key={day} className="flex justify-between gap-4 px-4.5 py-2.5">
              <dt>
                {/* A phone has room for the hours beside a short one. */}
                <span aria-hidden className="capitalize sm:hidden">
                  {shortDay(day)}
                </span>
                <span className="block first-letter:uppercase max-sm:sr-only">{dayWithoutYear(day)}</span>
              </dt>
              <dd className="text-right tabular-nums">
                {windows.length === 0 ? (
                  <span className="text-ink-3">Cerrado</span>
                ) : (
                  windows.map(({ opens, closes }) => (
                    <span key={opens} className="block whitespace-nowrap">
                      {formatTime(opens)} a {closes === '24:00' ? 'medianoche' : formatTime(closes)}
                    </span>
                  ))
                )}
              </dd>
            </div>
          )
        })}
      </dl>
    </Panel>
  )
}
