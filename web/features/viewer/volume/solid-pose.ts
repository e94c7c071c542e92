import type { Orientation, Point, Vector } from '#web/imaging/types.ts'
import { turnedAxes } from '#web/imaging/volume/orientation.ts'

/**
 * How a volume is looked at in three dimensions: turned about the head's axis (`yaw`, rising as the eye goes to the patient's left)
 * and over (`pitch`, rising as the eye goes to the crown), in radians; `x` and `y` move it right and down, in parts of the reach.
 * The head stands in the orientation that the volume was turned to.
 */
export type SolidPose = {
  yaw: number
  pitch: number
  zoom: number
  x: number
  y: number
  orientation: Orientation | null
}

/** From the front, a little from the patient's right and above. */
export const solidAtFirst: SolidPose = { yaw: -0.5, pitch: 0.18, zoom: 1, x: 0, y: 0, orientation: null }

/** Half of what the shorter side of the screen holds, as a part of the volume's longest side: corners are air. */
const margin = 0.56
const [nearest, farthest] = [12, 0.5]

/** What an arrow key turns, in radians. */
export const solidStep = Math.PI / 18

/** Turns it as if the hand were on its front, radians to the right and down; the head stays upright. */
export function turnedSolid(pose: SolidPose, right: number, down: number): SolidPose {
  const pitch = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, pose.pitch + down))
  return { ...pose, yaw: pose.yaw - right, pitch }
}

/** Larger by a factor; what lies `at` (right and down of the middle, in parts of the reach) stays there. */
export function zoomedSolid(pose: SolidPose, factor: number, at: Point = { x: 0, y: 0 }): SolidPose {
  const zoom = Math.min(nearest, Math.max(farthest, pose.zoom * factor))
  const grown = zoom / pose.zoom
  return { ...pose, zoom, x: at.x - (at.x - pose.x) * grown, y: at.y - (at.y - pose.y) * grown }
}

/** Moves it, in parts of the reach. */
export function movedSolid(pose: SolidPose, { x, y }: Point): SolidPose {
  return { ...pose, x: pose.x + x, y: pose.y + y }
}

/** The screen's directions along the axes of the volume as it was acquired: right, up, and to the eye. */
export function axesOfPose({
  yaw,
  pitch,
  orientation,
}: Pick<SolidPose, 'yaw' | 'pitch' | 'orientation'>): Record<'right' | 'up' | 'eye', Vector> {
  const [cosYaw, sinYaw, cosPitch, sinPitch] = [
    Math.cos(yaw),
    Math.sin(yaw),
    Math.cos(pitch),
    Math.sin(pitch),
  ]
  const [left, back, head] = turnedAxes(orientation ?? [0, 0, 0])
  const acquired = (x: number, y: number, z: number): Vector => [
    x * left[0] + y * back[0] + z * head[0],
    x * left[1] + y * back[1] + z * head[1],
    x * left[2] + y * back[2] + z * head[2],
  ]
  return {
    right: acquired(cosYaw, sinYaw, 0),
    up: acquired(-sinPitch * sinYaw, sinPitch * cosYaw, cosPitch),
    eye: acquired(cosPitch * sinYaw, -cosPitch * cosYaw, sinPitch),
  }
}

/** How much of the volume half of the screen's shorter side shows, in the unit of `lengths`. */
const reachOf = ({ zoom }: SolidPose, lengths: Vector) => (Math.max(...lengths) * margin) / zoom

/** Half of the screen, across and down, in parts of the reach. */
const halves = (aspect: number): Point => ({ x: Math.max(1, aspect), y: Math.max(1, 1 / aspect) })

/**
 * The rays of the screen through a volume with sides as long as `lengths`, as parts of these from its corner: a point of the screen
 * (-1 to 1 to the right and up) begins at `from + x * across + y * up` and goes along `ahead`, which is one unit of length.
 */
export function raysOf(
  pose: SolidPose,
  lengths: Vector,
  aspect: number,
): Record<'from' | 'across' | 'up' | 'ahead', Vector> {
  const { right, up, eye } = axesOfPose(pose)
  const reach = reachOf(pose, lengths)
  const half = halves(aspect)
  const parts = (of: (axis: 0 | 1 | 2) => number): Vector => [
    of(0) / lengths[0],
    of(1) / lengths[1],
    of(2) / lengths[2],
  ]
  return {
    from: parts((axis) => lengths[axis] / 2 - right[axis] * pose.x * reach + up[axis] * pose.y * reach),
    across: parts((axis) => right[axis] * reach * half.x),
    up: parts((axis) => up[axis] * reach * half.y),
    ahead: parts((axis) => -eye[axis]),
  }
}

/** Where a place (lengths from the volume's corner) is on the screen: -1 to 1 to the right and up. */
export function onScreen(pose: SolidPose, lengths: Vector, aspect: number, place: Vector): Point {
  const { right, up } = axesOfPose(pose)
  const reach = reachOf(pose, lengths)
  const half = halves(aspect)
  const along = (axis: Vector) =>
    axis.reduce((sum, part, at) => sum + part * ((place[at] ?? 0) - (lengths[at] ?? 0) / 2), 0)
  return { x: (along(right) / reach + pose.x) / half.x, y: (along(up) / reach - pose.y) / half.y }
}
