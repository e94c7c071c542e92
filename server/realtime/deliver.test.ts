import { describe, expect, it } from 'vitest'
import type { Queryable } from '#server/base/database.ts'
import type { Identity } from '#server/identity.ts'
import type { Channel } from './channel.ts'
import { deliver } from './deliver.ts'

const identityOf = (sub: string): Identity => ({ role: 'authenticated', claims: { sub } })
const id = { name: 'id', type: 'int4', sqlType: 'integer', key: true, selectable: true }
const facts = {
  table: 't',
  rowSecurity: true,
  columns: [id],
  bypass: false,
  permissive: ['true'],
  restrictive: null,
}

const answering = (rows: unknown[]): Queryable => ({
  query: async () => JSON.parse(JSON.stringify({ rows, affected: rows.length })),
})

function createChannel(sub: string): Channel & { sent: unknown[] } {
  const sent: unknown[] = []
  return {
    topic: 'realtime:t',
    joinRef: null,
    bindings: [{ id: 1, event: '*', table: 't', conditions: [], select: null }],
    identity: identityOf(sub),
    open: true,
    sent,
    send: (_event, payload) => void sent.push(payload),
    cut: (reason) => void sent.push(reason),
  }
}

describe('delivering a change', () => {
  const change = { table: 't', type: 'INSERT', row: '{"id":1}', before: null, at: '' } as const

  it('checks again for a channel whose identity changed meanwhile', async () => {
    const renewed = createChannel('ana')
    const same = createChannel('ana')
    const asked: unknown[] = []
    await deliver(
      {
        transaction: (run) => run(answering([facts])),
        as: (identity, run) => {
          asked.push(identity.claims.sub)
          renewed.identity = identityOf('bruno')
          return run(answering([{ visible: identity.claims.sub === 'ana', fits: [true] }]))
        },
      },
      [change],
      [renewed, same],
    )
    expect(asked).toEqual(['ana', 'bruno'])
    expect(renewed.sent).toEqual([])
    expect(same.sent).toHaveLength(1)
  })

  it('checks once for all channels of an identity, and not at all for those that left', async () => {
    const left = { ...createChannel('bruno'), open: false }
    const channels = [createChannel('ana'), createChannel('ana')]
    const asked: unknown[] = []
    await deliver(
      {
        transaction: (run) => run(answering([facts])),
        as: (identity, run) => {
          asked.push(identity.claims.sub)
          return run(answering([{ visible: true, fits: [true] }]))
        },
      },
      [change],
      [...channels, left],
    )
    expect(asked).toEqual(['ana'])
    expect(channels.map((channel) => channel.sent.length)).toEqual([1, 1])
    expect(left.sent).toEqual([])
  })

  it('checks for several people at once, and ends only when everybody has been served', async () => {
    const channels = Array.from({ length: 10 }, (_, index) => createChannel(`person ${index}`))
    let release = () => {}
    const others = new Promise<void>((resolve) => {
      release = resolve
    })
    let asked = 0
    await deliver(
      {
        transaction: (run) => run(answering([facts])),
        // The first answer waits for the second query: handled one by one, neither would ever end.
        as: async (_identity, run) => {
          asked += 1
          if (asked > 1) release()
          await others
          return run(answering([{ visible: true, fits: [true] }]))
        },
      },
      [change],
      channels,
    )
    expect(channels.map((channel) => channel.sent.length)).toEqual(channels.map(() => 1))
  })
})
