import { ChevronDown, Copy, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { halfHours, type OpenWindow } from '#domain/clinic-hours.ts'
import { formatTime } from '#domain/slots.ts'
import { type DayName, mostWindows } from '#domain/week-draft.ts'
import { cx } from '#web/ui/cx.ts'
import { controlStyle, FieldError } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

/** What the first window of a day begins with. */
const usual: OpenWindow = { opens: '09:30', closes: '18:30' }
const choices = { opens: halfHours.slice(0, -1), closes: halfHours.slice(1) }

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
    <li
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1 px-4.5 py-3 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto]"
    >
      <p id={id} className="flex min-h-12 items-center text-label capitalize">
        {name}
      </p>
      <div className="grid grid-cols-1 gap-2 max-sm:order-last max-sm:col-span-full">
        {windows.length === 0 && <p className="flex min-h-12 items-center text-ink-3">Cerrado</p>}
        {windows.map((hours, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two windows may be alike while they are typed
          <div key={index} className="flex max-w-sm items-center gap-2 max-sm:-mr-2">
            {(['opens', 'closes'] as const).map((end) => (
              <div key={end} className="relative min-w-0 flex-1">
                <select
                  value={hours[end]}
                  aria-label={`${name}, horario ${index + 1}: ${end === 'opens' ? 'abre' : 'cierra'}`}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? `${id}-error` : undefined}
                  onChange={({ target }) => change(index, { [end]: target.value })}
                  className={cx(
                    controlStyle,
                    'appearance-none pr-8 pl-3 tabular-nums max-[22rem]:px-2 max-[22rem]:text-meta',
                  )}
                >
                  {hours[end] === '' && <option value="">Hora</option>}
                  {choices[end].map((time) => (
                    <option key={time} value={time}>
                      {time === '24:00' ? 'Medianoche' : formatTime(time)}
                    </option>
                  ))}
                </select>
                {/* The narrowest phone has no room for it. */}
                <ChevronDown
                  aria-hidden
                  className="pointer-events-none absolute top-1/2 right-2 size-5 -translate-y-1/2 text-ink-2 max-[22rem]:hidden"
                />
              </div>
            ))}
            <IconButton
              label={`Quitar el horario ${index + 1} de ${name}`}
              icon={<X aria-hidden className="size-5" />}
              onClick={() => onChange(windows.filter((_, at) => at !== index))}
            />
          </div>
        ))}
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
      <div className="-mr-2 flex min-h-12 items-center">
        {windows.length < mostWindows && (
          <IconButton
            label={`Agregar horario a ${name}`}
            icon={<Plus aria-hidden className="size-5" />}
            onClick={() => onChange([...windows, windows.length === 0 ? usual : { opens: '', closes: '' }])}
          />
        )}
        <IconButton
          label={`Copiar a los demás días las horas de ${name}`}
          icon={<Copy aria-hidden className="size-5" />}
          disabled={windows.length === 0}
          onClick={onCopy}
        />
      </div>
    </li>
  )
}
