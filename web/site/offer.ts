import type { CatalogueService } from './landing-data.ts'
import { type Study, studies } from './studies.ts'

/** A study as it is offered today: the words of the site with the prices of the catalogue, in pesos. */
export type Offer = {
  study: Study
  /** Null while the catalogue cannot be read. */
  price: number | null
  /** True when `price` is the lowest of several. */
  from: boolean
  subServices: { name: string; price: number }[]
}

/**
 * The studies that can be requested now, in the site's order. One that the clinic took off its catalogue disappears; without
 * a catalogue (null) all of them are shown, without prices.
 */
export function offersOf(
  services: readonly CatalogueService[] | null,
  shown: readonly Study[] = studies,
): Offer[] {
  if (services === null) return shown.map((study) => ({ study, price: null, from: false, subServices: [] }))
  return shown.flatMap((study) => {
    const service = services.find(({ name, requestable }) => requestable && name === study.service)
    if (!service) return []
    const subServices = subServicesOf(study, services)
    const prices = subServices.map(({ price }) => price)
    const from = prices.length > 0
    return [{ study, price: from ? Math.min(...prices) : service.price, from, subServices }]
  })
}

/** Requestable services that the site has no words or images for, so that nothing the clinic offers is missing. */
export function otherServices(services: readonly CatalogueService[] | null): CatalogueService[] {
  return (services ?? []).filter(
    ({ name, requestable }) => requestable && !studies.some((s) => s.service === name),
  )
}

/** Names for the request form, in the site's order and then the rest. */
export function requestableNames(services: readonly CatalogueService[] | null): string[] {
  const offered = offersOf(services).map(({ study }) => study.service)
  return [...offered, ...otherServices(services).map(({ name }) => name)]
}

function subServicesOf(study: Study, services: readonly CatalogueService[]) {
  const prefix = study.subServices
  if (!prefix) return []
  return services
    .filter(({ name, requestable }) => !requestable && name.startsWith(prefix))
    .map(({ name, price }) => ({ name: name.slice(prefix.length), price }))
    .sort((a, b) => a.price - b.price)
}
