import { describe, expect, it } from 'vitest'
import { JoinError, parseJoin } from './join.ts'

const usual = {
  broadcast: { ack: false, self: false },
  presence: { key: '', enabled: false },
  private: false,
}
const join = (change: Record<string, unknown>) =>
  parseJoin({ config: { ...usual, postgres_changes: [change] } })

describe('joining a channel', () => {
  it('takes what realtime-js always sends, and repeats the bindings with their ids', () => {
    const change = { event: '*', schema: 'public', table: 'citas', filter: 'doctor_id=eq.1' }
    expect(join(change)).toEqual({
      token: null,
      bindings: [
        {
          id: 1,
          event: '*',
          table: 'citas',
          conditions: [{ column: 'doctor_id', operator: 'eq', values: ['1'] }],
          select: null,
        },
      ],
      echo: [{ id: 1, ...change }],
    })
    const any = { event: 'INSERT' }
    expect(parseJoin({ config: { postgres_changes: [any] }, access_token: 't' })).toMatchObject({
      token: 't',
      echo: [{ id: 1, ...any }],
    })
  })

  it.each([
    ['watches no table', usual],
    ['says nothing', {}],
    ['wants to be told', { ...usual, broadcast: { ack: true }, postgres_changes: [{ event: '*' }] }],
    ['wants its own', { ...usual, broadcast: { self: true }, postgres_changes: [{ event: '*' }] }],
    ['wants earlier ones', { broadcast: { replay: { since: 1 } }, postgres_changes: [{ event: '*' }] }],
    ['waits', { broadcast: { replication_ready: true }, postgres_changes: [{ event: '*' }] }],
  ])('refuses broadcast to a channel that %s', (_what, config) =>
    expect(() => parseJoin({ config })).toThrow('Broadcast is not supported by this server'),
  )

  it.each([
    [{ event: 'TRUNCATE', schema: 'public', table: 'a' }],
    [{ event: '*', schema: 'auth', table: 'users' }],
    [{ event: '*', schema: 'public', filter: 'a=eq.1' }],
    [{ event: '*', schema: 'public', table: 'a', filter: 'a=like.b' }],
    [{ event: 1, schema: 'public' }],
  ])('refuses $0', (change) => expect(() => join(change)).toThrow(JoinError))

  it.each([
    { presence: { enabled: true } },
    { private: true },
    { postgres_changes: Array(31).fill({ event: '*' }) },
  ])('refuses $0', (config) =>
    expect(() => parseJoin({ config: { ...usual, ...config } })).toThrow(JoinError),
  )
})
