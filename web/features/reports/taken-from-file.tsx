import { instantInZone } from '#domain/days.ts'
import { type OfferedFact, offeredFacts } from '#domain/report-facts.ts'
import type { StudyPreview } from '#web/backend/database.ts'
import { useClinicZone } from '#web/hooks/clock.ts'
import { Button } from '#web/ui/button.tsx'
import type { Writing } from './writing.ts'

/** 'Tomado del archivo': what the study's file says of itself. It becomes text when it is taken over. */
export function TakenFromFile({
  facts,
  writing: { content, set },
}: {
  facts: StudyPreview['facts']
  writing: Writing
}) {
  const zone = useClinicZone()
  const offered = offeredFacts(facts)
  if (offered.length === 0) return null
  const take = (fact: OfferedFact) => {
    if (fact.into === 'technique') {
      return set({ technique: [content.technique.trimEnd(), fact.text].filter(Boolean).join(' ') })
    }
    const [day = '', time = ''] = fact.at.split('T')
    set({ performed_at: instantInZone(day, time, zone).toISOString() })
  }
  const isTaken = (fact: OfferedFact) => fact.into === 'technique' && content.technique.includes(fact.text)
  return (
    <section aria-label="Tomado del archivo" className="grid gap-2 rounded-field bg-sunken p-4">
      <h3 className="text-label">Tomado del archivo</h3>
      <ul className="grid gap-1">
        {offered.map((fact) => (
          <li key={fact.label} className="flex flex-wrap items-center justify-between gap-x-3">
            <span className="text-meta tabular-nums">
              <span className="text-ink-3">{fact.label}:</span> {fact.value}
            </span>
            <Button
              size="compact"
              variant="link"
              disabled={isTaken(fact)}
              aria-label={`Usar ${fact.label}`}
              onClick={() => take(fact)}
            >
              Usar
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
