import { Check } from 'lucide-react'
import type { Clinic } from '#domain/clinic.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { ContactWays } from './contact-ways.tsx'
import { Picture, studyWidths } from './picture.tsx'
import { isIllustrative, type Study } from './studies.ts'

/** The door for those who send most patients. live/request-form.ts leads to the field for their name. */
export function Dentists({ clinic, studies }: { clinic: Clinic; studies: Study[] }) {
  const { dentists } = clinic
  if (!dentists) return null
  const [image] = studies.find(({ id }) => id === 'trazado')?.images ?? []
  return (
    <section id="odontologos" className="border-y border-line bg-surface py-[clamp(4rem,8vw,6.5rem)]">
      <div className="page grid items-center gap-x-[clamp(2rem,6vw,5.5rem)] gap-y-8 sm:grid-cols-2 md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div>
          <h2 className="text-section">¿Eres odontólogo?</h2>
          <p className="mt-4 text-lead text-ink-2">{dentists.text}</p>
          <ul className="mt-8 divide-y divide-line border-y border-line">
            {dentists.points.map((point) => (
              <li key={point} className="flex gap-3 py-4">
                <Check aria-hidden className="mt-1 size-4.5 text-brand-700" />
                <span className="min-w-0">{point}</span>
              </li>
            ))}
          </ul>
          <p className="mt-8 flex max-w-md flex-wrap gap-3 *:flex-auto *:first:basis-full">
            <a href="#contact" data-doctor className={buttonStyle('primary', 'normal')}>
              Pedir un estudio para tu paciente
            </a>
            <ContactWays clinic={clinic} text="Hola, quiero enviarles un paciente para un estudio." />
          </p>
          <p className="mt-5 flex max-w-md flex-wrap items-center gap-x-3 text-ink-2 noscript:hidden">
            ¿Envías pacientes seguido? Ten tu cuenta del portal.
            <Button variant="link" data-dentist-access={clinic.privacy.version}>
              Solicitar acceso
            </Button>
          </p>
        </div>
        {image && (
          <div className="relative overflow-hidden rounded-dialog bg-film-950">
            <Picture
              image={image}
              widths={studyWidths}
              ratio={4 / 3}
              sizes="(min-width: 56.25rem) 40rem, (min-width: 40rem) 50vw, calc(100vw - 2.5rem)"
              className="w-full"
            />
            {isIllustrative(image) && (
              <span className="pointer-events-none absolute bottom-3 left-3 rounded-tag bg-film-950/75 px-2 py-0.5 text-tag text-film-ink">
                Imagen ilustrativa
              </span>
            )}
          </div>
        )}
      </div>
    </section>
  )
}
