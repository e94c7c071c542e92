import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { longDay, shortDay } from '#domain/days.ts'
import { formatTime } from '#domain/slots.ts'
import type { FreeStart } from '#web/backend/answers.ts'
import { Button } from '#web/ui/button.tsx'
import { ChoiceButton } from '#web/ui/choice-button.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { useFreeStarts } from './use-free-starts.ts'

const grid = 'grid grid-cols-3 gap-2'
/** What the last row of days leaves free. */
const rest = ['col-span-3', 'col-span-2', ''] as const

/** The days and hours of which one is chosen, and the button that takes it. */
export function HourChoice({
  token,
  firstDay,
  lastDay,
  action,
  busy,
  onTake,
  onEnded,
}: {
  token: string
  /** The clinic's day now, and the last that may be chosen, yyyy-MM-dd. */
  firstDay: () => string
  lastDay: string
  /** 'Cambiar a' or 'Apartar'; the chosen start follows. */
  action: string
  busy: boolean
  /** Resolves to whether the hours are others by now. */
  onTake: (start: FreeStart) => Promise<boolean>
  onEnded: () => void
}) {
  const id = useId()
  const hours = useRef<HTMLDivElement>(null)
  const { byDay, failed, read, more } = useFreeStarts(token, { firstDay, lastDay, onEnded })
  const [wanted, setWanted] = useState({ day: '', time: '' })
  const [first = ''] = byDay?.keys() ?? []
  const day = byDay?.has(wanted.day) ? wanted.day : first
  const free = byDay?.get(day) ?? []
  const picked = day === wanted.day ? free.find(({ time }) => time === wanted.time) : undefined

  const lost = wanted.time !== '' && picked === undefined
  useEffect(() => {
    // The button that was pressed is gone.
    if (lost && document.activeElement === document.body) hours.current?.querySelector('input')?.focus()
  }, [lost])

  function chooseDay(next: string) {
    flushSync(() => setWanted({ day: next, time: '' }))
    hours.current?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      {failed && (
        <div className="rounded-field border border-line">
          <LoadError message={failed} onRetry={() => void read()} />
        </div>
      )}
      {byDay === null
        ? !failed && <p className="animate-late text-ink-2">Buscando horarios...</p>
        : byDay.size === 0 && <p>No hay horarios libres en estos días.</p>}
      {byDay && byDay.size > 0 && (
        <fieldset>
          <legend className="mb-1.5 text-label">Día</legend>
          <div className={grid}>
            {[...byDay].map(([known, { length }]) => (
              <ChoiceButton
                key={known}
                name={`${id}-day`}
                value={known}
                checked={known === day}
                onChoose={() => chooseDay(known)}
                className="min-h-15 py-1.5"
              >
                <span className="font-semibold">{shortDay(known)}</span>{' '}
                <span className="text-chip font-normal">Libres: {length}</span>
              </ChoiceButton>
            ))}
            {more && (
              <Button variant="link" onClick={more} className={cx('text-meta', rest[byDay.size % 3])}>
                Ver más días
              </Button>
            )}
          </div>
        </fieldset>
      )}
      {byDay?.size === 0 && more && <Button onClick={more}>Ver más días</Button>}
      {free.length > 0 && (
        <div ref={hours} className="border-t border-line pt-4">
          <fieldset>
            <legend className="mb-1.5 text-label">Hora</legend>
            <div className={grid}>
              {free.map(({ time }) => (
                <ChoiceButton
                  key={time}
                  name={`${id}-hour`}
                  value={time}
                  label={`${longDay(day)}, ${formatTime(time)}`}
                  checked={picked?.time === time}
                  onChoose={() => setWanted({ day, time })}
                  className="min-h-11 font-semibold"
                >
                  {formatTime(time)}
                </ChoiceButton>
              ))}
            </div>
          </fieldset>
        </div>
      )}
      {picked && (
        // As wide as the card, and with its ground: no hour looks out behind it.
        <div
          data-foot
          className="sticky bottom-0 z-1 -mx-5.5 grid border-t border-line bg-surface px-5.5 pt-2.5 pb-[max(--spacing(2.5),env(safe-area-inset-bottom))] sm:justify-end"
        >
          <Button
            variant="primary"
            busy={busy}
            onClick={async () => {
              if (await onTake(picked)) await read()
            }}
          >
            {`${action} ${shortDay(day)}, ${formatTime(picked.time)}`}
          </Button>
        </div>
      )}
    </div>
  )
}
