import type { Database } from '#server/base/database.ts'
import { loadSchema, type Schema } from './schema.ts'

/** Returns the schema; read once, and again after `NOTIFY pgrst, 'reload schema'`. */
export function createSchemaCache(database: Database): () => Promise<Schema> {
  let cached: Promise<Schema> | undefined
  let listening: Promise<unknown> | undefined

  function forget(payload: string): void {
    if (payload === '' || payload === 'reload schema') cached = undefined
  }

  return async () => {
    // Listen first, so that no change is missed between reading and listening.
    listening ??= database.listen('pgrst', forget).catch((error: unknown) => {
      listening = undefined
      throw error
    })
    await listening
    if (!cached) {
      const loading = loadSchema(database)
      cached = loading
      loading.catch(() => {
        if (cached === loading) cached = undefined
      })
    }
    return cached
  }
}
