import type { FunctionsClient } from '@supabase/functions-js'
import type { RealtimeClient } from '@supabase/realtime-js'
import type { StorageClient } from '@supabase/storage-js'
import { getClient } from './client.ts'
import { loadCode } from './load-code.ts'
import type { Client } from './make-client.ts'

// Services that no first screen needs. Each loads on first use and is made as supabase-js makes it.

/** Files: downloads and uploads. */
export const getStorage = once(async ({ reach }): Promise<StorageClient> => {
  const { StorageClient } = await loadCode(() => import('@supabase/storage-js'))
  return new StorageClient(reach.at('storage/v1').href, {}, reach.fetch)
})

/** The server functions. */
export const getFunctions = once(async ({ reach }): Promise<FunctionsClient> => {
  const { FunctionsClient } = await loadCode(() => import('@supabase/functions-js'))
  return new FunctionsClient(reach.at('functions/v1').href, { customFetch: reach.fetch })
})

/** Live changes. A renewed token is passed on; after signing out there is none. */
export const getRealtime = once(async ({ auth, reach }): Promise<RealtimeClient> => {
  const { RealtimeClient } = await loadCode(() => import('@supabase/realtime-js'))
  const address = reach.at('realtime/v1')
  address.protocol = address.protocol.replace('http', 'ws')
  const realtime = new RealtimeClient(address.href, {
    accessToken: reach.accessToken,
    fetch: reach.fetch,
    params: { apikey: reach.anonKey },
  })
  let known: string | undefined
  auth.onAuthStateChange((event, session) => {
    const token = session?.access_token
    if (event === 'SIGNED_OUT') {
      known = undefined
      realtime.setAuth()
    } else if ((event === 'TOKEN_REFRESHED' || event === 'SIGNED_IN') && token !== known) {
      known = token
      realtime.setAuth(token)
    }
  })
  return realtime
})

/** Runs once and shares the result; a failure is not cached. */
function once<Service>(make: (client: Client) => Promise<Service>): () => Promise<Service> {
  let made: Promise<Service> | null = null
  return () => {
    made ??= getClient()
      .then(make)
      .catch((error: unknown) => {
        made = null
        throw error
      })
    return made
  }
}
