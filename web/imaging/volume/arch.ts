import type { Point } from '#web/imaging/types.ts'
import { ellipseOf, offEllipse } from './arch-ellipse.ts'
import type { Grid } from './grid.ts'
import { type HardVoxel, hardVoxels } from './hard-tissue.ts'
import { fitPolynomial, type Sample, valueAt } from './polynomial.ts'

/** mm: how high the crowns of both jaws stand together, and how far the curve goes on behind the last tooth. */
const crowns = 14
const behind = 8
/** mm off the curve that are something else. */
const stray = 5
/** mm off the nearest ellipse that are no tooth. */
const aside = 7
/** mm: a place in a layer. */
const place = 4
/** How many of the places, as a part, are as hard as teeth or less. */
const usual = 0.9
/** Degrees to each side of the front, and of one look. */
const widest = 110
const look = 5
const points = 9

/** A first guess of the dental arch as `findArch` gives it; where there is none, an arch of usual size in the middle. */
export function guessArch(grid: Grid, hard = hardVoxels(grid)): Point[] {
  return findArch(grid, hard) ?? inVoxels(usualArch(grid), grid)
}

/**
 * The dental arch, from the patient's right to the left, in voxels of an axial cut: through the middle of the
 * hard voxels, seen from inside, at the height with most and hardest of them. Undefined where they form no arch.
 */
export function findArch(grid: Grid, hard = hardVoxels(grid)): Point[] | undefined {
  const found = fromTeeth(atHeightOfTeeth(hard))
  return found && inVoxels(found, grid)
}

const inVoxels = (points: Point[], { sides }: Grid) =>
  points.map(({ x, y }) => ({ x: x / sides[0], y: y / sides[1] }))

function atHeightOfTeeth(voxels: HardVoxel[]): HardVoxel[] {
  // By how wide it is spread, and how hard: a large piece of metal is in few places, and a skull's base is bone.
  const layers: Map<number, number>[] = []
  for (const { x, y, z, weight } of voxels) {
    const places = layers[Math.floor(z)] ?? new Map<number, number>()
    const at = Math.floor(x / place) * 1000 + Math.floor(y / place)
    layers[Math.floor(z)] = places.set(at, Math.max(weight, places.get(at) ?? 0))
  }
  const found = layers.map((places) => [...places.values()])
  const weights = found.flat().sort((a, b) => a - b)
  // A few that are much harder than all others are no teeth.
  const enough = weights[Math.floor(weights.length * usual)] ?? 0
  const sums = Array.from(found, (places?: number[]) =>
    (places ?? []).reduce((sum, weight) => sum + Math.min(weight, enough), 0),
  )
  let [best, most] = [0, -1]
  for (let from = 0; from < sums.length; from++) {
    const sum = sums.slice(from, from + crowns).reduce((total, one) => total + one, 0)
    if (sum > most) [best, most] = [from, sum]
  }
  return voxels.filter(({ z }) => z >= best && z < best + crowns)
}

function fromTeeth(all: HardVoxel[]): Point[] | undefined {
  const ellipse = ellipseOf(all)
  if (!ellipse) return undefined
  // Metal beside the arch is not seen at all.
  const voxels = all.filter((voxel) => offEllipse(ellipse, voxel) < aside)
  if (voxels.length < 50) return undefined
  const center = { x: ellipse.x, y: ellipse.y }
  const seen = looks(voxels, center)
  const radius = fitPolynomial(seen, 4)
  // A screw or an ear beside the arch does not make it longer.
  const samples = seen.filter(({ at, value }) => radius && Math.abs(valueAt(radius, at) - value) < stray)
  const [first, last] = [samples[0], samples.at(-1)]
  // An arch seen from within spans most of a half circle; a plate or a single implant does not.
  if (!radius || !first || !last || last.at - first.at < 1.6) return undefined
  const step = (last.at - first.at) / (points - 1)
  const arch = Array.from({ length: points }, (_, index) => {
    const angle = first.at + index * step
    const r = valueAt(radius, angle)
    return { x: center.x + r * Math.sin(angle), y: center.y - r * Math.cos(angle) }
  })
  return [longer(arch[0], arch[1]), ...arch, longer(arch.at(-1), arch.at(-2))].flatMap((point) => point ?? [])
}

/** The middle of what is seen in each direction from within; angles in radians from the front, to the patient's left. */
function looks(voxels: HardVoxel[], center: Point): Sample[] {
  const seen = new Map<number, { r: number; weight: number }[]>()
  for (const { x, y, weight } of voxels) {
    const angle = (Math.atan2(x - center.x, center.y - y) * 180) / Math.PI
    if (Math.abs(angle) > widest) continue
    const at = Math.round(angle / look)
    const list = seen.get(at) ?? []
    list.push({ r: Math.hypot(x - center.x, y - center.y), weight })
    seen.set(at, list)
  }
  const total = voxels.reduce((sum, { weight }) => sum + weight, 0)
  const samples = [...seen]
    .map(([at, list]) => ({
      at: (at * look * Math.PI) / 180,
      value: quantile(list, 'r', 0.5),
      weight: list.reduce((sum, { weight }) => sum + weight, 0),
    }))
    .filter(({ weight }) => weight > total / 400)
  // A direction with metal counts no more than one with teeth.
  const weights = samples.map(({ weight }) => weight).sort((a, b) => a - b)
  const most = weights[Math.floor(weights.length / 2)] ?? 0
  return samples
    .map((sample) => ({ ...sample, weight: Math.min(most, sample.weight) }))
    .sort((a, b) => a.at - b.at)
}

function quantile<Key extends string>(
  list: (Record<Key, number> & { weight: number })[],
  key: Key,
  part: number,
): number {
  const inOrder = list.toSorted((a, b) => a[key] - b[key])
  let left = part * list.reduce((sum, { weight }) => sum + weight, 0)
  for (const one of inOrder) {
    left -= one.weight
    if (left <= 0) return one[key]
  }
  return inOrder.at(-1)?.[key] ?? 0
}

function longer(end?: Point, before?: Point): Point | undefined {
  if (!end || !before) return undefined
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1
  return {
    x: end.x + ((end.x - before.x) / length) * behind,
    y: end.y + ((end.y - before.y) / length) * behind,
  }
}

/** Half of an ellipse as wide as a grown person's arch or three fifths of the volume. */
function usualArch({ size, sides }: Grid): Point[] {
  const [width, depth] = [size[0] * sides[0], size[1] * sides[1]]
  const [across, along] = [Math.min(28, width * 0.3), Math.min(46, depth * 0.4)]
  return Array.from({ length: points }, (_, index) => {
    const angle = ((index / (points - 1)) * 2 - 1) * (Math.PI / 2)
    return { x: width / 2 + across * Math.sin(angle), y: depth * 0.6 - along * Math.cos(angle) }
  })
}
