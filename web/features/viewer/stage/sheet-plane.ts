import type { Plane, Point, Vector } from '#web/imaging/types.ts'
import { cross, dot } from '#web/imaging/vectors.ts'
import { evenSteps } from '#web/imaging/volume/curve.ts'
import { type Sheet, type ShownSheet, sectionWidth } from './sheet.ts'

/** A point of a plane's cut, so deep, as lengths along the volume's axes. */
export function lengthsOf(plane: Plane, depth: number, { x, y }: Point, height: number): Vector {
  if (plane === 'axial') return [x, y, depth]
  return plane === 'coronal' ? [x, depth, height - y] : [depth, x, height - y]
}

/** A flat sheet in its volume: the place of its upper left corner as lengths, and its directions, unit length. */
export type SheetPlane = { corner: Vector; across: Vector; down: Vector; off: Vector }

/**
 * Where a sheet lies in its volume, which is `height` high; null of pictures and of the panoramic picture, which is bent. All that
 * is drawn at places of the volume reaches its panes through this.
 */
export function planeOf(
  { sheet, pixel }: Pick<ShownSheet, 'sheet' | 'pixel'>,
  height: number,
): SheetPlane | null {
  if (sheet.view === 'picture' || sheet.view === 'panoramic') return null
  if (sheet.view === 'section') return sectionPlane(sheet, pixel, height)
  const at = (x: number, y: number) => lengthsOf(sheet.view, sheet.depth, { x, y }, height)
  const corner = at(0, 0)
  return facing(corner, minus(at(1, 0), corner), minus(at(0, 1), corner))
}

function sectionPlane(
  { arch, along }: Extract<Sheet, { view: 'section' }>,
  pixel: Point,
  height: number,
): SheetPlane | null {
  const [station] = evenSteps(fromTheRight(arch), 1, along)
  if (!station) return null
  const { x, y, outX, outY } = station
  // The curve runs through the middle of its middle column.
  const half = ((Math.round(sectionWidth / pixel.x) + 1) * pixel.x) / 2
  return facing([x + outX * half, y + outY * half, height], [-outX, -outY, 0], [0, 0, -1])
}

const facing = (corner: Vector, across: Vector, down: Vector): SheetPlane => ({
  corner,
  across,
  down,
  off: cross(across, down),
})

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

/** Curves are walked from the patient's right, whichever end they were drawn from. */
function fromTheRight(arch: readonly Point[]): readonly Point[] {
  const [first, last] = [arch[0], arch.at(-1)]
  return first && last && first.x > last.x ? arch.toReversed() : arch
}

/** A place as a sheet shows it: across and down from its upper left corner, and how far it lies off the sheet. */
export type OnSheet = Point & { off: number }

export function onPlane({ corner, across, down, off }: SheetPlane, place: Vector): OnSheet {
  const from = minus(place, corner)
  return { x: dot(from, across), y: dot(from, down), off: dot(from, off) }
}

/** The place there. */
export function placeOn({ corner, across, down, off }: SheetPlane, at: OnSheet): Vector {
  const part = (axis: 0 | 1 | 2) =>
    corner[axis] + across[axis] * at.x + down[axis] * at.y + off[axis] * at.off
  return [part(0), part(1), part(2)]
}

/** mm between the places of a curve that are looked at first. */
const coarse = 0.5

/**
 * The same for the panoramic picture along a curve: where the curve is nearest. Null beyond its ends. `pixel` is how long one of
 * the picture is.
 */
export function alongCurve(
  arch: readonly Point[],
  pixel: Point,
  height: number,
): (place: Vector) => OnSheet | null {
  const stations = evenSteps(fromTheRight(arch), coarse)
  return ([x, y, z]) => {
    let nearest: { at: number; squared: number } | null = null
    for (const [at, station] of stations.entries()) {
      const squared = (x - station.x) ** 2 + (y - station.y) ** 2
      if (!nearest || squared < nearest.squared) nearest = { at, squared }
    }
    const station = nearest && stations[nearest.at]
    if (!nearest || !station) return null
    const [right, back] = [x - station.x, y - station.y]
    const on = right * -station.outY + back * station.outX
    const isBeyond = Math.abs(on) > coarse && (nearest.at === 0 || nearest.at === stations.length - 1)
    if (isBeyond) return null
    // A place of the curve is the middle of its column.
    return {
      x: nearest.at * coarse + on + pixel.x / 2,
      y: height - z,
      off: right * station.outX + back * station.outY,
    }
  }
}
