import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { accountsOf, demoPassword } from '#demo/generate/accounts.ts'
import { dayBounds, dayInZone } from '#domain/days.ts'
import { ClosedWebSocket } from '#server/functions/closed-web-socket.ts'
import type { Engine } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'

const emails = Object.entries(accountsOf(0)).map(([name, { email }]) => [name, email] as const)

export type Person = keyof ReturnType<typeof accountsOf>
export type Caller = Person | 'visitor'

/** The demo clinic over the network, and everybody who calls it with supabase-js. */
export type Stage = {
  product: TestProduct
  /** The clinic's day, and the two instants that it lies between. */
  today: string
  bounds: { from: string; to: string }
  id(person: Person): string
  as(caller: Caller): SupabaseClient
  /** The rows of a query as the owner of the database: what is really stored. */
  stored(sql: string): Promise<Record<string, unknown>[]>
}

/** A new client with the public key, not signed in. */
export function visitorOf({ url, keys }: TestProduct): SupabaseClient {
  return createClient(url, keys.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: ClosedWebSocket },
  })
}

export async function signedIn(product: TestProduct, email: string, password = demoPassword) {
  const client = visitorOf(product)
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  return client
}

/** `start` may start the product in another way. */
export async function openStage(
  engine: Engine,
  start: (options: { engine: Engine; demo: true; now: Date }) => Promise<TestProduct> = startTestProduct,
): Promise<Stage> {
  const now = new Date()
  const product = await start({ engine, demo: true, now })
  const stored = async (sql: string) => {
    const { rows } = await product.database.query<{ found: Record<string, unknown>[] }>(
      `select coalesce(json_agg(r), '[]') as found from (${sql}) r`,
    )
    return rows[0]?.found ?? []
  }
  const clients = new Map<string, SupabaseClient>([['visitor', visitorOf(product)]])
  const ids = new Map<string, string>()
  for (const [name, email] of emails) {
    clients.set(name, await signedIn(product, email))
    const [row] = await stored(`select id from public.profiles where email = '${email}'`)
    ids.set(name, String(row?.id))
  }
  const today = dayInZone(now, 'America/Mexico_City')
  return {
    product,
    today,
    bounds: dayBounds(today, 'America/Mexico_City'),
    id: (person) => ids.get(person) ?? '',
    as: (caller) => {
      const client = clients.get(caller)
      if (!client) throw new Error(`Nobody is called ${caller}`)
      return client
    },
    stored,
  }
}
