import { Suspense, useRef, useState } from 'react'
import type { CatalogueService } from './landing-data.ts'
import { Lightbox } from './lightbox.tsx'
import type { Offer } from './offer.ts'
import { OtherServices } from './other-services.tsx'
import { ServiceCard } from './service-card.tsx'
import type { StudyImage } from './studies.ts'
import { useReveal } from './use-reveal.ts'

type ServicesProps = {
  offers: Offer[]
  others: CatalogueService[]
  /** Somebody wants this study: the name of its catalogue row. */
  onRequest: (service: string) => void
}

/** The catalogue with example images and prices; an image opens large. */
export function Services({ offers, others, onRequest }: ServicesProps) {
  const grid = useRef<HTMLUListElement>(null)
  const [open, setOpen] = useState<{ images: StudyImage[]; index: number; opener: HTMLElement }>()
  useReveal(grid)

  const close = () => {
    open?.opener.focus()
    setOpen(undefined)
  }

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
                onOpen={(index, opener) => setOpen({ images: offer.study.images, index, opener })}
              />
            </Suspense>
          ))}
        </ul>
        <OtherServices services={others} onRequest={onRequest} />
      </div>
      {open && <Lightbox images={open.images} start={open.index} onClose={close} />}
    </section>
  )
}
