import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CalendarView, stepView, viewTitle } from '#domain/calendar.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import type { CalendarState } from './use-calendar-state.ts'

const views: { value: CalendarView; label: string }[] = [
  { value: 'mes', label: 'Mes' },
  { value: 'semana', label: 'Semana' },
  { value: 'dia', label: 'Día' },
]

/** Where words would push the bar into two lines, beside a title that has room, arrows are enough. */
const narrow = 'sm:max-[60rem]:sr-only'

/** The view's title and count, the steps through time and the choice of view. */
export function CalendarHead({ calendar, summary }: { calendar: CalendarState; summary: string }) {
  const { view, day, go, setView } = calendar
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3 sm:px-4.5">
      <div aria-live="polite" className="min-w-0 max-sm:w-full">
        <h2 className="text-card first-letter:uppercase md:max-xl:text-panel">{viewTitle(view, day)}</h2>
        <p className="mt-1 min-h-5 text-meta text-ink-3">{summary}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3 max-sm:w-full">
        <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
          <Button
            size="compact"
            icon={<ChevronLeft aria-hidden className="size-4.5" />}
            onClick={() => go((from) => stepView(view, from, -1))}
          >
            <span className={narrow}>Anterior</span>
          </Button>
          <Button size="compact" onClick={() => go(null)}>
            Hoy
          </Button>
          <Button size="compact" onClick={() => go((from) => stepView(view, from, 1))}>
            <span className={narrow}>Siguiente</span>
            <ChevronRight aria-hidden className="size-4.5" />
          </Button>
        </div>
        <Segmented
          label="Vista del calendario"
          value={view}
          options={views}
          onChange={setView}
          className="max-sm:w-full"
        />
      </div>
    </div>
  )
}
