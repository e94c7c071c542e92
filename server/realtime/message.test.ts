import { describe, expect, it } from 'vitest'
import { decode, decodeBinaryHead, encode } from './message.ts'

const message = { joinRef: '1', ref: '2', topic: 'realtime:a', event: 'phx_join', payload: { a: 1 } }

describe('a Phoenix message', () => {
  it.each(['1.0.0', '2.0.0'] as const)('comes back as it was written in version %s', (version) => {
    expect(decode(encode(version, message))).toEqual(message)
  })

  it('is written as realtime-js reads it', () => {
    expect(encode('2.0.0', message)).toBe('["1","2","realtime:a","phx_join",{"a":1}]')
    expect(JSON.parse(encode('1.0.0', message))).toEqual({
      join_ref: '1',
      ref: '2',
      topic: 'realtime:a',
      event: 'phx_join',
      payload: { a: 1 },
    })
  })

  it.each(['', 'x', '1', 'null', '[]', '["1","2","t","e"]', '[1,2,3,4,5]', '{"topic":"a"}', '{"event":"a"}'])(
    'is not %j',
    (text) => expect(decode(text)).toBeNull(),
  )

  it('bears a payload that is no object', () => {
    expect(decode('[null,null,"t","e",null]')).toMatchObject({ payload: {}, ref: null })
  })

  it('tells its topic when it is binary', () => {
    const head = Buffer.from([3, 1, 2, 10, 3, 0, 1])
    const bytes = Buffer.concat([head, Buffer.from('112realtime:aabc{}')])
    expect(decodeBinaryHead(bytes)).toMatchObject({
      joinRef: '1',
      ref: '12',
      topic: 'realtime:a',
      event: 'broadcast',
    })
    expect(decodeBinaryHead(bytes.subarray(0, 9))).toBeNull()
    expect(decodeBinaryHead(Buffer.alloc(0))).toBeNull()
  })
})
