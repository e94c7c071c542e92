import type { Clinic } from '#domain/clinic.ts'
import { ContactWays } from './contact-ways.tsx'

/** What people fear before they come. The browser opens and closes the answers by itself; the first shows that they open. */
export function Questions({ clinic }: { clinic: Clinic }) {
  const { questions } = clinic
  if (questions.length === 0) return null
  return (
    <section id="preguntas" className="border-t border-line py-[clamp(4rem,8vw,6.5rem)]">
      <div className="page grid gap-x-[clamp(2rem,6vw,5.5rem)] gap-y-8 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <h2 className="text-section">Antes de venir</h2>
          <p className="mt-4 text-ink-2">Si tu duda es otra, escríbenos o llámanos.</p>
          <p className="mt-8 flex flex-wrap gap-3">
            <ContactWays clinic={clinic} text="Hola, tengo una duda antes de mi visita." />
          </p>
        </div>
        <div>
          {questions.map(({ question, answer }, index) => (
            <details key={question} open={index === 0} className="fold border-b border-line first:border-t">
              <summary className="flex min-h-14 items-center justify-between gap-4 py-3 font-semibold">
                {question}
              </summary>
              <p className="max-w-measure pb-5 text-ink-2">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
