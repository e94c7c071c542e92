import type { RealtimeChannel } from '@supabase/realtime-js'
import { getRealtime } from '#web/backend/services-on-demand.ts'
import { whenNetworkIdle } from './idle-network.ts'

/** Tables whose changes screens follow. */
export type LiveTable =
  | 'study_requests'
  | 'citas'
  | 'cita_events'
  | 'messages'
  | 'clinic_hours'
  | 'clinic_closures'
  | 'studies'
  | 'study_previews'
  | 'study_seen'
  | 'study_marks'
  | 'key_images'
  | 'study_shares'
  | 'report_heads'
  | 'study_recipients'
  | 'medical_notes'
  | 'invoices'
  | 'arrivals'
  | 'dentist_applications'

/** `offline` while the connection is lost; it is tried again without end. */
export type LiveState = 'connecting' | 'online' | 'offline'

export type LiveListener = { onChange: () => void; onState: (state: LiveState) => void }

type Feed = {
  table: LiveTable
  listeners: Set<LiveListener>
  state: LiveState
  channel: RealtimeChannel | null
  /** Something may have changed that no listener was told of. */
  missed: boolean
  closing: ReturnType<typeof setTimeout> | undefined
  /** How many writes of ours run, and which rows changed meanwhile. */
  writes: number
  held: string[]
  /** Rows whose next change is our own and known. */
  own: string[]
}

const feeds = new Map<string, Feed>()

// After a short loss of the network the socket may still be open, but reads have failed.
globalThis.addEventListener?.('online', () => {
  for (const feed of feeds.values()) changed(feed)
})

/**
 * How long a channel stays open after its last listener, in milliseconds: the next screen often wants the same. Longer than rows
 * count as fresh (`portal/query-client.ts`), so that a new channel never finds rows that are older than it and not read again.
 */
const lingering = 10_000

/**
 * Follows the changes of a table, with a filter such as `patient_id=eq.…` or '' for none. Callers
 * with the same filter share one channel. `onChange` also runs when changes may have been missed:
 * once the channel receives, and after a lost connection. Returns a function that stops.
 */
export function follow(table: LiveTable, filter: string, listener: LiveListener): () => void {
  const name = `${table}:${filter}`
  const feed = feeds.get(name) ?? open(name, table, filter)
  clearTimeout(feed.closing)
  feed.listeners.add(listener)
  listener.onState(feed.state)
  if (feed.missed) {
    feed.missed = false
    listener.onChange()
  }
  return () => {
    feed.listeners.delete(listener)
    if (feed.listeners.size > 0) return
    feed.closing = setTimeout(() => {
      feeds.delete(name)
      close(feed)
    }, lingering)
  }
}

function open(name: string, table: LiveTable, filter: string): Feed {
  const feed: Feed = {
    table,
    listeners: new Set(),
    state: 'connecting',
    channel: null,
    missed: false,
    closing: undefined,
    writes: 0,
    held: [],
    own: [],
  }
  feeds.set(name, feed)
  const onLost = () => setState(feed, 'offline')
  const onHearing = () => {
    setState(feed, 'online')
    // Changes between a list's first read and now were missed.
    changed(feed)
  }
  connect(feed, name, table, filter, { onHearing, onLost }).catch((error: unknown) => {
    console.warn('Live changes are not available.', error instanceof Error ? error.name : '')
    onLost()
  })
  return feed
}

async function connect(
  feed: Feed,
  name: string,
  table: LiveTable,
  filter: string,
  { onHearing, onLost }: { onHearing: () => void; onLost: () => void },
): Promise<void> {
  // Lists load first: the client weighs 14 KB.
  await whenNetworkIdle()
  const realtime = await getRealtime()
  // Join with the person's token: with the anonymous one the channel would receive nothing until it is renewed.
  await realtime.setAuth()
  if (feeds.get(name) !== feed) return
  feed.channel = realtime
    .channel(`live:${name}`)
    .on('postgres_changes', { event: '*', schema: 'public', table, ...(filter ? { filter } : {}) }, (row) =>
      rowChanged(feed, row),
    )
    // 'SUBSCRIBED' only says that the channel was joined; a hosted database starts to send later, and says so.
    .on('system', {}, ({ extension, status }: { extension?: string; status?: string }) => {
      if (feeds.get(name) !== feed || extension !== 'postgres_changes') return
      if (status === 'ok') onHearing()
      else onLost()
    })
    .subscribe((status) => {
      if (feeds.get(name) === feed && status !== 'SUBSCRIBED') onLost()
    })
}

function close(feed: Feed): void {
  const { channel } = feed
  if (channel)
    getRealtime()
      .then((realtime) => realtime.removeChannel(channel))
      .catch(() => {})
}

/** How long a change of ours is awaited, in milliseconds; afterwards another may be of somebody else. */
const echo = 10_000

/**
 * Runs a write whose outcome the caller shows by itself: that these rows (`idsOf` the answer) of a table changed is not told to anybody
 * who follows it. Other changes are, at the latest when the write is over.
 */
export async function writeQuietly<Answer>(
  table: LiveTable,
  write: () => Promise<Answer>,
  idsOf: (answer: Answer) => readonly string[],
): Promise<Answer> {
  const heard = [...feeds.values()].filter((feed) => feed.table === table && feed.state === 'online')
  for (const feed of heard) feed.writes++
  let ids: readonly string[] = []
  try {
    const answer = await write()
    ids = idsOf(answer)
    return answer
  } finally {
    for (const feed of heard) {
      feed.writes--
      for (const id of ids) {
        if (take(feed.held, id)) continue
        feed.own.push(id)
        setTimeout(() => take(feed.own, id), echo)
      }
      if (feed.writes === 0 && feed.held.splice(0).length > 0) changed(feed)
    }
  }
}

function rowChanged(feed: Feed, row: { new: { id?: string }; old: { id?: string } }): void {
  const id = row.new.id ?? row.old.id ?? ''
  if (take(feed.own, id)) return
  if (feed.writes > 0) feed.held.push(id)
  else changed(feed)
}

/** Whether it was among them; it is no longer. */
function take(ids: string[], id: string): boolean {
  const at = ids.indexOf(id)
  if (at >= 0) ids.splice(at, 1)
  return at >= 0
}

function changed(feed: Feed): void {
  feed.missed = feed.listeners.size === 0
  for (const { onChange } of feed.listeners) onChange()
}

function setState(feed: Feed, state: LiveState): void {
  feed.state = state
  for (const { onState } of feed.listeners) onState(state)
}
