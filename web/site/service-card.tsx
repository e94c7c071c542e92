import { cx } from '#web/ui/cx.ts'
import { Carousel } from './carousel.tsx'
import type { Offer } from './offer.ts'
import { priceText } from './prices.ts'
import { RequestLink } from './request-link.tsx'
import type { Study, StudyImage } from './studies.ts'

type ServiceCardProps = {
  offer: Offer
  /** On wide screens a large one takes two rows of two places; on medium ones, as a wide one, one row, its words beside its picture. */
  size: 'small' | 'wide' | 'large'
}

const places = {
  small: '',
  wide: 'sm:max-lg:col-span-2 sm:max-lg:flex-row',
  large: 'sm:col-span-2 sm:max-lg:flex-row lg:row-span-2',
}

/** Images, words and price of one study. */
export function ServiceCard({ offer: { study, price, from, subServices }, size }: ServiceCardProps) {
  const large = size === 'large'
  return (
    <li
      className={cx(
        'flex flex-col overflow-hidden rounded-card border border-line bg-surface shadow-1',
        places[size],
      )}
    >
      <Carousel title={study.title} images={large ? coverFirst(study) : study.images} size={size} />
      <div className={cx('flex flex-col', large ? 'sm:max-lg:flex-1' : 'flex-1')}>
        <div className="flex flex-1 flex-col px-5.5 pt-5.5 pb-5">
          <h3 className="mb-2 text-card">{study.title}</h3>
          <p className="text-label leading-[1.55] font-normal text-ink-2">{study.description}</p>
          {subServices.length > 0 && (
            <ul className="mt-3.5 grid flex-1 grid-cols-2 gap-x-5 lg:grid-cols-4">
              {subServices.map(({ name, price }) => (
                <li key={name} className="border-t border-line py-2 text-meta text-ink-2">
                  {name}
                  <b className="block text-label text-ink tabular-nums">{priceText(price)}</b>
                </li>
              ))}
            </ul>
          )}
        </div>
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-2 border-t border-line bg-paper px-5.5 py-4">
          {price === null ? (
            <span className="text-meta text-ink-3">Precio por confirmar</span>
          ) : (
            <span className="whitespace-nowrap">
              <b className="text-[1.375rem] font-[660] tracking-[-0.02em] tabular-nums">
                {from && 'Desde '}
                {priceText(price)}
              </b>
              <small className="text-meta text-ink-3">
                {' MXN'}
                {study.unit && ` ${study.unit}`}
              </small>
            </span>
          )}
          <RequestLink study={study.title} service={study.service} />
        </p>
      </div>
    </li>
  )
}

function coverFirst({ images, cover }: Study): StudyImage[] {
  return [...images].sort((one, other) => Number(other.file === cover) - Number(one.file === cover))
}
