import { describe, expect, it } from 'vitest'
import { DatabaseError } from '#server/base/errors.ts'
import { createStatementNames } from './statement-names.ts'

const failure = (code: string) => new DatabaseError({ code, message: 'no' })

describe('names of prepared statements', () => {
  it('are given to what comes again, and stay', () => {
    const names = createStatementNames()
    expect([names.of('a'), names.of('b')]).toEqual([undefined, undefined])
    const name = names.of('a')
    expect(name).toMatch(/^s\d+$/)
    expect(names.of('a')).toBe(name)
    expect(names.of('b')).not.toBe(name)
  })

  it('are all given up when there are too many, and never used again', () => {
    const names = createStatementNames(2)
    const use = (sql: string) => [names.of(sql), names.of(sql)][1]
    const first = [use('a'), use('b')]
    expect(names.generation).toBe(0)
    const third = use('c')
    expect([names.generation, names.of('a')]).toEqual([1, undefined])
    expect(new Set([...first, third, names.of('a')]).size).toBe(4)
  })

  it('are not remembered for texts that come once', () => {
    const names = createStatementNames(1)
    names.of('a')
    for (let n = 0; n < 16; n++) names.of(`once ${n}`)
    expect(names.of('a')).toBeUndefined()
  })

  it('end for good behind a pooler that does not keep them', () => {
    for (const code of ['26000', '42P05']) {
      const names = createStatementNames()
      names.of('a')
      names.of('a')
      expect(names.isStale(failure(code))).toBe(true)
      expect([names.generation, names.of('a'), names.of('a'), names.of('a')]).toEqual([
        1,
        undefined,
        undefined,
        undefined,
      ])
    }
  })

  it('outlive other errors; a changed result only costs its connection', () => {
    const names = createStatementNames()
    names.of('a')
    const name = names.of('a')
    expect(names.isStale(failure('0A000'))).toBe(true)
    expect(names.isStale(failure('23505'))).toBe(false)
    expect(names.isStale(new Error('26000'))).toBe(false)
    expect([names.of('a'), names.generation]).toEqual([name, 0])
  })
})
