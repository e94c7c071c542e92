import { Hono } from 'hono'
import { sampleParts, sampleVisit } from '#domain/clinic-visit.ts'
import { isUnavailable } from '#server/base/errors.ts'
import { bodyLimits } from '#server/base/numbers.ts'
import type { ClinicNow } from '#server/clinic.ts'
import type { Config } from '#server/config.ts'
import type { Service } from '#server/identity.ts'
import { networkOf } from '#server/limits/network.ts'
import { createTurns } from '#server/limits/turns.ts'
import type { AddressOf } from './address.ts'
import { encodedBody, readWhole } from './body.ts'
import { apiPolicy, securityHeaders } from './headers.ts'
import { describeError, type Log, loggablePath } from './log.ts'
import { ownAnswer } from './own-answer.ts'
import { unavailable } from './unavailable.ts'

const onlyOnLanding = new Set(['map', ...Object.keys(sampleVisit)])

type Parts = {
  config: Config
  addressOf: AddressOf
  development: boolean
  /** Public values for the browser; without `supabaseUrl` it uses our own address. */
  supabase: { supabaseUrl: string | undefined; supabaseAnonKey: string }
  clinic: ClinicNow
  /** Undefined when a hosted project is the backend. */
  backend: Service | undefined
  /** Whether a request carries one of the installation's keys or a person's token. */
  holdsKey: (request: Request) => Promise<boolean>
  site: Service
  /** Throws when the database does not answer. */
  checkHealth: () => Promise<void>
  log: Log | undefined
}

/** The product's whole HTTP interface. */
export function createApp(parts: Parts): Service {
  const { config, addressOf } = parts
  const app = new Hono()

  app.use(async (context, next) => {
    const started = performance.now()
    await next()
    const headers = context.res.headers
    const { protocol, host } = new URL(addressOf(context.req.raw))
    const place = {
      backend: config.hosted?.url,
      development: parts.development,
      https: protocol === 'https:',
      host,
    }
    for (const [name, value] of Object.entries(securityHeaders(place, headers.get('content-type') ?? ''))) {
      if (!headers.has(name)) headers.set(name, value)
    }
    parts.log?.({
      time: new Date().toISOString(),
      method: context.req.method,
      path: loggablePath(context.req.path),
      status: context.res.status,
      ms: Math.round(performance.now() - started),
    })
  })

  app.onError((error, context) => {
    if (isUnavailable(error)) return away(error)
    console.error(describeError(error))
    return context.json({ message: 'Error interno' }, 500, { 'cache-control': 'no-store' })
  })

  app.get('/healthz', async (context) => {
    await parts.checkHealth()
    return context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' })
  })
  app.get('/config.json', (context) => {
    const { supabaseUrl = addressOf(context.req.raw), supabaseAnonKey } = parts.supabase
    return context.json({ supabaseUrl, supabaseAnonKey }, 200, { 'cache-control': 'no-store' })
  })
  app.get('/clinic.json', async (context) => {
    const publicUrl = config.hasPublicUrl ? config.publicUrl : null
    const whole = await parts.clinic()
    // What only the landing shows would weigh on every screen.
    const clinic = Object.fromEntries(Object.entries(whole).filter(([name]) => !onlyOnLanding.has(name)))
    const facts = { timeZone: config.clinicTimeZone, publicUrl, samples: sampleParts(whole) }
    return context.json({ ...clinic, ...facts }, 200, { 'cache-control': 'public, max-age=30' })
  })

  const { backend } = parts
  if (backend) {
    app.all('/storage/v1/*', async (context) =>
      closed(encodedBody(context.req.raw) ?? (await backend(context.req.raw))),
    )
    const bodies = createTurns(bodyLimits.large)
    app.all('/:service{auth|rest|functions|realtime}/v1/*', async (context) => {
      const { raw } = context.req
      const network = networkOf(raw.headers.get('x-forwarded-for') ?? '')
      const body = await readWhole(raw, {
        holdsKey: await parts.holdsKey(raw),
        takeTurn: () => bodies.take(network),
      })
      try {
        return closed(body.refusal ?? (await backend(body.request)))
      } finally {
        body.end()
      }
    })
  }

  app.all('*', (context) => parts.site(context.req.raw))
  return async (request) => app.fetch(request)
}

/**
 * Responses of the backend are never cached, do nothing when opened as a page, and are only for our own pages. The
 * functions allow other origins because on a hosted project they live on another one.
 */
function closed(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set('cache-control', 'no-store')
  headers.set('content-security-policy', apiPolicy)
  headers.set('cross-origin-resource-policy', 'same-origin')
  for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/** 503 in words for people: not ready yet, the database is away, or too much at once. */
export function away(error?: unknown): Response {
  const { status, message, headers } = unavailable(error)
  return ownAnswer(status, message, { ...headers, 'cache-control': 'no-store' })
}
