import { reportsOn } from '#web/hooks/reports-on.ts'
import type { Topic } from './topic.ts'

/** The numbered steps of a topic and what follows them, on the screen and on paper. */
export function TopicSteps({ topic: { steps, next, nextOfReports } }: { topic: Topic }) {
  return (
    <>
      <ol className="grid max-w-measure gap-[0.6em]">
        {steps.map((step, index) => (
          <li key={step} className="flex gap-[0.75em] break-inside-avoid">
            <span
              aria-hidden
              className="inline-flex size-[1.7em] shrink-0 items-center justify-center rounded-full bg-brand-100 text-[0.9em] font-semibold text-brand-800 tabular-nums print:border print:border-brand-800 print:bg-transparent"
            >
              {index + 1}
            </span>
            <span className="min-w-0 text-pretty">{step}</span>
          </li>
        ))}
      </ol>
      <p className="max-w-measure text-pretty text-ink-2">
        <b className="font-semibold text-ink">Qué sigue: </b>
        {next}
        {nextOfReports && reportsOn() && ` ${nextOfReports}`}
      </p>
    </>
  )
}
