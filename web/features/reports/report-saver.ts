import type { FieldId, ReportContent, ReportState } from '#domain/report.ts'
import { changesBetween, joinChanges, same, textOf, withFields } from '#domain/report-changes.ts'
import { fieldOf } from '#domain/report-fields.ts'
import { createStore } from '#domain/store.ts'
import { AppError } from '#web/backend/errors.ts'
import type { StoredDraft } from '#web/queries/report-drafts.ts'

/** After the last key, while somebody types on, and between two requests, in milliseconds. */
const rests = { key: 1500, typing: 10_000, between: 4000 }
const retries = [2000, 4000, 8000, 15_000]

export type Saving = {
  content: ReportContent
  /** `waiting` until typing rests. */
  status: 'saved' | 'waiting' | 'saving' | 'offline' | 'failed'
  /** ISO instant of the last save that is known. */
  savedAt: string
  /** Fields that another window changed as well, with what is stored there. */
  conflicts: { field: FieldId; theirs: unknown; at: string }[]
  /** What was not chosen, until the page is left. */
  discarded: { field: FieldId; text: string }[]
  /** It can be written no longer: its new state, or that it is gone. */
  ended: ReportState | 'gone' | null
}

export type Backend = {
  /** Saves changes over a version; the new one. With `leaving` the request must start at once and outlive the page. */
  send: (changes: Partial<ReportContent>, version: number, leaving: boolean) => Promise<number>
  /** What is stored now; null when it is gone. */
  read: () => Promise<StoredDraft | null>
  now: () => Date
}

export type Saver = ReturnType<typeof createSaver>

/**
 * Holds a draft and saves it by itself, one request at a time (docs/product/report-writing.md). Nothing typed is ever lost: what
 * could not be sent stays and is tried again.
 */
