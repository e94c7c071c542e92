import { readdir, readFile } from 'node:fs/promises'
import { vi } from 'vitest'
import { demoPassword } from '#demo/generate/accounts.ts'
import type { TestProduct } from '#tests/product.ts'

/** The functions of web/queries, of which the screens read everything. */
export type Queries = Awaited<ReturnType<typeof loadQueries>>

async function loadQueries() {
  return {
    ...(await import('#web/queries/access.ts')),
    ...(await import('#web/queries/admin-income.ts')),
    ...(await import('#web/queries/admin-overview.ts')),
    ...(await import('#web/queries/admin-path.ts')),
    ...(await import('#web/queries/admin-studies.ts')),
    ...(await import('#web/queries/admin-users.ts')),
    ...(await import('#web/queries/analytics.ts')),
    ...(await import('#web/queries/audit.ts')),
    ...(await import('#web/queries/booking.ts')),
    ...(await import('#web/queries/appointments.ts')),
    ...(await import('#web/queries/clinic.ts')),
    ...(await import('#web/queries/doctors.ts')),
    ...(await import('#web/queries/exports.ts')),
    ...(await import('#web/queries/health.ts')),
    ...(await import('#web/queries/history.ts')),
    ...(await import('#web/queries/invoices.ts')),
    ...(await import('#web/queries/link-requests.ts')),
    ...(await import('#web/queries/notes.ts')),
    ...(await import('#web/queries/profiles.ts')),
    ...(await import('#web/queries/quick-search.ts')),
    ...(await import('#web/queries/referrers.ts')),
    ...(await import('#web/queries/requests.ts')),
    ...(await import('#web/queries/services.ts')),
    ...(await import('#web/queries/shares.ts')),
    ...(await import('#web/queries/studies.ts')),
    ...(await import('#web/queries/study-changes.ts')),
    ...(await import('#web/queries/study-file.ts')),
  }
}

/**
 * The queries as on one person's page of the product: its modules loaded anew, so with a client of its
 * own, and addresses that begin with '/' lead to the product. Without an `email` nobody is signed in.
 */
export async function openScreen(product: TestProduct, email?: string): Promise<Queries> {
  vi.unstubAllGlobals()
  const reach = globalThis.fetch
  vi.stubGlobal('location', new URL(product.url))
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) =>
    reach(typeof input === 'string' ? new URL(input, product.url) : input, init),
  )
  vi.resetModules()
  const queries = await loadQueries()
  const { getClient } = await import('#web/backend/client.ts')
  const { auth } = await getClient()
  if (email) {
    const { error } = await auth.signInWithPassword({ email, password: demoPassword })
    if (error) throw error
  }
  return queries
}

/** A query's first request: its table or function, and the rest of the address. The request gets no response. */
export async function firstAsked(
  run: (queries: Queries) => Promise<unknown>,
): Promise<{ path: string; search: string }> {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: 'http://clinica.test', supabaseAnonKey: 'x' })
    asked.push(new URL(input instanceof Request ? input.url : input))
    return Response.json([])
  })
  vi.resetModules()
  await run(await loadQueries())
  vi.unstubAllGlobals()
  const [first] = asked
  if (!first) throw new Error('It asked nothing')
  return { path: first.pathname.replace('/rest/v1/', ''), search: first.search.slice(1) }
}

/** The names of every query that web/queries exports. */
export async function queryNames(): Promise<string[]> {
  const files = (await readdir('web/queries')).filter((name) => !name.endsWith('.test.ts'))
  const texts = await Promise.all(files.map((name) => readFile(`web/queries/${name}`, 'utf8')))
  return texts.flatMap((text) =>
    [...text.matchAll(/^export (?:function|const) (\w+Query)\b/gm)].map(([, name]) => name ?? ''),
  )
}
