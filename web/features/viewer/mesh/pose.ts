import { Matrix4, Quaternion, Vector3 } from 'three'
import type { Arrangement, Jaw } from '#web/imaging/mesh/arrange.ts'
import type { Vector } from '#web/imaging/types.ts'

/** Where one looks from: `turn` takes the screen's axes (right, up, to the eye) to the file's. Never mutated. */
export type Pose = {
  turn: Quaternion
  /** The place in the middle of the screen. */
  target: Vector3
  /** mm from the middle to the nearer edges of the screen. */
  reach: number
}

export type ViewName = 'occlusal-upper' | 'occlusal-lower' | 'front' | 'right' | 'left'
export type Shown = { positions: Float32Array }

const vector = ([x, y, z]: Vector) => new Vector3(x, y, z)

/**
 * How the screen lies for a view, as dentists hang pictures: the patient's right is on the left in front and on both chewing
 * surfaces, the front teeth of the upper arch point up and those of the lower one down.
 */
export function turnFor(
  view: ViewName,
  { up, front, left, jaws }: Arrangement,
  scans: { orientation: { occlusal: Vector } }[],
): Quaternion {
  const above = vector(up)
  const ahead = vector(front)
  if (view === 'front') return facing(ahead, above)
  if (view === 'left') return facing(vector(left), above)
  if (view === 'right') return facing(vector(left).negate(), above)
  const jaw: Jaw = view === 'occlusal-upper' ? 'upper' : 'lower'
  const own = scans[jaws.indexOf(jaw)]?.orientation
  const away = own ? vector(own.occlusal) : above.multiplyScalar(jaw === 'upper' ? -1 : 1)
  return facing(away, jaw === 'upper' ? ahead : ahead.negate())
}

/** The eye at `toEye`, with `up` up as far as that goes. */
function facing(toEye: Vector3, up: Vector3): Quaternion {
  const right = new Vector3().crossVectors(up, toEye).normalize()
  return new Quaternion().setFromRotationMatrix(
    new Matrix4().makeBasis(right, new Vector3().crossVectors(toEye, right).normalize(), toEye),
  )
}

/** A screen direction as the file's direction. */
export const seen = (turn: Quaternion, x: number, y: number, z: number) =>
  new Vector3(x, y, z).applyQuaternion(turn)

/** Everything in the picture, with a margin; `aspect` is the screen's width over its height. */
export function framed(turn: Quaternion, scans: Shown[], aspect: number): Pose {
  const axes = [seen(turn, 1, 0, 0), seen(turn, 0, 1, 0), seen(turn, 0, 0, 1)]
  const ends = axes.map((axis) => extent(scans, axis))
  const [width = 1, height = 1] = ends.map(({ low, high }) => (high - low) / 2)
  const target = new Vector3()
  for (const [i, axis] of axes.entries())
    target.addScaledVector(axis, ((ends[i]?.low ?? 0) + (ends[i]?.high ?? 0)) / 2)
  const across = Math.max(1, aspect)
  const down = Math.max(1, 1 / aspect)
  return { turn, target, reach: Math.max(width / across, height / down, 1e-3) * 1.12 }
}

/** From where to where scans reach along a direction. */
export function extent(scans: Shown[], axis: Vector3): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const { positions } of scans)
    for (let i = 0; i < positions.length; i += 3) {
      const at =
        (positions[i] ?? 0) * axis.x + (positions[i + 1] ?? 0) * axis.y + (positions[i + 2] ?? 0) * axis.z
      if (at < low) low = at
      if (at > high) high = at
    }
  return high >= low ? { low, high } : { low: 0, high: 0 }
}

/** Turns the model as if the hand were on its front: radians to the right and down. */
export function orbit(pose: Pose, right: number, down: number): Pose {
  const sideways = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), -right)
  const over = new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -down)
  return { ...pose, turn: pose.turn.clone().multiply(sideways).multiply(over).normalize() }
}

/** Turns the picture about the line of sight, radians clockwise. */
export function roll(pose: Pose, clockwise: number): Pose {
  const about = new Quaternion().setFromAxisAngle(new Vector3(0, 0, 1), clockwise)
  return { ...pose, turn: pose.turn.clone().multiply(about).normalize() }
}

/** Moves the model on the screen, in parts of `reach` to the right and down. */
export function pan(pose: Pose, right: number, down: number): Pose {
  const by = seen(pose.turn, -right * pose.reach, down * pose.reach, 0)
  return { ...pose, target: pose.target.clone().add(by) }
}

/**
 * Larger by a factor, the point (in parts of `reach` from the middle, right and down) staying where it is; `whole` is how far the
 * model reaches, mm.
 */
export function zoom(pose: Pose, factor: number, at: { x: number; y: number }, whole: number): Pose {
  const reach = Math.min(whole * 4, Math.max(whole / 60, pose.reach / factor))
  const kept = pose.reach - reach
  return { ...pose, reach, target: pose.target.clone().add(seen(pose.turn, at.x * kept, -at.y * kept, 0)) }
}

/** Between two poses, from 0 to 1, over the shortest turn. */
export function between(from: Pose, to: Pose, part: number): Pose {
  return {
    turn: from.turn.clone().slerp(to.turn, part),
    target: from.target.clone().lerp(to.target, part),
    reach: from.reach * (to.reach / from.reach) ** part,
  }
}

/** Where a place of the file is on the screen, in parts of `reach` from the middle, right and down. */
export function project(pose: Pose, place: Vector3): { x: number; y: number } {
  const off = place.clone().sub(pose.target).applyQuaternion(pose.turn.clone().invert())
  return { x: off.x / pose.reach, y: -off.y / pose.reach }
}
