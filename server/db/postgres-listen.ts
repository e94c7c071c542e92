import type { Client } from 'pg'
import type { Database } from '#server/base/database.ts'
import { toDatabaseError } from '#server/base/errors.ts'
import { quoteName } from './quote.ts'

type Listener = (payload: string) => void

/**
 * Notifications over a dedicated connection. When it is lost it is reopened, and every listener is called with
 * an empty payload: something may have been missed.
 */
export function createListener(newClient: () => Client): {
  listen: Database['listen']
  close(): Promise<void>
} {
  const listeners = new Map<string, Set<Listener>>()
  let client: Promise<Client> | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  async function connect(): Promise<Client> {
    const fresh = newClient()
    fresh.on('error', () => {})
    fresh.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener(payload ?? '')
    })
    try {
      await fresh.connect()
      for (const channel of listeners.keys()) await fresh.query(`listen ${quoteName(channel)}`)
    } catch (error) {
      await fresh.end().catch(() => {})
      throw toDatabaseError(error)
    }
    fresh.once('end', () => reconnect(250))
    return fresh
  }

  function reconnect(delay: number): void {
    client = undefined
    if (closed || listeners.size === 0) return
    retry = setTimeout(() => {
      client = connect()
      client.then(
        () => {
          for (const set of listeners.values()) for (const listener of set) listener('')
        },
        () => reconnect(Math.min(delay * 2, 5000)),
      )
    }, delay)
  }

  async function listen(channel: string, onPayload: Listener): Promise<() => Promise<void>> {
    const set = listeners.get(channel) ?? new Set()
    listeners.set(channel, set.add(onPayload))
    client ??= connect().catch((error: unknown) => {
      client = undefined
      throw error
    })
    try {
      await (await client).query(`listen ${quoteName(channel)}`)
    } catch (error) {
      set.delete(onPayload)
      if (set.size === 0) listeners.delete(channel)
      throw toDatabaseError(error)
    }
    return async () => {
      set.delete(onPayload)
      if (set.size > 0) return
      listeners.delete(channel)
      const open = await client?.catch(() => undefined)
      // A connection that is breaking has forgotten the channel anyway.
      await open?.query(`unlisten ${quoteName(channel)}`).catch(() => {})
    }
  }

  return {
    listen,
    close: async () => {
      closed = true
      clearTimeout(retry)
      const open = await client?.catch(() => undefined)
      await open?.end().catch(() => {})
    },
  }
}
