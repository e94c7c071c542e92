import type { Locator } from 'playwright-core'
import qrcode from 'qrcode-generator'
import { expect } from 'vitest'

/** Expects that a drawn QR code says this address, with four light modules on every side. */
export async function expectCode(code: Locator, address: string): Promise<void> {
  const drawn = await code.evaluate((svg) => ({
    size: Number(svg.getAttribute('viewBox')?.split(' ')[2]),
    runs: [...(svg.lastElementChild?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)].map(
      ([, x, y, length]) => [Number(x), Number(y), Number(length)] as const,
    ),
  }))
  const dark = new Set(
    drawn.runs.flatMap(([x, y, length]) => Array.from({ length }, (_, at) => `${x + at - 4} ${y - 4}`)),
  )
  const expected = qrcode(0, 'M')
  expected.addData(address, 'Byte')
  expected.make()
  const count = expected.getModuleCount()
  expect(drawn.size).toBe(count + 8)
  const wanted = new Set<string>()
  for (let y = 0; y < count; y++)
    for (let x = 0; x < count; x++) if (expected.isDark(y, x)) wanted.add(`${x} ${y}`)
  expect(dark).toEqual(wanted)
}
