import type { Vector } from '#web/imaging/types.ts'

/** A cylinder from the root up to the crown; mm from the centre of the volume's first voxel, to the left, the back, the head. */
export type Tooth = { x: number; y: number; from: number; to: number; radius: number }

/** A head with an arch of teeth and a metal ball beside it on the patient's right; all positions are known exactly. */
export type Phantom = {
  /** mm on each axis. */
  extent: Vector
  /** From the patient's right to the left. */
  teeth: Tooth[]
  marker: { at: Vector; radius: number }
  /** Hounsfield units at a place in mm. */
  valueAt(x: number, y: number, z: number): number
}

export const hounsfield = { air: -1000, tissue: 40, bone: 700, tooth: 2200, metal: 3000 }

/** mm between teeth that stand side by side. */
const gap = 0.5
/** Half of the angle that the teeth span, seen from within. */
const reach = (80 * Math.PI) / 180

/** `teeth` on an arch as wide as half of the volume, `extent` in mm on the patient's axes. */
export function createPhantom(teeth: number, extent: Vector): Phantom {
  const [width, depth, height] = extent
  const center = { x: width / 2, y: depth * 0.55 }
  const arch = { across: width * 0.25, along: depth * 0.32 }
  const on = (angle: number) => ({
    x: center.x + arch.across * Math.sin(angle),
    y: center.y - arch.along * Math.cos(angle),
  })
  const angles = evenAngles(arch, teeth)
  const places = angles.map(on)
  const phantom = {
    extent,
    teeth: places.map((place, at) => ({
      ...place,
      from: height * 0.42,
      to: height * 0.8,
      radius: (nearest(places, at) / 2 - gap / 2) * (at % 2 ? 1 : 0.85),
    })),
    marker: { at: [width * 0.15, depth * 0.5, height * 0.3] as const, radius: 2 },
  }
  return { ...phantom, valueAt: (x, y, z) => hounsfieldAt(phantom, center, arch, x, y, z) }
}

/** Angles that divide the arch into equal lengths. */
function evenAngles({ across, along }: { across: number; along: number }, count: number): number[] {
  const pieces = 4000
  const speed = (angle: number) => Math.hypot(across * Math.cos(angle), along * Math.sin(angle))
  const lengths = [0]
  for (let at = 0; at < pieces; at++) {
    lengths.push((lengths[at] ?? 0) + speed(-reach + ((at + 0.5) / pieces) * 2 * reach))
  }
  const whole = lengths[pieces] ?? 0
  return Array.from({ length: count }, (_, tooth) => {
    const due = (whole * tooth) / (count - 1)
    return -reach + (lengths.findIndex((length) => length >= due - 1e-9) / pieces) * 2 * reach
  })
}

function nearest(places: { x: number; y: number }[], at: number): number {
  const place = places[at]
  const distances = [places[at - 1], places[at + 1]].flatMap((other) =>
    place && other ? Math.hypot(place.x - other.x, place.y - other.y) : [],
  )
  return Math.min(...distances)
}

function hounsfieldAt(
  { extent: [width, depth, height], teeth, marker }: Omit<Phantom, 'valueAt'>,
  center: { x: number; y: number },
  arch: { across: number; along: number },
  x: number,
  y: number,
  z: number,
): number {
  // Without Math.hypot, which would take most of the time for millions of voxels.
  const { at, radius } = marker
  if (squares(x - at[0], y - at[1]) + (z - at[2]) ** 2 <= radius ** 2) return hounsfield.metal
  if (squares((x - width / 2) / width, (y - depth / 2) / depth) > 0.46 ** 2) return hounsfield.air
  if (y > center.y + 5) return hounsfield.tissue
  for (const tooth of teeth) {
    const within = squares(x - tooth.x, y - tooth.y) <= tooth.radius ** 2
    if (within && z >= tooth.from && z <= tooth.to) return hounsfield.tooth
  }
  const around = squares((x - center.x) / arch.across, (y - center.y) / arch.along)
  const jaw = around > 0.84 ** 2 && around < 1.16 ** 2 && z > height * 0.2 && z < height * 0.6
  return jaw ? hounsfield.bone : hounsfield.tissue
}

const squares = (x: number, y: number) => x * x + y * y

/** A plane through the phantom: where its first pixel lies (mm), its directions, its pixels. */
export type Slice = { position: Vector; row: Vector; column: Vector }
export type Raster = { columns: number; rows: number; mmAcross: number; mmDown: number }

/** What a scanner would see on a plane, in Hounsfield units, row by row. */
export function scan(phantom: Phantom, { position, row, column }: Slice, raster: Raster): Int16Array {
  const { columns, rows, mmAcross, mmDown } = raster
  const values = new Int16Array(columns * rows)
  for (let line = 0, at = 0; line < rows; line++) {
    let x = position[0] + column[0] * line * mmDown
    let y = position[1] + column[1] * line * mmDown
    let z = position[2] + column[2] * line * mmDown
    for (const end = at + columns; at < end; at++) {
      values[at] = phantom.valueAt(x, y, z)
      x += row[0] * mmAcross
      y += row[1] * mmAcross
      z += row[2] * mmAcross
    }
  }
  return values
}
