import { between, clamp, joined, shared, step } from './numbers.ts'
import type { Box } from './shapes.ts'
import type { Tooth, ToothKind } from './teeth.ts'

/** mm to the surface of each part of a tooth, negative within. */
export type Inside = { outer: number; root: number; dentine: number; pulp: number }
export type ToothShape = { box: Box; look(x: number, y: number, z: number, inside: Inside): void }

type Profile = readonly (readonly [at: number, part: number])[]
/** Half widths as a part of the largest one, from the neck (0) to the tip (1). */
const crownAlong: Record<ToothKind, Profile> = {
  incisor: [
    [0, 0.74],
    [0.3, 0.86],
    [0.85, 1],
    [1, 0.96],
  ],
  canine: [
    [0, 0.76],
    [0.5, 1],
    [0.75, 0.85],
    [1, 0.25],
  ],
  premolar: [
    [0, 0.74],
    [0.55, 1],
    [0.85, 0.9],
    [1, 0.7],
  ],
  molar: [
    [0, 0.8],
    [0.5, 1],
    [0.85, 0.93],
    [1, 0.82],
  ],
}
const crownAcross: Record<ToothKind, Profile> = {
  incisor: [
    [0, 0.94],
    [0.2, 1],
    [0.6, 0.55],
    [1, 0.16],
  ],
  canine: [
    [0, 0.94],
    [0.25, 1],
    [0.65, 0.66],
    [1, 0.14],
  ],
  premolar: [
    [0, 0.9],
    [0.35, 1],
    [0.8, 0.8],
    [1, 0.58],
  ],
  molar: [
    [0, 0.9],
    [0.35, 1],
    [0.8, 0.84],
    [1, 0.66],
  ],
}
const bins = 128

/** mm: the ligament around a root and all that is painted about it. */
const around = 1.2

/** How deep the trunk of a tooth with several roots goes before they part, as a part of the root. */
const trunk = 0.3

