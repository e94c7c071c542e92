import type { VisitStep } from '#domain/clinic-visit.ts'

/** A visit from the door to the result. */
export function Visit({ steps }: { steps: VisitStep[] }) {
  if (steps.length === 0) return null
  const minutes = steps.reduce((sum, step) => sum + (step.minutes ?? 0), 0)
  return (
    <section id="visita" className="py-[clamp(4rem,8vw,6.5rem)]">
      <div className="page">
        <h2 className="text-section">Tu visita, paso a paso</h2>
        {minutes > 0 && <p className="mt-4 text-ink-2">En total, unos {minutes} minutos en el gabinete.</p>}
        <ol className="mt-[clamp(2rem,4vw,3.25rem)] grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
          {steps.map(({ title, minutes, text }, index) => (
            <li key={title} className="border-t-2 border-brand-700 pt-4">
              <p className="flex items-baseline justify-between text-meta text-ink-3">
                <b className="text-metric text-brand-700">{index + 1}</b>
                {minutes !== null && `${minutes} min`}
              </p>
              <h3 className="mt-2 text-card">{title}</h3>
              <p className="mt-2 text-label font-normal text-ink-2">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
