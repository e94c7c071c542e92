import { type ReactNode, useEffect, useId, useRef } from 'react'
import { isBookable } from '#domain/booking.ts'
import type { Slot } from '#domain/day-slots.ts'
import { formatTime } from '#domain/slots.ts'
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
              <SlotButton
                key={slot.time}
                slot={slot}
                disabled={busy}
                checked={slot.time === time}
                onChoose={() => onPick(slot.time)}
              />
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

function SlotButton({
  slot: { time, taken },
  checked,
  disabled,
  onChoose,
}: {
  slot: Slot
  disabled: boolean
  checked: boolean
  onChoose: () => void
}) {
  return (
    <label
      className={cx(
        'relative flex min-h-11 items-center justify-center rounded-small border px-1 text-meta font-semibold whitespace-nowrap tabular-nums transition',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-700',
        taken
          ? 'cursor-not-allowed border-line bg-sunken text-ink-3 line-through'
          : 'cursor-pointer border-line-strong bg-surface hover:bg-sunken has-checked:border-brand-600 has-checked:bg-brand-600 has-checked:text-white',
      )}
    >
      <input
        type="radio"
        name="horario"
        value={time}
        checked={checked}
        disabled={taken || disabled}
        onChange={onChoose}
        className="absolute inset-0 cursor-[inherit] appearance-none rounded-small outline-none"
      />
      {formatTime(time)}
      {taken && <span className="sr-only"> ocupado</span>}
    </label>
  )
}
