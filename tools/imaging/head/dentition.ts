import { lowerTeeth, upperTeeth } from './arches.ts'
import { type Canvas, covered, eachPixel } from './canvas.ts'
import { hu, mix } from './numbers.ts'
import { ellipsoid, rod, type Shape } from './shapes.ts'
import { tableOf } from './tables.ts'
import { allTeeth, placed, type Tooth, unit } from './teeth.ts'
import { type Inside, type ToothShape, toothShape } from './tooth-shape.ts'
import type { Variant } from './variant.ts'

export type Dentition = {
  teeth: Tooth[]
  shapes: ToothShape[]
  /** Bone of the ridges that is gone where teeth are missing. */
  lost: Shape[]
  /** Bone around teeth and screws: it is there even where the jaw is thin. */
  sockets: Shape[]
  /** Bone that an inflammation took. */
  lesions: Shape[]
  metals: Metal[]
}

export type Metal = { shape: Shape; value: number; at: readonly [number, number, number]; strength: number }

export function dentitionOf(variant: Variant): Dentition {
  const all = allTeeth(variant.seed)
  const of = (fdi: number | undefined) => all.find((tooth) => tooth.fdi === fdi)
  const teeth = all
    .filter(({ fdi }) => !variant.missing.includes(fdi))
    .map((tooth) => (tooth.fdi === variant.impacted ? lying(tooth) : tooth))
  const metals: Metal[] = []
  for (const fdi of variant.filled) {
    const tooth = of(fdi)
    if (!tooth || variant.missing.includes(fdi)) continue
    const at = onAxis(tooth, 1.8)
    metals.push({ shape: ellipsoid(at, [2.2, 1.6, 1.3]), value: hu.metal, at, strength: 0.7 })
  }
  const crowned = of(variant.crowned)
  if (crowned) {
    const look = toothShape(crowned)
    const inside: Inside = { outer: 0, root: 0, dentine: 0, pulp: 0 }
    const at = onAxis(crowned, 3)
    metals.push({
      shape: {
        box: look.box,
        distance(x, y, z) {
          look.look(x, y, z, inside)
          const h =
            (x - crowned.neck[0]) * crowned.axis[0] +
            (y - crowned.neck[1]) * crowned.axis[1] +
            (z - crowned.neck[2]) * crowned.axis[2]
          return Math.max(inside.outer - 0.2, -inside.outer - 0.7, h + 0.4)
        },
      },
      value: hu.metal,
      at,
      strength: 1,
    })
  }
  const shrunk = variant.shrunk ?? 0
  const sockets = teeth
    .filter(({ fdi }) => fdi !== variant.impacted)
    .map((tooth) => socketOf(tooth, 3.4 + shrunk / 2))
  const replaced = of(variant.implant)
  if (replaced) {
    const [neck, end] = [onAxis(replaced, replaced.crown + 1), onAxis(replaced, replaced.crown + 11)]
    metals.push({
      shape: screw(neck, end),
      value: hu.titanium,
      at: onAxis(replaced, replaced.crown + 5),
      strength: 0.5,
    })
    metals.push({
      shape: rod(onAxis(replaced, 1.5), neck, replaced.along * 0.4, 1.8),
      value: 2400,
      at: neck,
      strength: 0,
    })
    sockets.push(rod(neck, end, 3.4, 3.2))
  }
  const ill = of(variant.lesion)
  return {
    teeth,
    shapes: teeth.map(toothShape),
    lost: [1, 2, 3, 4].map((quadrant) => lostRidge(all, quadrant, variant)),
    sockets,
    lesions: ill ? [ellipsoid(onAxis(ill, ill.crown + ill.root + 1), [3.2, 3, 3.4])] : [],
    metals,
  }
}

const onAxis = ({ tip, axis }: Tooth, mm: number) =>
  [tip[0] + axis[0] * mm, tip[1] + axis[1] * mm, tip[2] + axis[2] * mm] as const

