import type { ReactNode } from 'react'
import type { Clinic } from '#domain/clinic.ts'
import type { ClinicPerson } from '#domain/clinic-visit.ts'
import { initialsOf } from '#domain/person.ts'
import type { LandingData } from './landing-data.ts'
import { Place } from './place.tsx'
import { ownAddress } from './studies.ts'

type AboutProps = { clinic: Clinic; hours: LandingData['hours']; timeZone: string }

/** Who we are, what we do and why, and the machine, beside the place. */
export function About({ clinic, hours, timeZone }: AboutProps) {
  const { people, machine } = clinic
  return (
    <section id="about" className="border-t border-line py-[clamp(4rem,8vw,6.5rem)]">
      <div className="page">
        <h2 className="mb-[clamp(2rem,4vw,3.25rem)] text-section">Conoce Nuestro Gabinete</h2>
        <div className="grid gap-x-[clamp(2rem,6vw,5.5rem)] gap-y-12 md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <div className="flex flex-col gap-10">
            <Part title="¿Quiénes somos?">
              <p className="text-lead text-ink">
                Somos {clinic.name}, un gabinete de radiología maxilofacial e imagen digital. Hacemos
                tomografía 3D, radiografía digital y escaneo intraoral en un mismo lugar, con equipo moderno y
                personal capacitado.
              </p>
              <p>
                Atendemos a pacientes y trabajamos de cerca con odontólogos, ortodoncistas, cirujanos y otros
                profesionales de la salud.
              </p>
              {people.length > 0 && (
                <ul className="mt-3 grid gap-4 sm:grid-cols-2 md:max-xl:grid-cols-1">
                  {people.map((person) => (
                    <Person key={person.name} person={person} />
                  ))}
                </ul>
              )}
            </Part>
            <Part title="¿Qué hacemos?">
              <p className="text-lead text-ink">
                Realizamos estudios 2D y 3D que apoyan la planeación dental, ortodóntica, quirúrgica y
                reconstructiva.
              </p>
            </Part>
            <Part title="Nuestro Propósito">
              <p>
                Que cada persona tenga a su alcance imágenes confiables, con un trato humano: te explicamos el
                estudio antes de empezar y te entregamos el resultado en formato digital.
              </p>
            </Part>
          </div>
          <Place clinic={clinic} hours={hours} timeZone={timeZone} />
          {machine && (
            <div className="grid items-center overflow-hidden rounded-dialog border border-line bg-surface shadow-1 md:max-xl:col-span-2 md:has-[img]:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
              {machine.photo && (
                <img
                  src={ownAddress({ file: machine.photo })}
                  alt={machine.name}
                  width="640"
                  height="360"
                  loading="lazy"
                  className="aspect-video size-full object-cover"
                />
              )}
              <div className="p-5.5">
                <h3 className="mb-3 text-card">{machine.name}</h3>
                <p className="max-w-measure text-ink-2">{machine.text}</p>
              </div>
            </div>
          )}
        </div>
      </div>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="border-t border-line pt-5">
      <h3 className="mb-3 text-card">{title}</h3>
      <div className="grid max-w-measure gap-3 text-ink-2">{children}</div>
    </div>
  )
}

function Person({ person: { name, role, licence, photo } }: { person: ClinicPerson }) {
  return (
    <li className="grid grid-cols-[5rem_1fr] items-center gap-4">
      {photo ? (
        <img
          src={ownAddress({ file: photo })}
          alt={name}
          width="80"
          height="80"
          loading="lazy"
          className="aspect-square w-full rounded-card object-cover"
        />
      ) : (
        <span
          aria-hidden
          className="grid aspect-square place-items-center rounded-card bg-brand-100 text-page text-brand-800"
        >
          {initialsOf(name)}
        </span>
      )}
      <p className="min-w-0 text-label font-normal wrap-break-word">
        <b className="block font-semibold text-ink">{name}</b>
        {role}
        {licence && <span className="block text-meta text-ink-3">Cédula profesional {licence}</span>}
      </p>
    </li>
  )
}
