import { type ReactNode, useEffect, useId, useRef } from 'react'
import { isBookable } from '#domain/booking.ts'
import { formatTime } from '#domain/slots.ts'
import { ChoiceButton } from '#web/ui/choice-button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { FailedLoad } from '../lists/failed-load.tsx'
import type { SlotChoice } from './use-slots.ts'

const grid = 'grid grid-cols-3 gap-2 sm:grid-cols-5'

/** The times of a day as radio buttons; taken ones are disabled, and it updates live. */
export function SlotPicker({
  choice: { day, today, slots, failed, time, lostTime },
  problem: unchosen,
  busy,
  onPick,
}: {
  choice: SlotChoice
  /** Why the form cannot be sent with what is chosen. */
  problem?: string | null
  busy: boolean
  onPick: (time: string) => void
}) {
  const id = useId()
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A focused button that gets disabled no longer receives keys.
    const active = document.activeElement
    if (lostTime === null || !(active === document.body || group.current?.contains(active))) return
    group.current?.querySelector<HTMLInputElement>('input:not(:disabled)')?.focus()
  }, [lostTime])
  const problem = lostTime ? lost(lostTime) : isBookable(day, today) ? unchosen : null

  return (
    <div
      ref={group}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-required
      aria-invalid={problem ? true : undefined}
      aria-describedby={problem ? id : undefined}
      className="min-w-0 sm:col-span-2"
    >
      <p id={`${id}-label`} className="mb-1.5 text-label">
        Horario
        <span aria-hidden className="text-bad">
          {' *'}
        </span>
      </p>
      {!isBookable(day, today) ? (
        <Hint>Elige una fecha para ver sus horarios.</Hint>
      ) : slots ? (
        slots.length > 0 ? (
          <div className={grid}>
            {slots.map((slot) => (
              <ChoiceButton
                key={slot.time}
                name="horario"
                value={slot.time}
                gone={slot.taken}
                disabled={busy}
                checked={slot.time === time}
                onChoose={() => onPick(slot.time)}
                className={cx('min-h-11 font-semibold', slot.taken && 'line-through')}
              >
                <span>
                  {formatTime(slot.time)}
                  {slot.taken && <span className="sr-only"> ocupado</span>}
                </span>
              </ChoiceButton>
            ))}
          </div>
        ) : (
          <Hint>
            {day === today
              ? 'Hoy ya no quedan horarios. Elige otra fecha.'
              : 'Ese día no hay horarios. Elige otra fecha.'}
          </Hint>
        )
      ) : failed ? (
        <div className="rounded-field border border-line">
          <FailedLoad {...failed} />
        </div>
      ) : (
        <div role="status" className={grid}>
          <span className="sr-only">Cargando...</span>
          {Array.from({ length: 10 }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey boxes have no identity and never move.
            <Skeleton key={place} className="h-11" />
          ))}
        </div>
      )}
      <div aria-live="polite" className="mt-1.5">
        {problem && <FieldError id={id}>{problem}</FieldError>}
      </div>
    </div>
  )
}

function lost(time: string): string {
  return `El horario de las ${formatTime(time)} ya no está disponible. Elige otro.`
}

function Hint({ children }: { children: ReactNode }) {
  return <p className="rounded-field bg-sunken px-4 py-3 text-meta text-ink-2">{children}</p>
}
