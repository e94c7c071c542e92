import { Copy, Plus, X } from 'lucide-react'
import { useId } from 'react'
import type { OpenWindow } from '#domain/clinic-hours.ts'
import { type DayName, mostWindows } from '#domain/week-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { controlStyle, FieldError } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

/** What the first window of a day begins with. */
const usual: OpenWindow = { opens: '09:30', closes: '18:30' }

/** One day of a week: its hours, or 'Cerrado'. */
export function DayHours({
  name,
  windows,
  error,
  onChange,
  onCopy,
}: {
  name: DayName
  windows: readonly OpenWindow[]
  error?: string | null
  onChange: (windows: OpenWindow[]) => void
  /** Gives its hours to every other day. */
  onCopy: () => void
}) {
  const id = useId()
  const change = (index: number, hours: Partial<OpenWindow>) =>
    onChange(windows.map((one, at) => (at === index ? { ...one, ...hours } : one)))
  return (
    <li aria-labelledby={id} className="grid gap-x-4 gap-y-2 px-4.5 py-3 sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      <p id={id} className="pt-2.5 text-label capitalize">
        {name}
      </p>
      <div className="grid grid-cols-1 gap-2">
        {windows.length === 0 && <p className="pt-2.5 text-ink-3">Cerrado</p>}
        {windows.map((hours, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two windows may be alike while they are typed
          <div key={index} className="flex max-w-sm items-center gap-2">
            {(['opens', 'closes'] as const).map((end) => (
              <input
                key={end}
                type="time"
                step={1800}
                value={hours[end]}
                aria-label={`${name}, horario ${index + 1}: ${end === 'opens' ? 'abre' : 'cierra'}`}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? `${id}-error` : undefined}
                onChange={({ target }) => change(index, { [end]: target.value })}
                className={cx(
                  controlStyle,
                  // On a phone there is no room for the browser's clock; the field itself opens it.
                  'px-3 tabular-nums max-sm:[&::-webkit-calendar-picker-indicator]:hidden',
                )}
              />
            ))}
            <IconButton
              label={`Quitar el horario ${index + 1} de ${name}`}
              icon={<X aria-hidden className="size-5" />}
              onClick={() => onChange(windows.filter((_, at) => at !== index))}
            />
          </div>
        ))}
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
        <div className="flex flex-wrap gap-2">
          {windows.length < mostWindows && (
            <Button
              size="compact"
              variant="ghost"
              icon={<Plus aria-hidden className="size-4.5" />}
              onClick={() => onChange([...windows, windows.length === 0 ? usual : { opens: '', closes: '' }])}
            >
              Agregar horario<span className="sr-only"> a {name}</span>
            </Button>
          )}
          {windows.length > 0 && (
            <Button
              size="compact"
              variant="ghost"
              icon={<Copy aria-hidden className="size-4.5" />}
              onClick={onCopy}
            >
              Copiar a los demás días<span className="sr-only"> las horas de {name}</span>
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}
