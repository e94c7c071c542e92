import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js'

/** What a server function may use. Nothing here decides who may do what: the database does, asked as the caller. */
export type FunctionContext = {
  /** Speaks with the caller's own token, so row level security and the functions' checks apply to it. */
  caller: SupabaseClient
  /** Makes, changes and erases accounts with the service key; has no way to tables or files. */
  accounts: SupabaseClient['auth']['admin']
  randomBytes: (count: number) => Uint8Array
}

export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response>

export type Backend = {
  url: string
  anonKey: string
  serviceRoleKey: string
  fetch?: typeof fetch
  realtime?: SupabaseClientOptions<'public'>['realtime']
}

/** The context of one request. Without a bearer token the caller is anonymous. */
export function createContext(request: Request, backend: Backend): FunctionContext {
  const connect = (key: string, bearer: string) =>
    createClient(backend.url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      // Spelled as supabase-js spells it: it adds its own in some calls, and two spellings would be two headers.
      global: { headers: { Authorization: bearer }, ...(backend.fetch && { fetch: backend.fetch }) },
      ...(backend.realtime && { realtime: backend.realtime }),
    })
  const bearer = request.headers.get('authorization') ?? `Bearer ${backend.anonKey}`
  return {
    caller: connect(backend.anonKey, bearer),
    accounts: connect(backend.serviceRoleKey, `Bearer ${backend.serviceRoleKey}`).auth.admin,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  }
}
