/** How it stands with what was changed: all of it is kept, some is on its way, or the last try failed. */
export type SaveState = 'saved' | 'saving' | 'failed'

export type SaveQueue<Row> = {
  /** A change, in place of an earlier one of the same id that is still waiting. */
  put(id: string, row: Row): void
  /** Sends at once what waits. */
  flush(): void
  /** A change that is not wanted any more. */
  drop(id: string): void
  /** Whether a change of it is not kept yet. */
  holds(id: string): boolean
  state(): SaveState
}

type Clock = { set: (run: () => void, ms: number) => unknown; clear: (timer: unknown) => void }

/** ms after the last change. */
export const saveAfter = 800
/** ms until a failed try is repeated, twice as long each time. */
const retries = { first: 2_000, most: 30_000 }

/**
 * Collects changes and sends them together, in the order in which they were first made. What could not be sent stays and is
 * tried again, with what came meanwhile; one request at a time, so that nothing older is stored over something newer.
 */
export function createSaveQueue<Row>({
  send,
  onState,
  onFailure = () => {},
  clock,
}: {
  send: (rows: Row[]) => Promise<void>
  onState: (state: SaveState) => void
  /** Told once, until a try succeeds. */
  onFailure?: (failure: unknown) => void
  clock: Clock
}): SaveQueue<Row> {
  let waiting = new Map<string, Row>()
  let sending: Map<string, Row> | null = null
  let timer: unknown
  let failures = 0
  let state: SaveState = 'saved'

  function say(next: SaveState) {
    if (next === state) return
    state = next
    onState(next)
  }

  function later(ms: number) {
    clock.clear(timer)
    timer = clock.set(() => void sendAll(), ms)
  }

  async function sendAll() {
    clock.clear(timer)
    if (sending || waiting.size === 0) return
    const batch = waiting
    sending = batch
    waiting = new Map()
    say('saving')
    try {
      await send([...batch.values()])
      failures = 0
      sending = null
      if (waiting.size > 0) later(saveAfter)
      else say('saved')
    } catch (failure) {
      sending = null
      // What was changed meanwhile is newer.
      waiting = new Map([...batch, ...waiting])
      say('failed')
      if (failures === 0) onFailure(failure)
      later(Math.min(retries.most, retries.first * 2 ** failures))
      failures++
    }
  }

  return {
    put(id, row) {
      waiting.set(id, row)
      if (state === 'saved') say('saving')
      if (!sending) later(saveAfter)
    },
    drop(id) {
      waiting.delete(id)
      if (waiting.size === 0 && !sending) say('saved')
    },
    flush: () => void sendAll(),
    holds: (id) => waiting.has(id) || sending?.has(id) === true,
    state: () => state,
  }
}
