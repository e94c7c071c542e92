// @vitest-environment node
import { expect, it } from 'vitest'
import { letGo } from './let-go.ts'

it('memory that is given back is empty, more than once too', async () => {
  const bytes = new Uint8Array(1000)
  letGo(bytes)
  expect(bytes.buffer.byteLength).toBe(0)
  letGo(bytes)
  await new Promise((resolve) => setTimeout(resolve, 10))
  const later = new Int16Array(10)
  letGo(later)
  expect(later.length).toBe(0)
})

it('part of a larger piece stays as it is', () => {
  const whole = Uint8Array.of(1, 2, 3)
  letGo(whole.subarray(1))
  expect([...whole]).toEqual([1, 2, 3])
})
