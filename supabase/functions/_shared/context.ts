import {
  createClient,
  type PostgrestSingleResponse,
  type SupabaseClient,
  type SupabaseClientOptions,
} from '@supabase/supabase-js'

/** What a server function may use. It makes no access decisions: the database does, queried as the caller. */
export type FunctionContext = {
  /** Uses the caller's own token, so row level security and the functions' checks apply. */
  caller: SupabaseClient
  /** Creates, changes and erases accounts with the service key; cannot reach tables or files. */
  accounts: SupabaseClient['auth']['admin']
  /**
   * Opens links to studies with the service key: the two database functions that only it may call, and signed
   * addresses of files.
   */
  links: Links
  /** Links of activation, with the service key: the two database functions that only it may call. */
  activations: { claim: Ask; release: Ask }
  /** Request headers with the client's address, for limits by address. */
  sender: Record<string, string>
  randomBytes: (count: number) => Uint8Array
  /** When to come back, as the last service said that refused a call for now; its client's errors carry no headers. */
  retryAfter: () => string | null
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

/** The database setting `client_address_header` decides which one counts. */
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
  let retryAfter: string | null = null
  const noting: typeof fetch = async (input, init) => {
    const response = await (backend.fetch ?? fetch)(input, init)
    retryAfter = response.headers.get('retry-after') ?? retryAfter
    return response
  }
  const connect = (key: string, bearer: string) =>
    createClient(backend.url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      // The same spelling as in supabase-js, which adds its own in some calls: two spellings would become two headers.
      global: { headers: { Authorization: bearer }, fetch: noting },
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
    activations: {
      claim: (parameters) => service.rpc('claim_activation', parameters),
      release: (parameters) => service.rpc('release_activation', parameters),
    },
    sender: Object.fromEntries(
      senderHeaders.flatMap((name) => {
        const value = request.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
    ),
    retryAfter: () => retryAfter,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  }
}
