import { beforeAll, describe, expect, it } from 'vitest'
import { guessArch } from '#web/imaging/volume/arch.ts'
import { createHead, type Head } from './head.ts'
import { fields } from './sizes.ts'
import type { Vector } from './teeth.ts'
import { variants } from './variant.ts'

const mm = 0.5
const { field } = fields['Tomografía Arcada completa']

let head: Head
let voxels: Int16Array

beforeAll(() => {
  head = createHead({ variant: variants.sinus, field, mm, clean: true })
  const [columns, rows, slices] = head.size
  voxels = new Int16Array(columns * rows * slices)
  for (let at = 0; at < slices; at++) voxels.set(head.slice(at), at * columns * rows)
}, 300_000)

function at(place: Vector): number {
  const [columns, rows] = head.size
  const [i, j, k] = place.map((value, axis) => Math.round((value - (head.origin[axis] ?? 0)) / mm))
  return voxels[((k ?? 0) * rows + (j ?? 0)) * columns + (i ?? 0)] ?? Number.NaN
}

const onAxis = (fdi: number, along: number): Vector => {
  const tooth = head.truth.teeth.find((one) => one.fdi === fdi)
  if (!tooth) throw new Error(`No tooth ${fdi}`)
  const { tip, axis } = tooth
  return [tip[0] + axis[0] * along, tip[1] + axis[1] * along, tip[2] + axis[2] * along]
}

/** A place moved this many mm along the arch. */
function beside([x, y, z]: Vector, fdi: number, far: number): Vector {
  const axis = head.truth.teeth.find((one) => one.fdi === fdi)?.axis ?? [0, 0, 1]
  const length = Math.hypot(axis[0], axis[1])
  return [x + (axis[1] / length) * far, y - (axis[0] / length) * far, z]
}

/** The mean of a ball of this many mm. */
function around([x, y, z]: Vector, radius: number): number {
  let [sum, count] = [0, 0]
  for (let dx = -radius; dx <= radius; dx += mm)
    for (let dy = -radius; dy <= radius; dy += mm)
      for (let dz = -radius; dz <= radius; dz += mm) {
        if (dx * dx + dy * dy + dz * dz > radius * radius) continue
        sum += at([x + dx, y + dy, z + dz])
        count++
      }
  return sum / count
}

describe('an invented head', () => {
  it.each([
    ['air in the throat', () => around([0, 73, -5], 1), -1000],
    ['the tongue, a muscle', () => around([0, 40, -8], 5), 55],
    ['enamel of a canine', () => at(onAxis(13, 1)), 2800],
    ['dentine beside the canal of a canine', () => at(beside(onAxis(43, 14), 43, 1.4)), 1750],
    ['pulp of a molar', () => at(onAxis(36, 8)), 70],
  ])('has the Hounsfield units of %s', (_name, measured, wanted) => {
    expect(Math.abs(measured() - wanted)).toBeLessThan(30)
  })

  it('ends the hard palate where the soft one begins', () => {
    const highest = (y: number) => Math.max(...[22, 23, 24, 24.5, 25, 26].map((z) => at([6, y, z])))
    expect(highest(40)).toBeGreaterThan(1000)
    expect(highest(56)).toBeLessThan(300)
  })

  it('has marrow between the trabeculae of the chin', () => {
    const { left } = head.truth.canals
    const values = left.slice(-25, -12).map(([x, y, z]) => at([x, y, z + 5]))
    expect(Math.min(...values)).toBeGreaterThan(30)
    expect(Math.min(...values)).toBeLessThan(250)
  })

  it.each(['right', 'left'] as const)('has an unbroken canal on the %s', (side) => {
    const seen = head.truth.canals[side].filter(([x, y, z]) => {
      const [middleX, middleY] = field.middle
      const inside = Math.hypot(x - middleX, y - middleY) < field.across / 2 - 2
      return inside && z > field.middle[2] - field.high / 2 + 2
    })
    expect(seen.length).toBeGreaterThan(20)
    for (const [at, point] of seen.entries()) {
      const before = seen[at - 1]
      if (before)
        expect(Math.hypot(...point.map((value, axis) => value - (before[axis] ?? 0)))).toBeLessThan(2)
      expect(Math.abs(around(point, 0.5) - 70)).toBeLessThan(60)
    }
  })

  it('has its arch suggested along the teeth', () => {
    const arch = guessArch({
      voxels,
      size: [...head.size] as const,
      sides: [mm, mm, mm],
      known: true,
      stacked: 2,
      inverted: false,
      outside: -1000,
    }).map(({ x, y }) => [x * mm + head.origin[0], y * mm + head.origin[1]] as const)
    for (const { fdi, tip } of head.truth.teeth) {
      if (fdi % 10 > 5) continue
      const far = Math.min(...arch.slice(1).map((b, at) => offSegment([tip[0], tip[1]], arch[at] ?? b, b)))
      expect(far, `tooth ${fdi}`).toBeLessThan(5)
    }
  })

  it('is the same for the same seed, and another for another', () => {
    const slice = (variant: (typeof variants)[keyof typeof variants]) =>
      createHead({ variant, field, mm: 1.5 }).slice(20).slice()
    expect(slice(variants.aged)).toEqual(slice(variants.aged))
    expect(slice(variants.aged)).not.toEqual(slice(variants.sinus))
  })
})

type Point = readonly [number, number]
function offSegment(p: Point, a: Point, b: Point): number {
  const [ex, ey] = [b[0] - a[0], b[1] - a[1]]
  const part = Math.min(1, Math.max(0, ((p[0] - a[0]) * ex + (p[1] - a[1]) * ey) / (ex * ex + ey * ey)))
  return Math.hypot(p[0] - a[0] - ex * part, p[1] - a[1] - ey * part)
}