/** Tipped forwards against the tooth before it, deep in the bone. */
function lying(tooth: Tooth): Tooth {
  const side = tooth.tip[0] < 0 ? -1 : 1
  const axis = unit([side * 0.28, 0.92, -0.42])
  const tip = [tooth.tip[0] + side * 1.2, tooth.tip[1] - 3, -12.5] as const
  return placed({ ...tooth, root: tooth.root * 0.85 }, tip, axis, [side * 0.95, -0.3, 0])
}

/** mm: how far the ridges are from between the jaws, and what goes of them with a tooth. */
const [crest, withTooth] = [10.4, 2.5]

/** What lies above the ridge of a quadrant: lower where a tooth is missing, and all along with the years. */
function lostRidge(all: Tooth[], quadrant: number, { missing, implant, shrunk = 0 }: Variant): Shape {
  const [upper, side] = [quadrant < 3, quadrant === 2 || quadrant === 3 ? 1 : -1]
  const curve = upper ? upperTeeth : lowerTeeth
  // The wisdom tooth's place looks the same without it.
  const own = all.filter(({ fdi }) => Math.floor(fdi / 10) === quadrant && fdi % 10 < 8)
  const gaps = own
    .filter(({ fdi }) => missing.includes(fdi) && fdi !== implant)
    .map(({ tip, along }) => ({ at: curve.along(tip[0], tip[1]), half: along / 2 }))
  const end = Math.max(...own.map(({ tip, along }) => curve.along(tip[0], tip[1]) + along / 2))
  const high = tableOf(
    (s) => {
      const past = Math.max(0, s - end) * 1.5
      const gone = gaps.map(
        ({ at, half }) => withTooth + shrunk - 1.3 * Math.max(0, Math.abs(s - at) - half + 0.8),
      )
      // Nothing of the ramus, which rises past the crests.
      return Math.max(-2 * crest, shrunk > 0 ? shrunk / 2 - past : -2 * crest, ...gone)
    },
    Math.floor(curve.length),
    0,
    1,
  )
  return {
    box: upper ? [-45, 45, -8, 66, 4, 20] : [-45, 45, -8, 66, -20, 0],
    distance(x, y, z) {
      const n = curve.aside(x, y)
      if (x * side < 0 || n > 13 || n < -13) return 9
      return Math.max(Math.abs(z) - crest - high(curve.along(x, y), 0), Math.abs(n) - 11)
    },
  }
}

function socketOf({ neck, apex, axis, along, across, crown }: Tooth, below: number): Shape {
  const wide = Math.min(along, across) / 2
  const from = [neck[0] + axis[0] * below, neck[1] + axis[1] * below, neck[2] + axis[2] * below] as const
  return rod(from, apex, Math.min(wide + 0.6, crown), 2)
}

function screw(a: readonly [number, number, number], b: readonly [number, number, number]): Shape {
  const core = rod(a, b, 1.9, 1.5)
  const [ex, ey, ez] = unit([b[0] - a[0], b[1] - a[1], b[2] - a[2]])
  return {
    box: core.box,
    distance: (x, y, z) =>
      core.distance(x, y, z) -
      0.25 * Math.cos(((x - a[0]) * ex + (y - a[1]) * ey + (z - a[2]) * ez) * 2 * Math.PI),
  }
}

const inside: Inside = { outer: 0, root: 0, dentine: 0, pulp: 0 }

/** Sockets first: the thin white line of their wall, the dark one of the ligament; then the tooth from outside inwards. */
export function paintTooth(canvas: Canvas, { box, look }: ToothShape): void {
  const { values, bones, mm, z } = canvas
  eachPixel(canvas, box, 0, (at, x, y) => {
    look(x, y, z, inside)
    const { outer, root, dentine, pulp } = inside
    if (outer > 1.2 && root > 1.2) return
    let value = values[at] ?? 0
    const inBone = covered((bones[at] ?? 0) + 0.3, 0.6)
    value = mix(value, 1250, inBone * covered(root - 0.65, mm) * 0.85)
    value = mix(value, 90, inBone * covered(root - 0.22, mm) * 0.9)
    const whole = covered(outer, mm)
    if (whole > 0) {
      const hard = mix(hu.enamel, hu.dentine, covered(dentine, mm))
      value = mix(value, mix(hard, hu.pulp, covered(pulp, mm)), whole)
    }
    values[at] = value
  })
}
