import { queryOptions } from '@tanstack/react-query'
import type { DatabaseHealth } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'
import { loadConfig } from '#web/backend/config.ts'
import { installationHealth, type ServerHealth } from '#web/backend/functions.ts'

/** `server` is null where a host looks after the machine. */
export type Health = { database: DatabaseHealth; server: ServerHealth | null }

/** How the installation is: its database, and the machine when it is our own. */
export function healthQuery() {
  return queryOptions({
    queryKey: ['health'],
    queryFn: async (): Promise<Health> => {
      const { supabaseUrl } = await loadConfig()
      // Our own backend has the page's address; a hosted project has another.
      if (new URL(supabaseUrl).origin === location.origin) return installationHealth()
      const database = await ask('load_health', (client) => client.rpc('installation_health'))
      return { database, server: null }
    },
  })
}
