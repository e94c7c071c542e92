import { CalendarDays } from 'lucide-react'
import { type Ref, useRef, useState } from 'react'
import { formatDay, isDay, readDay } from '#domain/days.ts'
import { cx } from './cx.ts'
import { controlStyle, Field, type FieldProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { LaterDatePopover } from './later-date-popover.tsx'

export type DateFieldProps = FieldProps & {
  /** yyyy-MM-dd, '' for none, or what is being typed and is no day yet. */
  value: string
  /** Gets yyyy-MM-dd, '' or the text as typed, which validation then refuses: nothing typed is lost. */
  onChange: (day: string) => void
  onFocus?: () => void
  onBlur?: () => void
  min?: string
  max?: string
  /** The clinic's day, so that the calendar marks the right one. */
  today?: string
  name?: string
  disabled?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A date that is typed as dd/mm/aaaa or chosen in a Spanish calendar. */
export function DateField({
  value,
  onChange,
  onFocus,
  onBlur,
  min,
  max,
  today,
  name,
  disabled,
  ref,
  ...field
}: DateFieldProps) {
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // While typing, 1/2/2026 stays as it is; it becomes 01/02/2026 once the field is left.
  const [typed, setTyped] = useState<string | null>(null)
  const shown =
    typed !== null && (readDay(typed) ?? typed) === value ? typed : isDay(value) ? formatDay(value) : value
  return (
    <Field {...field}>
      {(control) => (
        <div ref={box} className="relative">
          <input
            {...control}
            ref={ref}
            name={name}
            disabled={disabled}
            value={shown}
            inputMode="numeric"
            autoComplete="off"
            placeholder="dd/mm/aaaa"
            onChange={(event) => {
              setTyped(event.target.value)
              onChange(readDay(event.target.value) ?? event.target.value)
            }}
            onFocus={onFocus}
            onBlur={() => {
              setTyped(null)
              onBlur?.()
            }}
            className={cx(controlStyle, 'pr-11 tabular-nums max-[24rem]:pl-3')}
          />
          <IconButton
            ref={button}
            label={`Abrir calendario: ${field.label}`}
            disabled={disabled}
            aria-haspopup="dialog"
            aria-expanded={open}
            icon={<CalendarDays aria-hidden className="size-5" />}
            onClick={() => setOpen(!open)}
            className="absolute top-0.5 right-0.5"
          />
          {open && (
            <LaterDatePopover
              spinnerStyle="absolute top-3.5 right-12 size-5"
              field={box}
              opener={button}
              label={field.label}
              onClose={() => setOpen(false)}
              value={isDay(value) ? value : null}
              today={today}
              min={min}
              max={max}
              onSelect={(day) => {
                setTyped(null)
                onChange(day)
                setOpen(false)
              }}
            />
          )}
        </div>
      )}
    </Field>
  )
}
