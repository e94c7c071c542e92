import { GoTrueClient } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from './database.ts'
import { watched } from './live/idle-network.ts'
import { fetchNotingWaits } from './retry-after.ts'

/** How services that load later reach the backend as the signed-in person. */
export type Reach = {
  /** The address of a service, e.g. 'storage/v1'. */
  at: (path: string) => URL
  anonKey: string
  /** The person's access token, or the anonymous key. */
  accessToken: () => Promise<string>
  fetch: typeof fetch
}

/** Accounts and tables; what else there is comes when it is needed (`services-on-demand.ts`). */
export type Client = PostgrestClient<Database> & { auth: GoTrueClient; reach: Reach }

/**
 * Does what `createClient` of supabase-js does, from the same packages, for accounts and tables only:
 * the rest weighs as much again (docs/decisions/0019). Throws a TypeError when the address is invalid.
 */
export function makeClient(supabaseUrl: string, anonKey: string): Client {
  const base = new URL(supabaseUrl.endsWith('/') ? supabaseUrl : `${supabaseUrl}/`)
  const at = (path: string) => new URL(path, base)
  const auth = new GoTrueClient({
    url: at('auth/v1').href,
    headers: { Authorization: `Bearer ${anonKey}`, apikey: anonKey },
    storageKey: `sb-${base.hostname.split('.')[0]}-auth-token`,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
    flowType: 'implicit',
    fetch: fetchNotingWaits,
  })
  const accessToken = async () => (await auth.getSession()).data.session?.access_token ?? anonKey
  const reach: Reach = { at, anonKey, accessToken, fetch: watched(fetchAs(accessToken, anonKey)) }
  // Its own retries take seven seconds: the portal's cache knows better when to give up (web/portal/query-client.ts).
  const rest = new PostgrestClient<Database>(at('rest/v1').href, {
    schema: 'public',
    fetch: reach.fetch,
    retry: false,
  })
  return Object.assign(rest, { auth, reach })
}

function fetchAs(accessToken: () => Promise<string>, anonKey: string): typeof fetch {
  return async (input, init) => {
    const token = await accessToken()
    const headers = new Headers(init?.headers)
    if (!headers.has('apikey')) headers.set('apikey', anonKey)
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    return fetchNotingWaits(input, { ...init, headers })
  }
}
