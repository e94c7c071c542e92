// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { archPhantom } from '#tools/imaging/arch-phantom.ts'
import type { Vector } from '#web/imaging/types.ts'
import { dot } from '#web/imaging/vectors.ts'
import { arrange } from './arrange.ts'
import { hit } from './hit.ts'
import type { Triangles } from './mesh.ts'
import { orientationOf } from './orientation.ts'

const lower = mesh(archPhantom({ jaw: 'lower', triangles: 6_000 }))
const upper = mesh(archPhantom({ jaw: 'upper', triangles: 6_000 }))

function mesh({ positions, indices }: { positions: Float32Array; indices: Uint32Array }): Triangles {
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) }
}

type Turn = (v: Vector) => Vector

const spin = (axis: 0 | 1 | 2, degrees: number): Turn => {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return ([x, y, z]) => {
    if (axis === 0) return [x, c * y - s * z, s * y + c * z]
    if (axis === 1) return [c * x + s * z, y, c * z - s * x]
    return [c * x - s * y, s * x + c * y, z]
  }
}

function turned({ positions, indices }: Triangles, turn: Turn): Triangles {
  const result = new Float32Array(positions.length)
  for (let i = 0; i < positions.length; i += 3)
    result.set(turn([positions[i] ?? 0, positions[i + 1] ?? 0, positions[i + 2] ?? 0]), i)
  return { positions: result, indices }
}

const insideOut = ({ positions, indices }: Triangles): Triangles => ({
  positions,
  indices: indices.toReversed(),
})

/** Degrees between two directions. */
const apart = (a: Vector, b: Vector) => (Math.acos(Math.min(1, dot(a, b))) * 180) / Math.PI

describe('where the chewing surfaces and the lips are', () => {
  it.each([
    ['a lower jaw', lower, [0, 0, 1]],
    ['an upper jaw', upper, [0, 0, -1]],
    ['triangles turned inside out', insideOut(lower), [0, 0, 1]],
  ] as const)('of %s', (_, scan, occlusal) => {
    const orientation = orientationOf(scan)
    expect(apart(orientation.occlusal, occlusal)).toBeLessThan(1)
    expect(apart(orientation.front, [0, -1, 0])).toBeLessThan(1)
  })

  it.each([20, 45, 90, 135, 200, 300])(
    'of a scan that is turned by %d degrees about each axis',
    (degrees) => {
      const turn: Turn = (v) => spin(2, degrees)(spin(1, degrees)(spin(0, degrees)(v)))
      const orientation = orientationOf(turned(lower, turn))
      expect(apart(orientation.occlusal, turn([0, 0, 1]))).toBeLessThan(12)
      expect(apart(orientation.front, turn([0, -1, 0]))).toBeLessThan(15)
    },
  )

  it('of a printed model, closed by a flat foot', () => {
    const foot = closed(upper)
    expect(apart(orientationOf(foot).occlusal, [0, 0, -1])).toBeLessThan(1)
    expect(apart(orientationOf(foot).front, [0, -1, 0])).toBeLessThan(1)
  })

  it('of one side of a jaw, whose front is the file’s', () => {
    const side = half(lower)
    // The cut stands upright, so it leans.
    expect(apart(orientationOf(side).occlusal, [0, 0, 1])).toBeLessThan(30)
    expect(Math.abs(dot(orientationOf(side).front, orientationOf(side).occlusal))).toBeLessThan(0.01)
  })
})

/** The rim joined to a point in its middle: a floor. */
function closed({ positions, indices }: Triangles): Triangles {
  const edges = new Map<string, [number, number]>()
  for (let i = 0; i < indices.length; i += 3)
    for (const [a = 0, b = 0] of [
      [indices[i], indices[i + 1]],
      [indices[i + 1], indices[i + 2]],
      [indices[i + 2], indices[i]],
    ])
      if (!edges.delete(`${b} ${a}`)) edges.set(`${a} ${b}`, [a, b])
  const count = positions.length / 3
  const floor = [0, -20, positions.reduce((most, z, i) => (i % 3 === 2 ? Math.max(most, z) : most), 0)]
  return {
    positions: Float32Array.from([...positions, ...floor]),
    indices: Uint32Array.from([...indices, ...[...edges.values()].flatMap(([a, b]) => [b, a, count])]),
  }
}

/** What lies at x below -8 mm. */
function half({ positions, indices }: Triangles): Triangles {
  const kept: number[] = []
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [...indices.subarray(i, i + 3)]
    if (corners.every((point) => (positions[point * 3] ?? 0) < -8)) kept.push(...corners)
  }
  return { positions, indices: Uint32Array.from(kept) }
}

describe('which scan is of which jaw', () => {
  const scan = (name: string, of: Triangles) => ({ name, orientation: orientationOf(of) })

  it('by their place, the head being up', () => {
    const found = arrange([scan('a.stl', upper), scan('b.stl', lower)])
    expect(found.jaws).toEqual(['upper', 'lower'])
    expect(apart(found.up, [0, 0, 1])).toBeLessThan(1)
    // Who looks at the face sees the left of the patient on the right: x, the front being -y.
    expect(apart(found.left, [1, 0, 0])).toBeLessThan(1)
  })

  it.each([
    ['Paciente_Maxilar.stl', 'upper'],
    ['UpperJaw.ply', 'upper'],
    ['arcada superior.stl', 'upper'],
    ['estudio_mandibula.stl', 'lower'],
    ['LowerJawScan.stl', 'lower'],
    ['arcada_inf.stl', 'lower'],
  ] as const)('by its name where that says it: %s', (name, jaw) => {
    // Both scanned with the chewing surfaces up.
    expect(arrange([scan(name, lower)]).jaws).toEqual([jaw])
    expect(arrange([scan(name, upper)]).jaws).toEqual([jaw])
    expect(apart(arrange([scan(name, lower)]).up, [0, 0, jaw === 'lower' ? 1 : -1])).toBeLessThan(1)
  })

  it('not by names that say nothing, or both', () => {
    expect(arrange([scan('maxilofacial superior-inferior.stl', upper)]).jaws).toEqual(['upper'])
    expect(arrange([scan('superman.stl', lower)]).jaws).toEqual(['lower'])
  })
})

describe('a ray meets', () => {
  it('the nearest surface, from either side', () => {
    const top = hit(lower, [-23, -10, 50], [0, 0, -1])
    const below = hit(lower, [-23, -10, -50], [0, 0, 1])
    expect(top).toBeGreaterThan(45)
    expect(top).toBeLessThan(60)
    expect(50 - (top ?? 0)).toBeCloseTo(-50 + (below ?? 0), 1)
  })

  it('nothing beside the model, or behind the eye', () => {
    expect(hit(lower, [0, -10, 50], [0, 0, -1])).toBeUndefined()
    expect(hit(lower, [-23, -10, 50], [0, 0, 1])).toBeUndefined()
  })
})
