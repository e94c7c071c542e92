import { CalendarDays } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatDay, readDay } from '#domain/days.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { LaterDatePopover } from '#web/ui/later-date-popover.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type DayFieldProps = {
  label: string
  name: string
  error?: string
  /** First day that can be chosen, `yyyy-MM-dd`; asked when the calendar opens, so that an old page is right too. */
  firstDay: () => string
  onPick: () => void
}

/** A day that is typed as dd/mm/aaaa or picked from a Spanish calendar, which loads when it is opened. The page holds its value. */
export function DayField({ label, name, error, firstDay, onPick }: DayFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)

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
            ref={button}
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
        <LaterDatePopover
          spinnerStyle="absolute right-12 bottom-3.5 size-5"
          field={place}
          opener={button}
          label={`${label}: elige un día`}
          onClose={() => setOpen(false)}
          value={typedDay && typedDay >= firstDay() ? typedDay : null}
          min={firstDay()}
          onSelect={pick}
        />
      )}
    </div>
  )
}
