import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'
import { es } from 'react-day-picker/locale/es'
import { longMonth, weekdayName } from '#domain/days.ts'

/** A day as the picker wants it: noon of that date on this machine, which no change of hour can move. */
function toDate(day: string): Date {
  return new Date(`${day}T12:00:00`)
}

function toDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function Chevron({ orientation }: { orientation?: string }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon aria-hidden className="size-5" />
}

/** One month in Spanish from Monday to Sunday. Days are yyyy-MM-dd; those outside `min` and `max` cannot be chosen. */
export function Calendar({
  value,
  today,
  min,
  max,
  onSelect,
}: {
  value: string | null
  today?: string
  min?: string
  max?: string
  onSelect: (day: string) => void
}) {
  const start = value ?? today ?? min
  return (
    <DayPicker
      mode="single"
      autoFocus
      locale={es}
      weekStartsOn={1}
      today={today ? toDate(today) : undefined}
      defaultMonth={start ? toDate(start) : undefined}
      selected={value ? toDate(value) : undefined}
      onSelect={(date) => date && onSelect(toDay(date))}
      required
      disabled={[...(min ? [{ before: toDate(min) }] : []), ...(max ? [{ after: toDate(max) }] : [])]}
      components={{ Chevron }}
      formatters={{
        formatCaption: (month) => longMonth(toDay(month)),
        formatWeekdayName: (date) => weekdayName(toDay(date)).slice(0, 1),
      }}
      labels={{
        labelGrid: (month) => longMonth(toDay(month)),
        labelNav: () => 'Cambiar de mes',
        labelPrevious: () => 'Mes anterior',
        labelNext: () => 'Mes siguiente',
      }}
      classNames={{
        root: 'relative',
        nav: 'absolute top-0 right-0 flex',
        button_previous:
          'inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken aria-disabled:opacity-40',
        button_next:
          'inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken aria-disabled:opacity-40',
        month_caption: 'flex h-11 items-center pl-2 text-panel [&>span]:first-letter:uppercase',
        weekday: 'h-9 text-chip font-semibold text-ink-3 uppercase',
        day: 'p-0 text-center tabular-nums',
        day_button: 'size-11 rounded-full hover:bg-sunken disabled:opacity-35 disabled:hover:bg-transparent',
        today: 'font-bold text-brand-700',
        selected: '[&>button]:bg-brand-600 [&>button]:text-white',
        outside: 'text-ink-3',
      }}
    />
  )
}