export function toothShape(tooth: Tooth): ToothShape {
  const { along, across, crown, root, kind, roots, neck, axis, distal, outward } = tooth
  const several = roots.length > 1
  const flat = kind === 'molar' || kind === 'premolar'
  // Along the axis, from the tip to the trunk's end.
  const wideTable = new Float32Array(bins + 1)
  const deepTable = new Float32Array(bins + 1)
  const length = crown + root
  const first = roots[0] ?? { wide: 0.8, deep: 0.9 }
  for (let bin = 0; bin <= bins; bin++) {
    const h = (bin / bins) * length - crown
    const up = clamp(-h / crown)
    const narrow = several ? 1 : taper(h / root)
    const wide = h < 0 ? between(crownAlong[kind], up) : (several ? 0.8 : first.wide * 0.93) * narrow
    const deep = h < 0 ? between(crownAcross[kind], up) : (several ? 0.9 : first.deep) * narrow
    wideTable[bin] = Math.max(0.05, wide * (along / 2))
    deepTable[bin] = Math.max(0.05, deep * (across / 2))
  }
  const trunkEnd = several ? root * trunk : root
  const [middle, tall] = [(trunkEnd * 0.7 - crown * 0.3) / 2, (trunkEnd * 0.7 + crown * 0.3) / 2]
  const chamber = (m: number, b: number, h: number) =>
    oval3(m, b, h - middle, along * 0.17, across * 0.22, tall)
  const enamelTop = flat ? 2.1 : 1.5

  function look(x: number, y: number, z: number, inside: Inside): void {
    const [dx, dy, dz] = [x - neck[0], y - neck[1], z - neck[2]]
    const h = dx * axis[0] + dy * axis[1] + dz * axis[2]
    const m = dx * distal[0] + dy * distal[1] + dz * distal[2]
    const b = dx * outward[0] + dy * outward[1] + dz * outward[2]
    const place = clamp((h + crown) / length) * bins
    const bin = Math.min(bins - 1, Math.floor(place))
    const part = place - bin
    const wide = (wideTable[bin] ?? 0) * (1 - part) + (wideTable[bin + 1] ?? 0) * part
    const deep = (deepTable[bin] ?? 0) * (1 - part) + (deepTable[bin + 1] ?? 0) * part
    const beside = flat && h < 0 ? squarish(m, b, wide, deep) : oval(m, b, wide, deep)
    // Grooves between the cusps.
    const groove = flat
      ? 1.5 * Math.exp(-((b / 1.3) ** 2)) + (kind === 'molar' ? 0.8 * Math.exp(-((m / 1.2) ** 2)) : 0)
      : 0
    const above = -h - crown + groove
    const body = shared(Math.max(beside, above), h - trunkEnd, several ? 2.5 : 0.1)
    let roof = body
    let canal = Number.POSITIVE_INFINITY
    if (several) {
      const r = h / root
      for (const one of roots) {
        const cm = (one.along + one.spreadAlong * r * r) * along
        const cb = (one.aside + one.spreadAside * r) * across
        const narrow = taper(r)
        const [w, d] = [(one.wide * narrow * along) / 2, (one.deep * narrow * across) / 2]
        const off = Math.max(oval(m - cm, b - cb, Math.max(0.05, w), Math.max(0.05, d)), -h + 0.5, h - root)
        roof = joined(roof, off, 0.8)
        const bore = Math.max(0.22, 0.5 - 0.3 * r)
        const thin = Math.max(
          oval(m - cm, b - cb, bore, Math.min(bore * 2, Math.max(bore, d * 0.4))),
          -h + 1,
          h - root + 0.4,
        )
        if (thin < canal) canal = thin
      }
      canal = joined(canal, chamber(m, b, h), 0.6)
    } else {
      const r = clamp((h + crown * 0.5) / (root + crown * 0.5))
      canal = Math.max(oval(m, b - 0, 0.95 - 0.72 * r, 1.15 - 0.9 * r), -h - crown * 0.45, h - root + 0.4)
    }
    inside.outer = roof
    // Only below the neck is there a root.
    inside.root = Math.max(roof, 0.8 - h)
    const side = h < 0 ? 1.25 * Math.sqrt(clamp(-h / (crown * 0.5))) : 0
    inside.dentine = h < 0 ? Math.max(beside + side, above + enamelTop) : roof
    inside.pulp = canal
  }

  const reach = Math.max(along, across) / 2 + 2 + around
  const ends = [-crown, root].map((h) => neck.map((value, at) => value + (axis[at] ?? 0) * h))
  const low = (at: number) => Math.min(...ends.map((end) => end[at] ?? 0)) - reach
  const high = (at: number) => Math.max(...ends.map((end) => end[at] ?? 0)) + reach
  const box: Box = [low(0), high(0), low(1), high(1), low(2), high(2)]
  return { box, look }
}

/** A root narrows to its apex and is round there. */
function taper(r: number): number {
  if (r >= 1) return 0
  return r <= 0 ? 1 : (1 - 0.62 * r) * Math.sqrt(1 - step(0.8, 1.05, r))
}

function oval(m: number, b: number, wide: number, deep: number): number {
  const [pm, pb] = [m / wide, b / deep]
  const far = Math.sqrt(pm * pm + pb * pb)
  const slope = Math.sqrt((pm / wide) ** 2 + (pb / deep) ** 2)
  return slope === 0 ? -Math.min(wide, deep) : (far * (far - 1)) / slope
}

function oval3(m: number, b: number, h: number, wide: number, deep: number, tall: number): number {
  const [pm, pb, ph] = [m / wide, b / deep, h / tall]
  const far = Math.sqrt(pm * pm + pb * pb + ph * ph)
  const slope = Math.sqrt((pm / wide) ** 2 + (pb / deep) ** 2 + (ph / tall) ** 2)
  return slope === 0 ? -Math.min(wide, deep, tall) : (far * (far - 1)) / slope
}

function squarish(m: number, b: number, wide: number, deep: number): number {
  const [pm, pb] = [Math.abs(m / wide), Math.abs(b / deep)]
  return (Math.cbrt(pm * pm * pm + pb * pb * pb) - 1) * Math.min(wide, deep)
}
