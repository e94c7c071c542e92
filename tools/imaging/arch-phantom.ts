import type { Surface } from './mesh-writer.ts'

export type ArchOptions = {
  jaw: 'upper' | 'lower'
  /** How many crowns stand along the arch, evenly spaced. */
  teeth?: number
  /** The approximate number of triangles. */
  triangles?: number
  colors?: boolean
}

/** Width, depth and height in mm; the front is at -y, the upper jaw above z = 0, the lower one below. */
export const archSize = [60, 48, 16] as const
export const toothColor = [240, 226, 200] as const
export const gumColor = [205, 110, 115] as const

/** Half of the ridge's breadth at its foot, mm. */
const breadth = 7
const gumHeight = 6
/** The height of the crowns above the gum in mm, and the fraction by which they are lower between two teeth. */
const crown = archSize[2] - gumHeight
const dip = 0.45

export type Arch = Surface & {
  /** The middles of the crowns on the chewing side, mm, from the patient's right to the left of whoever looks at the face. */
  teeth: [x: number, y: number, z: number][]
  size: typeof archSize
}

/**
 * A dental arch as an intraoral scanner sees it: a U-shaped ridge, open at the foot, with crowns that stand out from pink gum. Its
 * box measures exactly `archSize`, and both jaws bite on each other at z = 0.
 */
export function archPhantom(options: ArchOptions): Arch {
  const { jaw, teeth = 14, triangles = 20_000, colors = true } = options
  // Four times as many steps along as across give nearly equilateral triangles.
  const across = Math.max(8, Math.round(Math.sqrt(triangles / 8)))
  const along = Math.max(teeth * 4, Math.round(triangles / 2 / across))
  const points = (along + 1) * (across + 1)
  const surface: Surface = {
    positions: new Float32Array(points * 3),
    indices: new Uint32Array(along * across * 6),
    ...(colors && { colors: new Uint8Array(points * 3) }),
  }
  // Chewing surfaces of the lower jaw look up, those of the upper one down.
  const up = jaw === 'lower' ? 1 : -1
  const foot = jaw === 'lower' ? -archSize[2] : archSize[2]
  for (let i = 0; i <= along; i++)
    for (let j = 0; j <= across; j++) {
      const at = i * (across + 1) + j
      const { x, y, height } = ridge(i / along, (j / across) * 2 - 1, teeth)
      surface.positions.set([x, y, foot + up * height], at * 3)
      surface.colors?.set(height > gumHeight ? toothColor : gumColor, at * 3)
    }
  stretch(surface.positions, 0, -archSize[0] / 2, archSize[0] / 2)
  stretch(surface.positions, 1, -archSize[1], 0)
  stretch(surface.positions, 2, Math.min(foot, 0), Math.max(foot, 0))
  weave(surface.indices, along, across, jaw === 'upper')
  return { ...surface, size: archSize, teeth: crownsOf(surface.positions, along, across, teeth) }
}

/** A point of the ridge: `along` from 0 (right end) to 1, `aside` from -1 (tongue) to 1 (cheek). */
function ridge(along: number, aside: number, teeth: number) {
  const angle = Math.PI * (1 - along)
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  // Half an ellipse, bowed forward.
  const [a, b] = [23, 41]
  const outwards = [c / a, s / b]
  const length = Math.hypot(...outwards)
  const inTooth = (along * teeth) % 1
  const bump = Math.sin(Math.PI * inTooth) ** 0.6
  const wall = Math.sqrt(Math.max(0, 1 - aside ** 6))
  const fissure = 0.12 * Math.exp(-((aside / 0.16) ** 2))
  const height =
    wall * (gumHeight + crown * (1 - dip + dip * bump - fissure * bump)) * (aside * aside < 1 ? 1 : 0)
  const off = aside * breadth * (0.75 + 0.25 * bump)
  return {
    x: -(a * c + (off * (outwards[0] ?? 0)) / length),
    y: -(b * s + (off * (outwards[1] ?? 0)) / length),
    height,
  }
}

/** Moves and scales one axis so that it reaches from `min` to `max` exactly. */
function stretch(positions: Float32Array, axis: number, min: number, max: number): void {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (let i = axis; i < positions.length; i += 3) {
    low = Math.min(low, positions[i] ?? 0)
    high = Math.max(high, positions[i] ?? 0)
  }
  for (let i = axis; i < positions.length; i += 3)
    positions[i] = min + (((positions[i] ?? 0) - low) / (high - low)) * (max - min)
}

function weave(indices: Uint32Array, along: number, across: number, turned: boolean): void {
  let used = 0
  for (let i = 0; i < along; i++)
    for (let j = 0; j < across; j++) {
      const a = i * (across + 1) + j
      const b = a + across + 1
      const square = turned ? [a, a + 1, b, a + 1, b + 1, b] : [a, b, a + 1, a + 1, b, b + 1]
      for (const index of square) indices[used++] = index
    }
}

function crownsOf(positions: Float32Array, along: number, across: number, teeth: number): Arch['teeth'] {
  return Array.from({ length: teeth }, (_, tooth) => {
    const row = Math.round(((tooth + 0.5) / teeth) * along)
    const at = (row * (across + 1) + Math.round(across / 2)) * 3
    return [positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0]
  })
}
