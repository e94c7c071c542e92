// @vitest-environment node
import { expect, it } from 'vitest'
import { fileWithin } from './encode.ts'

/** A canvas that answers as many bytes as the quality times a thousand, and PNG where it does not write a type. */
function canvas(written: readonly string[]) {
  const asked: string[] = []
  return {
    asked,
    convertToBlob: async ({ type = '', quality = 1 }: ImageEncodeOptions = {}) => {
      asked.push(`${type} ${quality}`)
      return new Blob(['x'.repeat(1000 * quality)], { type: written.includes(type) ? type : 'image/png' })
    },
  }
}

it('writes WebP', async () => {
  const both = canvas(['image/webp', 'image/jpeg'])
  expect(await fileWithin(both, 0.75, 800)).toMatchObject({ type: 'image/webp', size: 750 })
  expect(both.asked).toEqual(['image/webp 0.75'])
})

it('writes JPEG where the browser answers PNG for WebP', async () => {
  const old = canvas(['image/jpeg'])
  expect(await fileWithin(old, 0.75, 800)).toMatchObject({ type: 'image/jpeg', size: 800 })
})

it('above the bytes it takes less quality, then gives up', async () => {
  const both = canvas(['image/webp'])
  expect((await fileWithin(both, 0.8, 500)).size).toBe(400)
  await expect(fileWithin(both, 0.8, 399)).rejects.toMatchObject({ problem: 'too_large' })
})
