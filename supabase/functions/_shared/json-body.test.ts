import { expect, it } from 'vitest'
import { readJson } from './json-body.ts'

const post = (body?: BodyInit) => new Request('http://x/', { method: 'POST', body: body ?? null })

it.each([
  ['{"a":1}', { ok: true, value: { a: 1 } }],
  ['', { ok: true, value: {} }],
  ['null', { ok: true, value: null }],
  ['{"a":', { ok: false, problem: 'not-json' }],
  ['x'.repeat(51), { ok: false, problem: 'too-large' }],
])('reads %j', async (text, expected) => {
  expect(await readJson(post(text), 50)).toEqual(expected)
})

it('takes a request without a body for an empty object', async () => {
  expect(await readJson(post(), 50)).toEqual({ ok: true, value: {} })
})

it('stops reading a body that never ends', async () => {
  let parts = 0
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      parts++
      controller.enqueue(new Uint8Array(40).fill(32))
    },
  })
  const request = new Request('http://x/', { method: 'POST', body: endless, duplex: 'half' } as RequestInit)
  expect(await readJson(request, 100)).toEqual({ ok: false, problem: 'too-large' })
  expect(parts).toBeLessThan(10)
})

it('refuses bytes that are not text', async () => {
  expect(await readJson(post(new Uint8Array([0x22, 0xff, 0x22])), 50)).toEqual({
    ok: false,
    problem: 'not-json',
  })
})
