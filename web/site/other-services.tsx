import type { CatalogueService } from './landing-data.ts'
import { priceText } from './prices.ts'
import { RequestLink } from './request-link.tsx'

/** What the clinic added to its catalogue and the site has no images for. */
export function OtherServices({ services }: { services: CatalogueService[] }) {
  if (services.length === 0) return null
  return (
    <div className="mt-10">
      <h3 className="mb-3 text-card">También realizamos</h3>
      <ul className="divide-y divide-line border-y border-line">
        {services.map(({ name, price }) => (
          <li key={name} className="flex flex-wrap items-center gap-x-6 py-2">
            <span className="mr-auto">{name}</span>
            <span className="font-semibold tabular-nums">{priceText(price)} MXN</span>
            <RequestLink study={name} service={name} />
          </li>
        ))}
      </ul>
    </div>
  )
}
