import { Check } from 'lucide-react'
import type { Clinic } from '#domain/clinic.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { ContactWays } from './contact-ways.tsx'

/** The door for those who send most patients. live/request-form.ts leads to the field for their name. */
export function Dentists({ clinic }: { clinic: Clinic }) {
  const { dentists } = clinic
  if (!dentists) return null
  return (
    <section id="odontologos" className="border-y border-line bg-surface py-[clamp(4rem,8vw,6.5rem)]">
      <div className="page grid items-end gap-x-[clamp(2rem,6vw,5.5rem)] gap-y-8 md:grid-cols-2">
        <div>
          <h2 className="text-section">¿Eres odontólogo?</h2>
          <p className="mt-4 text-lead text-ink-2">{dentists.text}</p>
          <p className="mt-8 flex flex-wrap gap-3">
            <a href="#contact" data-doctor className={buttonStyle('primary', 'normal')}>
              Pedir un estudio para tu paciente
            </a>
            <ContactWays clinic={clinic} text="Hola, quiero enviarles un paciente para un estudio." />
          </p>
        </div>
        <ul className="divide-y divide-line border-y border-line">
          {dentists.points.map((point) => (
            <li key={point} className="flex gap-3 py-4">
              <Check aria-hidden className="mt-1 size-4.5 text-brand-700" />
              <span className="min-w-0">{point}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