export function createSaver(start: StoredDraft, { send, read, now }: Backend) {
  const store = createStore<Saving>({
    content: start.content,
    status: 'saved',
    savedAt: start.savedAt,
    conflicts: [],
    discarded: [],
    ended: null,
  })
  let { content: base, version } = start
  /** Sent, but nobody said whether it was stored. */
  let unanswered: ReportContent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitingSince: number | null = null
  let lastStart = Number.NEGATIVE_INFINITY
  let tries = 0
  let sending: Promise<void> | null = null
  const put = (change: Partial<Saving>) => store.set({ ...store.get(), ...change })

  function pending(): Partial<ReportContent> {
    const { content, conflicts } = store.get()
    return changesBetween(base, content, new Set(conflicts.map(({ field }) => field)))
  }
  const isDirty = () => Object.keys(pending()).length > 0

  function saveIn(wait: number): void {
    if (store.get().ended) return
    clearTimeout(timer)
    timer = setTimeout(() => void save(), Math.max(0, wait))
  }

  function plan(wait: number): void {
    const time = now().getTime()
    waitingSince ??= time
    const due = Math.max(Math.min(time + wait, waitingSince + rests.typing), lastStart + rests.between)
    saveIn(due - time)
  }

  function save(leaving = false): Promise<void> {
    clearTimeout(timer)
    sending ??= sendOnce(leaving).finally(() => {
      sending = null
      const { ended, status } = store.get()
      if (!ended && status === 'saved' && isDirty()) {
        put({ status: 'waiting' })
        plan(rests.key)
      }
    })
    return sending
  }

  async function sendOnce(leaving: boolean): Promise<void> {
    const changes = pending()
    if (store.get().ended) return
    waitingSince = null
    if (Object.keys(changes).length === 0) return put({ status: 'saved' })
    const stored = { ...base, ...changes }
    const before = unanswered
    lastStart = now().getTime()
    put({ status: store.get().status === 'offline' ? 'offline' : 'saving' })
    try {
      version = await send(changes, version, leaving)
      base = stored
      unanswered = unanswered.filter((one) => !before.includes(one))
      tries = 0
      put({ status: 'saved', savedAt: now().toISOString() })
    } catch (failure) {
      unanswered = [...unanswered, stored]
      await failed(failure)
    }
  }

  async function failed(failure: unknown): Promise<void> {
    const reason = failure instanceof AppError ? failure.reason : 'server'
    if (reason === 'conflict' || reason === 'missing') return joinStored()
    put({ status: reason === 'network' ? 'offline' : 'failed' })
    // What the database refuses as it stands is refused again: the next change tries anew.
    if (reason !== 'invalid') saveIn(retries[Math.min(tries++, retries.length - 1)] ?? 0)
  }

  async function joinStored(): Promise<void> {
    let stored: StoredDraft | null
    try {
      stored = await read()
    } catch {
      put({ status: 'offline' })
      return saveIn(retries[Math.min(tries++, retries.length - 1)] ?? 0)
    }
    if (stored?.state !== 'borrador') return put({ ended: stored?.state ?? 'gone', status: 'failed' })
    const before = store.get()
    const { joined, conflicts } = joinChanges([base, ...unanswered], before.content, stored.content)
    const open = before.conflicts.filter(({ field }) => !conflicts.some((one) => one.field === field))
    base = stored.content
    version = stored.version
    unanswered = []
    tries = 0
    const at = stored.savedAt
    const found = conflicts.map(({ field, theirs }) => ({ field, theirs, at }))
    put({ content: joined, conflicts: settle([...open, ...found], joined), status: 'saved', savedAt: at })
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** The version that is known to be stored. */
    version: () => version,
    edit(change: Partial<ReportContent>): void {
      const { content, conflicts, status, ended } = store.get()
      if (ended) return
      const next = { ...content, ...change }
      const calm = status === 'saved' || status === 'waiting' || status === 'failed'
      put({ content: next, conflicts: settle(conflicts, next), status: calm ? 'waiting' : status })
      if (!sending && status !== 'offline') plan(rests.key)
    },
    /** A field was left: what it holds is saved without waiting for another key. */
    leaveField(): void {
      if (!sending && store.get().status === 'waiting') plan(0)
    },
    /** The connection is back, or somebody asks. */
    retry(): void {
      if (!sending && isDirty()) void save()
    },
    /** Saves everything; whether nothing is left open. */
    async flush(): Promise<boolean> {
      for (let round = 0; round < 3 && (sending || isDirty()); round++) await (sending ?? save())
      const { status, conflicts, ended } = store.get()
      return status === 'saved' && conflicts.length === 0 && !ended && !isDirty()
    },
    /** The page is hidden or left, perhaps for good. */
    hide(): void {
      if (store.get().ended || !isDirty()) return
      if (!sending) return void save(true)
      // The request on its way may end with the page. Whatever becomes of it, one of these two is stored.
      const changes = pending()
      unanswered = [...unanswered, { ...base, ...changes }]
      for (const over of [version, version + 1]) send(changes, over, true).catch(() => null)
    },
    /** Decides between this window's text and the stored one; the other is kept beside. */
    choose(field: FieldId, kept: 'mine' | 'theirs'): void {
      const { content, conflicts, discarded } = store.get()
      const conflict = conflicts.find((one) => one.field === field)
      if (!conflict) return
      const lost = textOf(kept === 'mine' ? conflict.theirs : fieldOf(content, field))
      put({
        content: kept === 'mine' ? content : withFields(content, [field], base),
        conflicts: conflicts.filter((one) => one !== conflict),
        discarded: lost ? [...discarded, { field, text: lost }] : discarded,
      })
      if (!sending && isDirty()) plan(0)
    },
    /** Stops waiting, after `hide` sent what was left. */
    end(): void {
      clearTimeout(timer)
    },
  }

  function settle(conflicts: Saving['conflicts'], content: ReportContent): Saving['conflicts'] {
    return conflicts.filter(({ field, theirs }) => !same(fieldOf(content, field), theirs))
  }
}
