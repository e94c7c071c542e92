// @vitest-environment node
import { Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import type { Arrangement } from '#web/imaging/mesh/arrange.ts'
import type { Vector } from '#web/imaging/types.ts'
import { between, framed, orbit, pan, project, roll, seen, turnFor, type ViewName, zoom } from './pose.ts'
import { viewsOf } from './views.ts'

/** The head at z, the face at -y, so the patient's left at x. */
const arrangement: Arrangement = {
  up: [0, 0, 1],
  front: [0, -1, 0],
  left: [1, 0, 0],
  jaws: ['upper', 'lower'],
}
const scans: { orientation: { occlusal: Vector } }[] = [
  { orientation: { occlusal: [0, 0, -1] } },
  { orientation: { occlusal: [0, 0, 1] } },
]
/** Two corners of a box of 60 by 40 by 20 mm around (5, 6, 7). */
const box = { positions: Float32Array.from([-25, -14, -3, 35, 26, 17]) }

const turn = (view: ViewName) => turnFor(view, arrangement, scans)
const direction = (view: ViewName, x: number, y: number, z: number) =>
  seen(turn(view), x, y, z)
    .toArray()
    .map((part) => Math.round(part) + 0)

describe('as dentists hang pictures', () => {
  it.each([
    ['front', 'the face', { right: [1, 0, 0], up: [0, 0, 1], eye: [0, -1, 0] }],
    [
      'right',
      'the right cheek, the face on the right',
      { right: [0, -1, 0], up: [0, 0, 1], eye: [-1, 0, 0] },
    ],
    ['left', 'the left cheek, the face on the left', { right: [0, 1, 0], up: [0, 0, 1], eye: [1, 0, 0] }],
    ['occlusal-upper', 'from below, the face up', { right: [1, 0, 0], up: [0, -1, 0], eye: [0, 0, -1] }],
    ['occlusal-lower', 'from above, the face down', { right: [1, 0, 0], up: [0, 1, 0], eye: [0, 0, 1] }],
  ] as const)('%s looks at %s', (view, _, { right, up, eye }) => {
    expect(direction(view, 1, 0, 0)).toEqual(right)
    expect(direction(view, 0, 1, 0)).toEqual(up)
    expect(direction(view, 0, 0, 1)).toEqual(eye)
  })

  it('a jaw that leans is looked at from where its own chewing surfaces look', () => {
    const leaning = new Vector3(0, 0.3, -1).normalize()
    const [x, y, z] = leaning.toArray()
    const leant = turnFor('occlusal-upper', arrangement, [{ orientation: { occlusal: [x, y, z] } }])
    expect(seen(leant, 0, 0, 1).distanceTo(leaning)).toBeLessThan(1e-9)
  })

  it('only jaws that are there have a view', () => {
    const labels = (jaws: Arrangement['jaws']) => viewsOf({ ...arrangement, jaws }).map(({ label }) => label)
    const sides = ['Lateral derecha', 'Lateral izquierda']
    expect(labels(['lower', 'upper', 'lower'])).toEqual([
      'Frontal',
      'Oclusal superior',
      'Oclusal inferior',
      ...sides,
    ])
    expect(labels(['upper'])).toEqual(['Frontal', 'Oclusal', ...sides])
    expect(viewsOf({ ...arrangement, jaws: ['lower'] })[1]?.name).toBe('occlusal-lower')
  })
})

describe('the picture', () => {
  const wide = framed(turn('front'), [box], 2)

  it('holds everything, with a margin, in the middle', () => {
    expect(wide.target.toArray()).toEqual([5, 6, 7].map((part) => expect.closeTo(part, 4)))
    // 60 mm wide on a screen twice as wide as high: 15 mm a half height would do for it.
    expect(wide.reach).toBeCloseTo(15 * 1.12, 4)
    expect(framed(turn('front'), [box], 0.5).reach).toBeCloseTo(30 * 1.12, 4)
    expect(framed(turn('front'), [], 1).reach).toBeGreaterThan(0)
  })

  it('goes where the hand goes', () => {
    const place = new Vector3(5, 6, 7)
    const moved = project(pan(wide, 0.25, 0.5), place)
    expect(moved.x).toBeCloseTo(0.25, 6)
    expect(moved.y).toBeCloseTo(0.5, 6)
    // What was nearest to the eye goes right and down.
    const nose = new Vector3(5, -14, 7)
    const turned = project(orbit(wide, 0.2, 0.1), nose)
    expect(turned.x).toBeGreaterThan(0.1)
    expect(turned.y).toBeGreaterThan(0.05)
    // What was up is right after a quarter clockwise.
    const top = project(roll(wide, Math.PI / 2), new Vector3(5, 6, 17))
    expect(top.x).toBeGreaterThan(0.5)
    expect(top.y).toBeCloseTo(0, 6)
  })

  it('comes nearer around the place under the pointer, within limits', () => {
    const at = { x: 0.4, y: -0.3 }
    const place = wide.target.clone().add(seen(wide.turn, at.x * wide.reach, -at.y * wide.reach, 3))
    const nearer = zoom(wide, 3, at, 40)
    expect(nearer.reach).toBeCloseTo(wide.reach / 3, 6)
    expect(project(nearer, place).x).toBeCloseTo(at.x, 6)
    expect(project(nearer, place).y).toBeCloseTo(at.y, 6)
    expect(zoom(wide, 1e9, at, 40).reach).toBeCloseTo(40 / 60, 6)
    expect(zoom(wide, 1e-9, at, 40).reach).toBeCloseTo(160, 6)
  })

  it('travels from one view to the next', () => {
    const side = { ...framed(turn('left'), [box], 2), reach: wide.reach * 4 }
    expect(between(wide, side, 0)).toEqual({ ...wide, turn: expect.anything() })
    const half = between(wide, side, 0.5)
    expect(half.reach).toBeCloseTo(wide.reach * 2, 4)
    expect(seen(half.turn, 0, 0, 1).x).toBeCloseTo(Math.SQRT1_2, 4)
    expect(between(wide, side, 1).turn.angleTo(side.turn)).toBeLessThan(1e-6)
  })
})
