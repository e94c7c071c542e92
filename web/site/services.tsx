import type { CatalogueService } from './landing-data.ts'
import { Lightbox } from './lightbox.tsx'
import type { Offer } from './offer.ts'
import { OtherServices } from './other-services.tsx'
import { ServiceCard } from './service-card.tsx'

/** The catalogue with example images and prices; the one with several prices stands first and takes more room. */
export function Services({ offers, others }: { offers: Offer[]; others: CatalogueService[] }) {
  const large = offers.filter(({ subServices }) => subServices.length > 0).slice(0, 1)
  const small = offers.filter((offer) => !large.includes(offer))
  return (
    <section id="servicios" className="border-y border-line bg-surface py-[clamp(4rem,8vw,6.5rem)]">
      <div data-catalogue={offers.some(({ price }) => price === null) ? 'missing' : ''} className="page">
        <div className="mb-[clamp(2rem,4vw,3.25rem)] grid items-end gap-x-12 gap-y-4 md:grid-cols-[minmax(0,1fr)_minmax(0,30rem)]">
          <h2 className="text-section">Nuestros Servicios</h2>
          <p className="text-ink-2">
            Todos los estudios incluyen orientación al paciente y entrega digital de resultados, con equipo
            moderno y personal capacitado.
          </p>
        </div>
        <ul data-reveal className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
          {large.map((offer) => (
            <ServiceCard key={offer.study.id} offer={offer} size="large" />
          ))}
          {small.map((offer, index) => (
            <ServiceCard
              key={offer.study.id}
              offer={offer}
              // Alone in the last row of two it takes both places.
              size={index === small.length - 1 && index % 2 === 0 ? 'wide' : 'small'}
            />
          ))}
        </ul>
        <OtherServices services={others} />
      </div>
      <Lightbox />
    </section>
  )
}
