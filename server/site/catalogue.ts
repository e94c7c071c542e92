import { z } from 'zod'
import type { Database } from '#server/base/database.ts'

const service = z.object({ name: z.string(), price: z.coerce.number(), requestable: z.boolean() })

/** A service as the landing page shows it; the price in pesos. */
export type SiteService = z.infer<typeof service>

export type ReadServices = () => Promise<SiteService[]>

/** Reads the active services as an anonymous visitor may. */
export function servicesOf(database: Database): ReadServices {
  return async () => {
    const { rows } = await database.as(
      { role: 'anon', claims: { role: 'anon' } },
      (tx) =>
        tx.query('select name, price::text as price, requestable from services where active order by name'),
      { method: 'GET', path: '/rest/v1/services', readOnly: true },
    )
    return z.array(service).parse(rows)
  }
}

/** The same from a hosted project. */
export function hostedServices(hosted: { url: string; anonKey: string }): ReadServices {
  return async () => {
    const query = 'select=name,price,requestable&active=is.true&order=name'
    const response = await fetch(`${hosted.url}/rest/v1/services?${query}`, {
      headers: { apikey: hosted.anonKey },
      signal: AbortSignal.timeout(4_000),
    })
    if (!response.ok) throw new Error(`The hosted project answered ${response.status} for its services`)
    return z.array(service).parse(await response.json())
  }
}
