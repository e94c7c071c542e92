import { BadgeCheck, CalendarPlus } from 'lucide-react'
import * as paths from '#web/hooks/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import type { Offer } from './offer.ts'
import { priceText } from './prices.ts'
import type { Study } from './studies.ts'
import { Viewer } from './viewer.tsx'

/** First view: what the clinic does, how to ask for it, and what an image looks like. */
export function Hero({ offers, studies }: { offers: Offer[]; studies: Study[] }) {
  return (
    <section id="inicio" className="overflow-hidden pt-7 pb-14 sm:py-[clamp(2.25rem,5vw,4.5rem)]">
      <div className="page grid items-center gap-7 md:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] md:gap-[clamp(2rem,4.5vw,4rem)]">
        <div data-catalogue="">
          <p className="mb-3 flex items-center gap-2 text-label text-brand-700 sm:mb-5">
            <BadgeCheck aria-hidden className="size-4.5" />
            Tecnología Certificada
          </p>
          <h1 className="text-display">Diagnóstico por Imagen&nbsp;3D</h1>
          <p className="mt-3.5 mb-5.5 text-lead text-ink-2 sm:mt-5 sm:mb-8 sm:max-w-[34ch]">
            Tomografía 3D, radiografía digital y escaneo intraoral con entrega inmediata, para que tú y tu
            especialista decidan con claridad.
          </p>
          <div className="flex flex-wrap gap-3 md:has-[a[data-panel]]:[&>a:last-child]:hidden">
            <div className="contents">
              <template data-account>
                <a
                  href={paths.home}
                  data-panel
                  className={buttonStyle('primary', 'normal', 'flex-1 whitespace-nowrap sm:flex-none')}
                >
                  Ir a mi panel
                </a>
              </template>
            </div>
            <a
              href="#contact"
              className={buttonStyle('primary', 'normal', 'flex-1 whitespace-nowrap sm:flex-none')}
            >
              <CalendarPlus aria-hidden className="size-5" />
              Agendar Estudio
            </a>
            <a
              href="#servicios"
              className={buttonStyle('secondary', 'normal', 'flex-1 whitespace-nowrap sm:flex-none')}
            >
              Ver estudios y precios
            </a>
          </div>
          <Facts offers={offers} />
        </div>
        <div className="min-w-0 md:mr-[min(0px,calc((75rem-100vw)/2+1.5rem))]">
          <Viewer studies={studies} />
        </div>
      </div>
    </section>
  )
}

/** Three short facts, all read from the catalogue; nothing without its prices. */
function Facts({ offers }: { offers: Offer[] }) {
  const prices = offers.flatMap(({ price }) => price ?? [])
  if (prices.length === 0) return null
  const lowest = Math.min(...prices)
  const facts = [
    [offers.length === 1 ? '1 estudio' : `${offers.length} estudios`, 'en un solo gabinete'],
    [`Desde ${priceText(lowest)}`, 'precios publicados'],
    ['Resultado digital', 'en tu portal'],
  ]
  return (
    <dl className="mt-9 hidden grid-cols-[repeat(3,auto)] justify-start gap-x-5 border-t border-line pt-6 sm:grid">
      {facts.map(([fact, about]) => (
        <div key={about} className="flex flex-col-reverse justify-end">
          <dt className="text-meta whitespace-nowrap text-ink-3">{about}</dt>
          <dd className="text-panel whitespace-nowrap tabular-nums">{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
