import type { RealtimeChannel } from '@supabase/realtime-js'
import { getRealtime } from './later.ts'

/** Tables whose changes screens follow. */
export type LiveTable = 'study_requests' | 'citas' | 'studies' | 'medical_notes' | 'invoices'

/** `offline` while the connection is lost; it is tried again without end. */
export type LiveState = 'connecting' | 'online' | 'offline'

export type LiveListener = { onChange: () => void; onState: (state: LiveState) => void }

type Feed = { listeners: Set<LiveListener>; state: LiveState; channel: RealtimeChannel | null }

const feeds = new Map<string, Feed>()

/**
 * Follows the changes of a table, with a filter such as `patient_id=eq.…` or '' for none. Everyone who asks for the
 * same shares one channel. `onChange` is also called once the channel hears, at first and after a lost connection, because
 * what happened before was missed. Answers how to stop.
 */
export function follow(table: LiveTable, filter: string, listener: LiveListener): () => void {
  const name = `${table}:${filter}`
  const feed = feeds.get(name) ?? open(name, table, filter)
  feed.listeners.add(listener)
  listener.onState(feed.state)
  return () => {
    feed.listeners.delete(listener)
    if (feed.listeners.size > 0) return
    feeds.delete(name)
    close(feed)
  }
}

function open(name: string, table: LiveTable, filter: string): Feed {
  const feed: Feed = { listeners: new Set(), state: 'connecting', channel: null }
  feeds.set(name, feed)
  connect(feed, name, table, filter).catch((error: unknown) => {
    console.warn('Live changes are not available.', error instanceof Error ? error.name : '')
    setState(feed, 'offline')
  })
  return feed
}

async function connect(feed: Feed, name: string, table: LiveTable, filter: string): Promise<void> {
  const realtime = await getRealtime()
  // Joins with the person's token: with the anonymous one the channel would hear nothing until it is renewed.
  await realtime.setAuth()
  if (feeds.get(name) !== feed) return
  feed.channel = realtime
    .channel(`live:${name}`)
    .on('postgres_changes', { event: '*', schema: 'public', table, ...(filter ? { filter } : {}) }, () =>
      changed(feed),
    )
    .subscribe((status) => {
      if (feeds.get(name) !== feed) return
      if (status !== 'SUBSCRIBED') return setState(feed, 'offline')
      setState(feed, 'online')
      // What happened before this moment was not heard, the first time as well as after a lost connection.
      changed(feed)
    })
}

function close(feed: Feed): void {
  const { channel } = feed
  if (channel)
    getRealtime()
      .then((realtime) => realtime.removeChannel(channel))
      .catch(() => {})
}

function changed(feed: Feed): void {
  for (const { onChange } of feed.listeners) onChange()
}

function setState(feed: Feed, state: LiveState): void {
  feed.state = state
  for (const { onState } of feed.listeners) onState(state)
}
