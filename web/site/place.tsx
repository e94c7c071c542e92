import { ArrowUpRight, CalendarOff } from 'lucide-react'
import type { Clinic } from '#domain/clinic.ts'
import { formatDay } from '#domain/days.ts'
import { hoursLines } from '#domain/hours-lines.ts'
import { packHours } from '#domain/open-now.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import type { LandingData } from './landing-data.ts'
import { PlaceMap } from './place-map.tsx'

type Closed = NonNullable<LandingData['hours']>['closures'][number]

/** 'Cerrado el 25/12/2026: Navidad' */
function closedWords({ first_day, last_day, label }: Closed): string {
  const days =
    first_day === last_day
      ? `el ${formatDay(first_day)}`
      : `del ${formatDay(first_day)} al ${formatDay(last_day)}`
  return `Cerrado ${days}: ${label}`
}

type PlaceProps = { clinic: Clinic; hours: LandingData['hours']; timeZone: string }

/** Map, address and hours. live/open-now.ts says whether the clinic is open. */
export function Place({ clinic, hours, timeZone }: PlaceProps) {
  const { address, map, mapUrl } = clinic
  const lines = hoursLines(clinic.hours, hours?.week ?? [])
  // Words of clinic.json may tell of other hours than the week, and a closure may say nothing.
  const own = !clinic.hours && hours?.complete && hours.week.length > 0 ? hours : null
  return (
    <article className="flex flex-col overflow-hidden xl:row-span-2 rounded-dialog border border-line bg-surface shadow-1">
      {map && <PlaceMap clinic={clinic} map={map} />}
      <div className="grid gap-x-8 gap-y-5 border-line p-5.5 not-first:border-t sm:grid-cols-2 md:grid-cols-1">
        <div className="flex flex-col items-start">
          <h3 className="mb-3 text-card">¿Dónde estamos?</h3>
          <address className="not-italic">
            {address.street}
            <br />
            {address.town}, {address.state}, C.P.&nbsp;{address.postalCode}
          </address>
          <a
            href={mapUrl}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle('secondary', 'normal', 'mt-4')}
          >
            Cómo llegar
            <ArrowUpRight aria-hidden className="size-4.5" />
          </a>
        </div>
        <div className="text-label font-normal text-ink-2">
          {lines.length > 0 && (
            <div
              {...(own && { 'data-hours': packHours(own), 'data-zone': timeZone })}
              className="group mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1"
            >
              <h3 className="text-card text-ink">Horario</h3>
              {own && (
                // Room is kept for both: words that come later would push away what an address with an anchor leads to.
                <>
                  <p className="font-semibold empty:invisible before:mr-2 before:inline-block before:size-2 before:rounded-full before:bg-current group-data-open:text-ok" />
                  <p className="min-h-[1lh] basis-full" />
                </>
              )}
            </div>
          )}
          {lines.length > 0 && (
            <dl className="divide-y divide-line border-t border-line">
              {lines.map(({ days, hours }) => (
                <div key={days} className="flex justify-between gap-4 py-2">
                  <dt>{days}</dt>
                  <dd className="text-right tabular-nums">
                    {hours.map((window) => (
                      <span key={window} className="block">
                        {window}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          )}
          {hours?.closures.map((closure) => (
            <p
              key={`${closure.first_day} ${closure.opens} ${closure.label}`}
              className="mt-3 flex gap-2 wrap-break-word"
            >
              <CalendarOff aria-hidden className="mt-0.5 size-4.5 text-brand-700" />
              <span className="min-w-0">{closedWords(closure)}</span>
            </p>
          ))}
        </div>
      </div>
    </article>
  )
}
