import type { Point } from '#web/imaging/types.ts'
import type { HardVoxel } from './hard-tissue.ts'

/** Half of an ellipse, open to the back: `across` and `along` are its half axes in mm. */
export type Ellipse = Point & { across: number; along: number }

/** mm: arches from a child's to the widest, how coarsely they are tried, and how far a tooth may stand off. */
const sizes = { across: [12, 36], along: [14, 56] } as const
const coarse = { place: 3, size: 3 }
const beside = 2
/** Layers of a mm that must be hard over a place for it to count. */
const fewestLayers = 3
/** Degrees from the front, on both sides, and steps. */
const reach = 85
const step = 5

/**
 * The half ellipse with hard places along most of its length. What counts is the share of the arch that is met, not
 * how hard or large the material is: metal beside the arch meets only a short piece. Undefined when nothing is hard.
 */
export function ellipseOf(voxels: HardVoxel[]): Ellipse | undefined {
  const map = mapOf(voxels)
  if (!map) return undefined
  let best: Ellipse = { x: 0, y: 0, across: 0, along: 0 }
  let most = -1
  const offer = (one: Ellipse) => {
    const met = coverage(map, one)
    if (met > most) [best, most] = [one, met]
  }
  for (let across: number = sizes.across[0]; across <= sizes.across[1]; across += coarse.size)
    for (let along: number = sizes.along[0]; along <= sizes.along[1]; along += coarse.size)
      for (let x = map.left + across; x <= map.left + map.width - across; x += coarse.place)
        for (let y = map.top + along; y <= map.top + map.height + along / 2; y += coarse.place)
          offer({ x, y, across, along })
  return finer(best, offer, () => best)
}

/** A mm further in each way as long as that meets more. */
function finer(start: Ellipse, offer: (one: Ellipse) => void, best: () => Ellipse): Ellipse {
  for (let before = start, round = 0; round < 8; round++) {
    for (const key of ['x', 'y', 'across', 'along'] as const)
      for (const by of [-1, 1]) offer({ ...before, [key]: before[key] + by })
    if (best() === before) break
    before = best()
  }
  return best()
}

type Places = { left: number; top: number; width: number; height: number; hard: Uint8Array }

/** Seen from above, a cell for each mm: whether it is hard over enough layers. */
function mapOf(voxels: HardVoxel[]): Places | undefined {
  const [first] = voxels
  if (!first) return undefined
  let [left, right, top, bottom] = [first.x, first.x, first.y, first.y]
  for (const { x, y } of voxels) {
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
  }
  ;[left, top] = [Math.floor(left), Math.floor(top)]
  const [width, height] = [Math.ceil(right - left) + 1, Math.ceil(bottom - top) + 1]
  /** A bit for each layer. */
  const layers = new Uint32Array(width * height)
  for (const { x, y, z } of voxels) {
    const at = Math.round(y - top) * width + Math.round(x - left)
    layers[at] = (layers[at] ?? 0) | (1 << (Math.floor(z) & 31))
  }
  const hard = Uint8Array.from(layers, (bits) => (bitsIn(bits) >= fewestLayers ? 1 : 0))
  return { left, top, width, height, hard }
}

function bitsIn(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

const looks = Array.from({ length: (2 * reach) / step + 1 }, (_, at) => {
  const angle = ((at * step - reach) * Math.PI) / 180
  return { sin: Math.sin(angle), cos: Math.cos(angle) }
})

/** How many directions meet something hard; half for what is a little off. */
function coverage({ left, top, width, height, hard }: Places, { x, y, across, along }: Ellipse): number {
  const isHard = (px: number, py: number) => {
    const [column, row] = [Math.round(px - left), Math.round(py - top)]
    return column >= 0 && row >= 0 && column < width && row < height && hard[row * width + column] === 1
  }
  let met = 0
  for (const { sin, cos } of looks) {
    if (isHard(x + across * sin, y - along * cos)) met += 1
    else if (
      isHard(x + (across + beside) * sin, y - (along + beside) * cos) ||
      isHard(x + (across - beside) * sin, y - (along - beside) * cos)
    )
      met += 0.5
  }
  return met
}

/** How far a place lies off an ellipse, in mm, seen from its middle. */
export function offEllipse({ x, y, across, along }: Ellipse, place: Point): number {
  const [dx, dy] = [place.x - x, place.y - y]
  const far = Math.hypot(dx, dy)
  const on = Math.hypot(dx / across, dy / along)
  return on === 0 ? Math.min(across, along) : Math.abs(far - far / on)
}
