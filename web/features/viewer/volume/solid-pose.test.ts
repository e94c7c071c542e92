import { describe, expect, it } from 'vitest'
import type { Orientation, Vector } from '#web/imaging/types.ts'
import { betweenTurns } from '#web/imaging/volume/orientation.ts'
import {
  axesOfPose,
  movedSolid,
  onScreen,
  raysOf,
  type SolidPose,
  solidAtFirst,
  turnedSolid,
  zoomedSolid,
} from './solid-pose.ts'

/** mm to the patient's left, to the back, to the head. */
const lengths: Vector = [100, 80, 60]
const front: SolidPose = { yaw: 0, pitch: 0, zoom: 1, x: 0, y: 0, orientation: null }
const [right, left]: Vector[] = [
  [10, 40, 30],
  [90, 40, 30],
]
const [low, high]: Vector[] = [
  [50, 40, 5],
  [50, 40, 55],
]
const seen = (pose: SolidPose, place: Vector | undefined, aspect = 1) =>
  onScreen(pose, lengths, aspect, place ?? [0, 0, 0])

describe('a volume in three dimensions', () => {
  it('is seen from the front with the patient’s right on the left of the screen, the head up', () => {
    expect(seen(front, right).x).toBeLessThan(0)
    expect(seen(front, left).x).toBeGreaterThan(0)
    expect(seen(front, high).y).toBeGreaterThan(seen(front, low).y)
    expect(seen(front, [50, 40, 30])).toEqual({ x: 0, y: 0 })
    const { eye } = axesOfPose(front)
    expect([eye[0], eye[1], eye[2]].map((part) => Math.round(part) + 0)).toEqual([0, -1, 0])
  })

  it('follows the hand as if it lay on its front: to the right, and down', () => {
    const [nose, brow]: Vector[] = [
      [50, 0, 30],
      [50, 0, 50],
    ]
    expect(seen(turnedSolid(front, 0.3, 0), nose).x).toBeGreaterThan(0.05)
    expect(seen(turnedSolid(front, 0, 0.3), brow).y).toBeLessThan(seen(front, brow).y - 0.05)
  })

  it('is seen from the patient’s left after a quarter turn: the face on the left of the screen', () => {
    const side = turnedSolid(front, -Math.PI / 2, 0)
    expect(axesOfPose(side).eye[0]).toBeCloseTo(1)
    expect(seen(side, [50, 0, 30]).x).toBeLessThan(-0.3)
  })

  it('keeps the head upright: no turn goes over the crown or below the chin', () => {
    const over = turnedSolid(front, 0, 9)
    expect(axesOfPose(over).eye[2]).toBeCloseTo(1)
    expect(turnedSolid(over, 0, 1)).toEqual(over)
    expect(axesOfPose(turnedSolid(front, 5, -9)).eye[2]).toBeCloseTo(-1)
    for (const pose of [solidAtFirst, turnedSolid(solidAtFirst, 2, 0.5)])
      expect(axesOfPose(pose).right[2]).toBe(0)
  })

  it('grows around the place under the hand, and no further than it can be found again', () => {
    const pose = turnedSolid(front, 0.4, 0.2)
    const at = seen(pose, right)
    // Down is positive for a hand.
    const near = zoomedSolid(pose, 2, { x: at.x, y: -at.y })
    expect(seen(near, right).x).toBeCloseTo(at.x)
    expect(seen(near, right).y).toBeCloseTo(at.y)
    expect(seen(near, left).x - seen(near, right).x).toBeCloseTo(
      2 * (seen(pose, left).x - seen(pose, right).x),
    )
    expect(zoomedSolid(front, 1000).zoom).toBe(12)
    expect(zoomedSolid(front, 0).zoom).toBe(0.5)
  })

  it('moves as far as the hand, which goes right and down', () => {
    const moved = movedSolid(front, { x: 0.25, y: 0.1 })
    expect(seen(moved, right).x).toBeCloseTo(seen(front, right).x + 0.25)
    expect(seen(moved, right).y).toBeCloseTo(seen(front, right).y - 0.1)
  })

  it.each([1, 1.6, 0.5])(
    'has rays that pass through what is seen where they begin, at an aspect of %d',
    (aspect) => {
      const pose = movedSolid(zoomedSolid(turnedSolid(front, 0.7, -0.4), 1.3), { x: 0.1, y: -0.2 })
      const rays = raysOf(pose, lengths, aspect)
      for (const place of [right, left, low, high, [3, 70, 12] as const]) {
        if (!place) throw new Error('There are five places')
        const { x, y } = seen(pose, place, aspect)
        const off = place.map((part, axis) => {
          const start = (rays.from[axis] ?? 0) + x * (rays.across[axis] ?? 0) + y * (rays.up[axis] ?? 0)
          return (part / (lengths[axis] ?? 1) - start) / (rays.ahead[axis] ?? 1)
        })
        // As far along on every axis, in mm.
        expect(off[1]).toBeCloseTo(off[0] ?? Number.NaN)
        expect(off[2]).toBeCloseTo(off[0] ?? Number.NaN)
      }
    },
  )

  it('fits the screen whichever of its sides is the shorter', () => {
    for (const aspect of [0.5, 1, 2]) {
      for (const end of [0, 100]) expect(Math.abs(seen(front, [end, 40, 30], aspect).x)).toBeLessThan(1)
      for (const end of [0, 60]) expect(Math.abs(seen(front, [50, 40, end], aspect).y)).toBeLessThan(1)
    }
  })

  it('stands as the volume was turned: from the front the turned axes lie across and up', () => {
    const volume = { size: lengths, spacing: { known: true, mm: [1, 1, 1] } } as const
    const orientation: Orientation = [12, -7, 25]
    const [toUpright, toTurned] = [
      betweenTurns(volume, orientation, null),
      betweenTurns(volume, null, orientation),
    ]
    const middle = toTurned([50, 40, 30])
    const turned = { ...front, orientation }
    for (const [x, y, z] of [
      [10, 0, 0],
      [0, 10, 0],
      [0, 0, 10],
    ] as const) {
      const place = toUpright([middle[0] + x, middle[1] + y, middle[2] + z])
      expect(seen(turned, place).x * 56).toBeCloseTo(x)
      expect(seen(turned, place).y * 56).toBeCloseTo(z)
    }
  })
})
