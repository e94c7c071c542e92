import { ArrowUpRight, CalendarOff, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Clinic } from '#domain/clinic.ts'
import { formatDay } from '#domain/days.ts'
import { type DaysInWords, weekInWords } from '#domain/week-words.ts'
import { cx } from '#web/ui/cx.ts'
import type { LandingData } from './landing-data.ts'

/** Who we are, what we do, why, and where. */
export function About({ clinic, hours }: { clinic: Clinic; hours: LandingData['hours'] }) {
  return (
    <section id="about" className="border-t border-line py-[clamp(4rem,8vw,6.5rem)]">
      <div className="page">
        <h2 className="mb-[clamp(2rem,4vw,3.25rem)] text-section">Conoce Nuestro Gabinete</h2>
        <div className="grid gap-6 md:grid-cols-12">
          <Card title="¿Quiénes somos?" className="md:col-span-7">
            <p>
              Somos {clinic.name}, un gabinete de radiología maxilofacial e imagen digital. Hacemos tomografía
              3D, radiografía digital y escaneo intraoral en un mismo lugar, con equipo moderno y personal
              capacitado.
            </p>
            <p className="mt-3">
              Atendemos a pacientes y trabajamos de cerca con odontólogos, ortodoncistas, cirujanos y otros
              profesionales de la salud.
            </p>
          </Card>
          <Location clinic={clinic} hours={hours} />
          <Card title="¿Qué hacemos?" className="md:col-span-5">
            <p>
              Realizamos estudios 2D y 3D que apoyan la planeación dental, ortodóntica, quirúrgica y
              reconstructiva.
            </p>
          </Card>
          <Card title="Nuestro Propósito" className="md:col-span-7">
            <p>
              Que cada persona tenga a su alcance imágenes confiables, con un trato humano: te explicamos el
              estudio antes de empezar y te entregamos el resultado en formato digital.
            </p>
          </Card>
        </div>
      </div>
    </section>
  )
}

function Card({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  return (
    <article className={cx('rounded-card border border-line bg-surface p-5.5 shadow-1 sm:p-8', className)}>
      <h3 className="mb-3 text-card">{title}</h3>
      <div className="max-w-measure text-ink-2">{children}</div>
    </article>
  )
}

/** The clinic's own words where clinic.json gives them, else its week. */
function wordsOf(clinic: Clinic, hours: LandingData['hours']): DaysInWords[] {
  if (clinic.hours) return clinic.hours.map(({ days, ...window }) => ({ days, windows: [window] }))
  return weekInWords(hours?.week ?? [])
}

/** 'Cerrado el 25/12/2026: Navidad' */
function closedWords({ first_day, last_day, label }: Closed): string {
  const days =
    first_day === last_day
      ? `el ${formatDay(first_day)}`
      : `del ${formatDay(first_day)} al ${formatDay(last_day)}`
  return `Cerrado ${days}: ${label}`
}

type Closed = NonNullable<LandingData['hours']>['closures'][number]

function Location({ clinic, hours }: { clinic: Clinic; hours: LandingData['hours'] }) {
  const { address, mapUrl } = clinic
  const words = wordsOf(clinic, hours)
  const closed = hours?.closures ?? []
  return (
    <article className="on-film flex flex-col rounded-card bg-brand-900 p-5.5 text-film-ink sm:p-8 md:col-span-5">
      <h3 className="mb-3 text-card">¿Dónde estamos?</h3>
      <address className="flex gap-3 not-italic">
        <MapPin aria-hidden className="mt-0.5 size-5 text-brand-200" />
        <span>
          {address.street}
          <br />
          {address.town}, {address.state}, C.P.&nbsp;{address.postalCode}
        </span>
      </address>
      {closed.length > 0 && (
        <ul className="mt-4 grid gap-1 text-label">
          {closed.map((closure) => (
            <li key={`${closure.first_day} ${closure.opens} ${closure.label}`} className="flex gap-3">
              <CalendarOff aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-200" />
              <span className="min-w-0 wrap-break-word">{closedWords(closure)}</span>
            </li>
          ))}
        </ul>
      )}
      {words.length > 0 && (
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-film-ink/15 pt-4 text-label font-normal">
          {words.map(({ days, windows }) => (
            <div key={days} className="contents">
              <dt className="text-brand-200">{days}</dt>
              <dd className="tabular-nums">
                {windows.map(({ opens, closes }) => (
                  <span key={opens} className="block whitespace-nowrap">
                    {opens} a {closes} h
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <a
        href={mapUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="mt-auto inline-flex min-h-11 items-center gap-1.5 self-start pt-3 font-semibold text-brand-200 underline-offset-4 hover:underline"
      >
        Ver en el mapa
        <ArrowUpRight aria-hidden className="size-4.5" />
      </a>
    </article>
  )
}
