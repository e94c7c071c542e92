import { useEffect, useState } from 'react'
import type { CatalogueService, LandingData } from './landing-data.ts'

/** How often the server is asked again for prices that it could not read, in milliseconds. */
const again = 15_000

/**
 * The catalogue of the rendered page. Where the server could not read it (null), the page is asked for again until it
 * can, so that the prices fill in without a reload.
 */
export function useServices(rendered: LandingData['services']): LandingData['services'] {
  const [services, setServices] = useState(rendered)
  const missing = services === null
  useEffect(() => {
    if (!missing) return
    const timer = setInterval(() => {
      readServices().then(setServices, () => {})
    }, again)
    return () => clearInterval(timer)
  }, [missing])
  return services
}

async function readServices(): Promise<CatalogueService[] | null> {
  const page = await (await fetch('/', { cache: 'no-store' })).text()
  const written = /id="landing-data">(.*?)<\/script>/s.exec(page)?.[1]
  // Our own server wrote it.
  return written ? JSON.parse(written).services : null
}
