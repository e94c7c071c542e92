import {
  createClient,
  type PostgrestSingleResponse,
  type SupabaseClient,
  type SupabaseClientOptions,
} from '@supabase/supabase-js'

/** What a server function may use. Nothing here decides who may do what: the database does, asked as the caller. */
export type FunctionContext = {
  /** Speaks with the caller's own token, so row level security and the functions' checks apply to it. */
  caller: SupabaseClient
  /** Makes, changes and erases accounts with the service key; has no way to tables or files. */
  accounts: SupabaseClient['auth']['admin']
  /** Opens links to studies with the service key: the two functions of the database that only it may call, and addresses of files. */
  links: Links
  /** The headers of the request that tell where the person is, for limits by address. */
  sender: Record<string, string>
  randomBytes: (count: number) => Uint8Array
}

type Ask = (
  parameters: Record<string, unknown>,
) => PromiseLike<Pick<PostgrestSingleResponse<unknown>, 'data' | 'error' | 'status'>>

type Links = {
  open: Ask
  check: Ask
  sign: (path: string, seconds: number) => ReturnType<StorageFileApi['createSignedUrl']>
}

type StorageFileApi = ReturnType<SupabaseClient['storage']['from']>

/** Which of them counts is the database's setting `client_address_header`. */
const senderHeaders = ['x-forwarded-for', 'cf-connecting-ip', 'x-real-ip']

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
  const service = connect(backend.serviceRoleKey, `Bearer ${backend.serviceRoleKey}`)
  return {
    caller: connect(backend.anonKey, bearer),
    accounts: service.auth.admin,
    links: {
      open: (parameters) => service.rpc('open_study_share', parameters),
      check: (parameters) => service.rpc('check_study_visit', parameters),
      sign: (path, seconds) => service.storage.from('study_files').createSignedUrl(path, seconds),
    },
    sender: Object.fromEntries(
      senderHeaders.flatMap((name) => {
        const value = request.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
    ),
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  }
}
