import { Suspense, useRef } from 'react'
import type { CatalogueService } from './landing-data.ts'
import { Lightbox, type LightboxControl } from './lightbox.tsx'
import type { Offer } from './offer.ts'
import { OtherServices } from './other-services.tsx'
import { ServiceCard } from './service-card.tsx'
import { useReveal } from './use-reveal.ts'

type ServicesProps = {
  offers: Offer[]
  others: CatalogueService[]
  /** Somebody wants this study: the name of its catalogue row. */
  onRequest: (service: string) => void
}

/** The catalogue with example images and prices. */
export function Services({ offers, others, onRequest }: ServicesProps) {
  const grid = useRef<HTMLUListElement>(null)
  const lightbox = useRef<LightboxControl>(null)
  useReveal(grid)

  return (
    <section id="servicios" className="border-y border-line bg-surface py-[clamp(4rem,8vw,6.5rem)]">
      <div className="page">
        <div className="mb-[clamp(2rem,4vw,3.25rem)] grid items-end gap-x-12 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
          <h2 className="text-section">Nuestros Servicios</h2>
          <p className="text-ink-2">
            Todos los estudios incluyen orientación al paciente y entrega digital de resultados, con equipo
            moderno y personal capacitado.
          </p>
        </div>
        <ul ref={grid} className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {offers.map((offer) => (
            <Suspense key={offer.study.id}>
              <ServiceCard
                offer={offer}
                onRequest={() => onRequest(offer.study.service)}
                onEnlarge={(index, opener) => lightbox.current?.open(offer.study.images, index, opener)}
              />
            </Suspense>
          ))}
        </ul>
        <OtherServices services={others} onRequest={onRequest} />
      </div>
      <Lightbox ref={lightbox} />
    </section>
  )
}
