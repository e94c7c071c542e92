import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '#server/base/database.ts'
import { until } from '#tests/until.ts'
import { type Change, consumeOutbox } from './outbox.ts'

const change = (row: string): Change => ({ table: 't', type: 'INSERT', row, before: null, at: '' })

/** A database whose rows wait in `rows` and whose notifications come from `notify`. */
function createOutbox() {
  const outbox = {
    rows: [] as Change[],
    failures: 0,
    reads: 0,
    notify: () => {},
    /** While set, the next answer waits for it. */
    hold: null as Promise<void> | null,
  }
  const database = {
    async query<Row>(): Promise<Result<Row>> {
      outbox.reads += 1
      const rows = outbox.rows.splice(0)
      const held = outbox.hold
      outbox.hold = null
      await held
      if (outbox.failures > 0) {
        outbox.failures -= 1
        outbox.rows.unshift(...rows)
        throw new Error('away')
      }
      return JSON.parse(JSON.stringify({ rows, affected: rows.length }))
    },
    async listen(_channel: string, onPayload: (payload: string) => void) {
      outbox.notify = () => onPayload('')
      return async () => {
        outbox.notify = () => {}
      }
    },
  }
  return { outbox, database }
}

describe('the outbox', () => {
  afterEach(() => vi.useRealTimers())

  it('is emptied at the start and at each notification', async () => {
    const { outbox, database } = createOutbox()
    const got: string[] = []
    outbox.rows.push(change('0'))
    const consumer = consumeOutbox(
      database,
      async (changes) => void got.push(...changes.map(({ row }) => row)),
    )
    await until(() => expect(got).toEqual(['0']))
    outbox.rows.push(change('1'), change('2'))
    outbox.notify()
    await until(() => expect(got).toEqual(['0', '1', '2']))
    await consumer.close()
  })

  it('is read once more when a notification comes while it is being read', async () => {
    const { outbox, database } = createOutbox()
    const got: string[] = []
    const consumer = consumeOutbox(
      database,
      async (changes) => void got.push(...changes.map(({ row }) => row)),
    )
    await until(() => expect(outbox.reads).toBe(1))
    let release = () => {}
    outbox.hold = new Promise((resolve) => {
      release = resolve
    })
    outbox.notify()
    await until(() => expect(outbox.reads).toBe(2))
    outbox.rows.push(change('late'))
    outbox.notify()
    release()
    await until(() => expect(got).toEqual(['late']))
    await consumer.close()
  })

  it('is read again after the database was away', async () => {
    vi.useFakeTimers()
    const told = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { outbox, database } = createOutbox()
    const got: string[] = []
    outbox.rows.push(change('0'))
    outbox.failures = 3
    const consumer = consumeOutbox(
      database,
      async (changes) => void got.push(...changes.map(({ row }) => row)),
    )
    await vi.advanceTimersByTimeAsync(5000)
    expect(got).toEqual(['0'])
    expect(told).toHaveBeenCalledOnce()
    told.mockRestore()
    await consumer.close()
  })
})
