import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { formatDay, longDay } from '#domain/days.ts'
import type { StripDay } from '#domain/open-days.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** Two weeks as radio buttons, each with its free hours; days without any cannot be chosen. */
export function DayStrip({
  days,
  day,
  busy,
  canGoBack,
  onGo,
  onPick,
}: {
  days: readonly StripDay[]
  /** The chosen one, yyyy-MM-dd, or ''. */
  day: string
  busy: boolean
  canGoBack: boolean
  onGo: (steps: 1 | -1) => void
  onPick: (day: string) => void
}) {
  const id = useId()
  const [first, last] = [days[0], days.at(-1)]
  return (
    <div role="radiogroup" aria-labelledby={id} className="@container min-w-0">
      <div className="mb-1.5 flex items-center gap-2">
        <p id={id} className="text-label">
          Fecha
        </p>
        <span className="ml-auto text-meta text-ink-3 tabular-nums">
          {first && last && `${formatDay(first.day).slice(0, 5)} a ${formatDay(last.day).slice(0, 5)}`}
        </span>
        <span className="-my-1 flex">
          <IconButton
            label="Días anteriores"
            disabled={busy || !canGoBack}
            icon={<ChevronLeft aria-hidden className="size-5" />}
            onClick={() => onGo(-1)}
          />
          <IconButton
            label="Días siguientes"
            disabled={busy}
            icon={<ChevronRight aria-hidden className="size-5" />}
            onClick={() => onGo(1)}
          />
        </span>
      </div>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(5.25rem,1fr))] gap-2 @min-[40rem]:grid-cols-7">
        {days.map((known) => (
          <DayButton
            key={known.day}
            name={id}
            known={known}
            checked={known.day === day}
            disabled={busy || known.free === 0}
            onChoose={() => onPick(known.day)}
          />
        ))}
      </div>
    </div>
  )
}

function DayButton({
  name,
  known: { day, free },
  checked,
  disabled,
  onChoose,
}: {
  name: string
  known: StripDay
  checked: boolean
  disabled: boolean
  onChoose: () => void
}) {
  return (
    <label
      className={cx(
        'relative grid min-h-15 place-content-center rounded-small border px-1 py-1.5 text-center text-meta whitespace-nowrap tabular-nums transition',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-700',
        free === 0
          ? 'cursor-not-allowed border-line bg-sunken text-ink-3'
          : 'cursor-pointer border-line-strong bg-surface hover:bg-sunken has-checked:border-brand-600 has-checked:bg-brand-600 has-checked:text-white',
      )}
    >
      <input
        type="radio"
        name={name}
        value={day}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
        className="absolute inset-0 cursor-[inherit] appearance-none rounded-small outline-none"
      />
      <span className="font-semibold">
        {longDay(day).slice(0, 3)} {formatDay(day).slice(0, 5)}
      </span>
      <span className="text-chip">Libres: {free}</span>
    </label>
  )
}
