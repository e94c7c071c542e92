import { addGrain, roundOff, soften, streak, writeDemo } from './artefacts.ts'
import { canalPoints, offCanal } from './canal.ts'
import { addBone, type Canvas, covered, cutBone, far, paint, roundRow } from './canvas.ts'
import { dentitionOf, paintTooth } from './dentition.ts'
import { createNoise, noiseAt } from './noise.ts'
import { between, clamp, hu, mix, step } from './numbers.ts'
import { grown, shell } from './shapes.ts'
import { type BoneStep, cavitiesOf, neckSteps, noseBones, skullSteps } from './skull.ts'
import { flesh, skin, softParts } from './soft-tissue.ts'
import type { Vector } from './teeth.ts'
import type { Variant } from './variant.ts'

/** A cylinder that is scanned: mm of its middle, across and high. x is to the patient's left, y to the back, z to the head. */
export type Field = { middle: Vector; across: number; high: number }

/** What is certainly where, in mm as the field's. */
export type Truth = {
  teeth: { fdi: number; tip: Vector; apex: Vector; axis: Vector }[]
  /** From the ramus to the chin, a mm apart or less along the jaw. */
  canals: { right: Vector[]; left: Vector[] }
  markers: { name: string; at: Vector }[]
}

export type Head = {
  truth: Truth
  /** Voxels along x and y, and slices. */
  size: Vector
  mm: number
  /** The middle of the first voxel; slices go from the feet up. */
  origin: Vector
  /** Hounsfield units of a slice, row by row; the array is used again for the next. */
  slice(at: number): Int16Array
}

export type HeadOptions = {
  variant: Variant
  field: Field
  /** Between voxels. */
  mm: number
  /** Without noise, streaks and hardening: for tests of what is where. */
  clean?: boolean
  /** Without noise alone, which compresses badly. */
  smooth?: boolean
}

/** Deviation of the grain, HU: as a machine's filter leaves it, in lumps of a few voxels. Finer ones would not be kept. */
const grainy = 65

