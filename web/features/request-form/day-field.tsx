import { CalendarDays } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { formatDay, readDay } from '#domain/days.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SpinnerIcon } from '#web/ui/spinner.tsx'
import { TextField } from '#web/ui/text-field.tsx'

const Calendar = lazy(async () => ({ default: (await import('#web/ui/calendar.tsx')).Calendar }))

type DayFieldProps = {
  label: string
  name: string
  error?: string
  /** First day that can be chosen, `yyyy-MM-dd`; asked when the calendar opens, so that an old page is right too. */
  firstDay: () => string
  onPick: () => void
}

/** A day that is typed as dd/mm/aaaa or picked from a Spanish calendar, which loads when it is opened. */
export function DayField({ label, name, error, firstDay, onPick }: DayFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)

  useEffect(() => {
    if (!open) return
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false)
    }
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      input.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [open])

  const pick = (day: string) => {
    if (!input.current) return
    input.current.value = formatDay(day)
    input.current.focus()
    setOpen(false)
    onPick()
  }

  const typedDay = open ? readDay(input.current?.value ?? '') : null
  return (
    <div ref={place} className="relative">
      <TextField
        ref={input}
        label={label}
        name={name}
        placeholder="dd/mm/aaaa"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        optional
        error={error}
        trailing={
          <IconButton
            label="Abrir calendario"
            data-live
            aria-expanded={open}
            aria-haspopup="dialog"
            icon={<CalendarDays aria-hidden className="size-5" />}
            onClick={() => setOpen(!open)}
          />
        }
      />
      {open && (
        <div
          role="dialog"
          aria-label={`${label}: elige un día`}
          className="absolute right-0 z-dialog mt-1.5 animate-fade rounded-panel border border-line bg-surface p-3 shadow-3 max-[24rem]:-right-9 max-[24rem]:px-0.5"
        >
          <Suspense fallback={<SpinnerIcon className="m-8 size-6" />}>
            <Calendar
              value={typedDay && typedDay >= firstDay() ? typedDay : null}
              min={firstDay()}
              onSelect={pick}
            />
          </Suspense>
        </div>
      )}
    </div>
  )
}
