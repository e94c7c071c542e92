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
    expect(parseJoin({ config: usual, access_token: 't' })).toEqual({ token: 't', bindings: [], echo: [] })
    expect(parseJoin({})).toEqual({ token: null, bindings: [], echo: [] })
  })

  it.each([
    [{ event: 'TRUNCATE', schema: 'public', table: 'a' }],
    [{ event: '*', schema: 'auth', table: 'users' }],
    [{ event: '*', schema: 'public', filter: 'a=eq.1' }],
    [{ event: '*', schema: 'public', table: 'a', filter: 'a=like.b' }],
    [{ event: 1, schema: 'public' }],
  ])('refuses %j', (change) => expect(() => join(change)).toThrow(JoinError))

  it.each([
    { presence: { enabled: true } },
    { private: true },
    { postgres_changes: Array(21).fill({ event: '*' }) },
  ])('refuses %j', (config) =>
    expect(() => parseJoin({ config: { ...usual, ...config } })).toThrow(JoinError),
  )
})
