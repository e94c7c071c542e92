import { z } from 'zod'
import type { Database } from '#server/base/database.ts'

const time = z.string()
const row = z.object({ weekday: z.number(), opens: time, closes: time })
const closure = z.object({
  kind: z.literal('cierre'),
  first_day: z.string(),
  last_day: z.string(),
  opens: time.nullable(),
  closes: time.nullable(),
  label: z.string(),
})
const week = z.object({ week: z.array(row), closures: z.array(closure), complete: z.boolean() })

/** The clinic's week, the closures of the next 30 days that say why, and whether nothing else changes the next 7 days. */
export type SiteHours = z.infer<typeof week>

export type ReadHours = () => Promise<SiteHours>

/** Reads the hours as an anonymous visitor may. */
export function hoursOf(database: Database): ReadHours {
  return async () => {
    const { rows } = await database.as(
      { role: 'anon', claims: { role: 'anon' } },
      (tx) => tx.query('select clinic_week() as week'),
      { method: 'POST', path: '/rest/v1/rpc/clinic_week' },
    )
    return week.parse(rows[0]?.week)
  }
}

/** The same from a hosted project. */
export function hostedHours(hosted: { url: string; anonKey: string }): ReadHours {
  return async () => {
    const response = await fetch(`${hosted.url}/rest/v1/rpc/clinic_week`, {
      method: 'POST',
      headers: { apikey: hosted.anonKey, 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(4_000),
    })
    if (!response.ok) throw new Error(`The hosted project answered ${response.status} for its hours`)
    return week.parse(await response.json())
  }
}
