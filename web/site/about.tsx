import { ArrowUpRight, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Clinic } from '#domain/clinic.ts'
import { cx } from '#web/ui/cx.ts'

/** Who we are, what we do, why, and where. */
export function About({ clinic }: { clinic: Clinic }) {
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
          <Location clinic={clinic} />
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

function Location({ clinic: { address, mapUrl, hours } }: { clinic: Clinic }) {
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
      {hours.length > 0 && (
        <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-t border-film-ink/15 pt-4 text-label font-normal">
          {hours.map(({ days, opens, closes }) => (
            <div key={days} className="contents">
              <dt className="text-brand-200">{days}</dt>
              <dd className="tabular-nums whitespace-nowrap">
                {opens} a {closes} h
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
