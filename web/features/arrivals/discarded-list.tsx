import type { Arrival } from '#web/backend/answers.ts'
import { useClinicZone } from '#web/hooks/clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { Folded } from '#web/ui/folded.tsx'
import { Card } from '#web/ui/panel.tsx'
import { amountParts, machineParts, saidName } from './arrival-words.ts'

/** What was put away in the last 30 days, folded; for administrators. */
export function DiscardedList({
  arrivals,
  onRecover,
}: {
  arrivals: readonly Arrival[]
  onRecover: (arrival: Arrival) => void
}) {
  const zone = useClinicZone()
  return (
    <Card className="mt-6 overflow-clip [--inset:--spacing(4.5)]">
      <Folded words={`Descartados en los últimos 30 días: ${arrivals.length}`}>
        <ul className="divide-y divide-line">
          {arrivals.map((arrival) => (
            <li
              key={arrival.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-2 px-(--inset) py-3 wrap-break-word"
            >
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-semibold">{saidName(arrival)}</p>
                <p className="text-meta text-ink-3 tabular-nums">
                  <Dotted parts={[...machineParts(arrival, zone), ...amountParts(arrival)]} />
                </p>
                <p className="text-meta text-ink-2">Motivo: {arrival.reason}</p>
              </div>
              <Button size="compact" onClick={() => onRecover(arrival)}>
                Recuperar
                <span className="sr-only"> el estudio de {saidName(arrival)}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Folded>
    </Card>
  )
}