/** An invented head as a cone-beam machine sees it. The same options give the same voxels. */
export function createHead({ variant, field, mm, clean = false, smooth = false }: HeadOptions): Head {
  const columns = Math.round(field.across / mm)
  const slices = Math.round(field.high / mm)
  const edge = ((columns - 1) * mm) / 2
  const origin: Vector = [
    field.middle[0] - edge,
    field.middle[1] - edge,
    field.middle[2] - ((slices - 1) * mm) / 2,
  ]
  const noise = createNoise(64, 3, variant.seed)
  const grains = clean ? [] : [createNoise(89, 3, variant.seed + 1), createNoise(97, 5, variant.seed + 2)]
  const { bone = 1 } = variant
  const cavities = cavitiesOf(noise)
  const soft = softParts(noise, cavities, variant.swollen)
  const { teeth, shapes, lost, sockets, lesions, metals } = dentitionOf(variant)
  const steps: BoneStep[] = [
    ...neckSteps(),
    ...skullSteps(cavities, noise),
    ...lost.map((cut) => ({ cut, round: 3 })),
    ...sockets.map((add) => ({ add })),
  ]
  const late = noseBones(noise)
  const canal = offCanal()
  const canalParts = [
    { shape: shell(grown(canal, 1.9), 0.7), value: 1150, inBone: true },
    { shape: grown(canal, 1.35), value: 70 },
  ]
  const canvas: Canvas = {
    columns,
    rows: columns,
    mm,
    left: origin[0],
    front: origin[1],
    z: 0,
    values: new Float32Array(columns * columns),
    bones: new Float32Array(columns * columns),
  }
  const spare = new Float32Array(columns * columns)
  const stored = new Int16Array(columns * columns)

  function slice(at: number): Int16Array {
    canvas.z = origin[2] + at * mm
    const { values, bones, z } = canvas
    bones.fill(far)
    for (const step of steps) {
      if ('add' in step) addBone(canvas, step.add, step.round)
      else cutBone(canvas, step.cut, step.round)
    }
    for (const bone of late) addBone(canvas, bone)
    paintFlesh()
    for (const part of soft) paint(canvas, part)
    paintBones()
    for (const part of canalParts) paint(canvas, part)
    for (const shape of lesions) paint(canvas, { shape, value: thinned })
    for (const shape of shapes) paintTooth(canvas, shape)
    for (const { shape, value } of metals) paint(canvas, { shape, value })
    if (!clean) {
      streak(canvas, metals, variant.seed)
      soften(canvas, spare, 0.14)
      if (!smooth) addGrain(canvas, at, grains, grainy)
    }
    roundOff(canvas, hu.air, clean ? 0 : 45)
    writeDemo(canvas)
    for (let index = 0; index < stored.length; index++)
      stored[index] = Math.min(hu.metal, Math.max(hu.air, Math.round(values[index] ?? 0)))
    return stored

    function paintFlesh() {
      for (let row = 0; row < columns; row++) {
        const y = origin[1] + row * mm
        const [first, last] = roundRow(canvas, row)
        for (let column = first, index = row * columns + first; column <= last; column++, index++) {
          const x = origin[0] + column * mm
          const off = skin(x, y, z)
          const part = covered(off, mm)
          values[index] = part === 0 ? hu.air : mix(hu.air, flesh(noise, x, y, z, -off), part)
        }
      }
    }

    function paintBones() {
      const thick = between(
        [
          [-36, 2.8],
          [-22, 2.2],
          [-10, 1.5],
          [14, 1.3],
          [30, 1.2],
          [60, 1.6],
        ],
        z,
      )
      for (let row = 0, index = 0; row < columns; row++) {
        const y = origin[1] + row * mm
        for (let column = 0; column < columns; column++, index++) {
          const off = bones[index] ?? far
          const part = covered(off, mm)
          if (part === 0) continue
          const x = origin[0] + column * mm
          const own = boneAt(x, y, z, -off, thick)
          values[index] = mix(values[index] ?? 0, own, part)
        }
      }
    }
  }

  /** A dense rim of uneven thickness; in the marrow trabeculae of all strengths, denser towards the teeth. */
  function boneAt(x: number, y: number, z: number, depth: number, thick: number): number {
    const uneven = noiseAt(noise, x / 3, y / 3, z / 3)
    const wide = thick * bone * (1 + 0.16 * noiseAt(noise, x / 6 + 31, y / 6, z / 6))
    const rim = 1 - step(wide * 0.55, wide * 1.5, depth + 0.2 * uneven)
    const dense = hu.cortex + 110 * uneven
    if (rim === 1) return dense
    const crest = z < 2 ? z + 13 : (z - 14) * 1.4
    const patches = noiseAt(noise, x / 3.5 + 7, y / 3.5, z / 3.5)
    const density = bone * clamp(0.5 + 0.24 * patches + 0.3 * Math.exp(-((crest / 7) ** 2)), 0.08)
    const fine = noiseAt(noise, x / 0.5, y / 0.5, z / 0.62)
    const coarse = noiseAt(noise, x / 0.95 + 17, y / 0.95, z / 1.2)
    const net = 0.75 * Math.max(0, 1 - Math.abs(fine) / 0.7) + 0.5 * clamp(0.5 + 0.55 * coarse)
    return mix(hu.marrow + (hu.trabecula - hu.marrow) * 1.5 * density * net, dense, rim)
  }

  /** Inflamed tissue; the bone around it fades in over a mm. */
  function thinned(x: number, y: number, z: number, off: number): number {
    return mix(hu.muscle, boneAt(x, y, z, 9, 2), step(-1.2, 0, off))
  }

  const canals = { right: canalPoints(-1), left: canalPoints(1) }
  const markers = [
    ...metals.map(({ at }, index) => ({ name: `metal ${index + 1}`, at })),
    ...(['right', 'left'] as const).flatMap((side) => {
      const [first, last] = [canals[side][0], canals[side].at(-1)]
      return first && last
        ? [
            { name: `mandibular foramen ${side}`, at: first },
            { name: `mental foramen ${side}`, at: last },
          ]
        : []
    }),
  ]
  return {
    truth: { teeth: teeth.map(({ fdi, tip, apex, axis }) => ({ fdi, tip, apex, axis })), canals, markers },
    size: [columns, columns, slices],
    mm,
    origin,
    slice,
  }
}
