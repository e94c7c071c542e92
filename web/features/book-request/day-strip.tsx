import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { shortDay } from '#domain/days.ts'
import type { StripDay } from '#domain/open-days.ts'
import { ChoiceButton } from '#web/ui/choice-button.tsx'
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
          {first && last && `${shortDay(first.day)} a ${shortDay(last.day)}`}
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
          <ChoiceButton
            key={known.day}
            name={id}
            value={known.day}
            checked={known.day === day}
            gone={known.free === 0}
            disabled={busy}
            onChoose={() => onPick(known.day)}
            className="min-h-15 py-1.5"
          >
            <span className="font-semibold">{shortDay(known.day)}</span>
            <span className="text-chip">Libres: {known.free}</span>
          </ChoiceButton>
        ))}
      </div>
    </div>
  )
}
