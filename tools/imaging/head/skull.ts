import { upperTeeth } from './arches.ts'
import { mandible, palateRoof, upperRidge } from './jaws.ts'
import { type Noise, noiseAt } from './noise.ts'
import { between, clamp, shared, step } from './numbers.ts'
import { bent, bothSides, common, ellipsoid, grown, rod, type Shape, shell, without } from './shapes.ts'

/** A step in making the bones: a shape is added to them, or cut out of them. */
export type BoneStep = { add: Shape } | { cut: Shape }

export type Cavities = ReturnType<typeof cavitiesOf>

/** It rises to its rim in front, and sags over the palate. */
const noseFloor = (y: number) =>
  between(
    [
      [6, 27],
      [15, 25.2],
      [34, 24.4],
      [52, 25.6],
    ],
    y,
  )

/** The hollows of the face and the skull; `noise` makes their walls uneven. */
export function cavitiesOf(noise: Noise) {
  const uneven = (cells: number) => (x: number, y: number, z: number) =>
    0.5 * noiseAt(noise, x / cells + 9, y / cells, z / cells)
  const sinus = bothSides(bent(ellipsoid([26.5, 37, 40], [12.5, 18, 18.5]), 2.4, uneven(4)))
  const nose: Shape = {
    box: [-16, 16, 0, 66, 24, 64],
    distance(x, y, z) {
      const half = between(
        [
          [24, 9],
          [28, 13.5],
          [38, 13],
          [48, 8],
          [62, 3.5],
        ],
        z,
      )
      const roof =
        z -
        between(
          [
            [6, 44],
            [20, 58],
            [50, 58],
            [64, 46],
          ],
          y,
        )
      const front = (6 - (z - 26) * 0.12 - y) * 0.8
      return Math.max(shared(shared(Math.abs(x) - half, noseFloor(y) - z, 7), roof, 6), front, y - 64)
    },
  }
  return {
    sinus,
    nose,
    sphenoid: bothSides(bent(ellipsoid([8.5, 70, 56], [7.5, 11, 9]), 2, uneven(3))),
    frontal: bothSides(bent(ellipsoid([11, 1, 90], [10, 4.5, 9]), 2, uneven(3))),
    orbit: bothSides(
      without(bent(ellipsoid([31, 24, 68], [19.5, 29, 17.5]), 1, uneven(5)), {
        distance: (_x, y) => -y - 10,
      }),
    ),
    ethmoid: {
      box: [-11, 11, 18, 58, 56, 76],
      distance: (x, y, z) => Math.max(Math.abs(x) - 10.5, 18 - y, y - 58, 57 - z, z - 75),
    } satisfies Shape,
    earCanal: bothSides(rod([50, 99, 41], [80, 96, 41], 3.5)),
    mastoid: bothSides(ellipsoid([52, 115, 30], [9, 13, 20])),
    brain: brainOf(),
    spinal: spinalCanal,
  }
}

const vault = ellipsoid([0, 92, 66], [64, 88, 78])

function brainOf(): Shape {
  return {
    box: vault.box,
    distance(x, y, z) {
      const floor = between(
        [
          [34, 84],
          [52, 78],
          [60, 58],
          [86, 56],
          [104, 30],
        ],
        y + 0.1 * Math.abs(x),
      )
      return Math.max(vault.distance(x, y, z) + 6, floor + 3 * Math.cos(x / 12) - z)
    },
  }
}

const spinalCanal: Shape = rod([0, 124, -90], [0, 118, 32], 8.5)

/** All bones but those of the neck, in the order in which they are made. */
export function skullSteps(cavities: Cavities): BoneStep[] {
  const { sinus, nose, sphenoid, frontal, orbit, ethmoid, earCanal, brain } = cavities
  const palate: Shape = {
    box: [-28, 28, 0, 54, 9, 27],
    distance(x, y, z) {
      const n = upperTeeth.aside(x, y)
      if (n > 1) return 9
      return shared(shared((palateRoof(n) - z) * 0.7, z - 26, 2), Math.max(y - 52, n + 1), 3)
    },
  }
  const steps: BoneStep[] = [
    {
      add: common(shell(grown(vault, 0), 7), {
        distance: (x, y, z) =>
          between(
            [
              [60, 74],
              [90, 44],
              [120, 18],
            ],
            y,
          ) -
          z +
          0 * x,
      }),
    },
    { add: common(shell(grown(brain, 4), 4.5), { distance: (_x, _y, z) => z - 90 }) },
    { add: grown(sinus, 1.3) },
    { add: bothSides(rod([15.5, 11, 31], [9, 4, 62], 5, 3.5)) },
    { add: bothSides(rod([36, 28, 39], [50, 30, 43], 9, 6)) },
    { add: bothSides(rod([51, 30, 44], [47, 16, 70], 4.6, 3.6)) },
    { add: bothSides(rod([52, 33, 42], [65, 62, 40], 4, 2.8)) },
    { add: bothSides(rod([65, 62, 40], [63, 88, 45], 2.8, 3.6)) },
    { add: bothSides(rod([47, 16, 70], [30, 4, 86], 3.6, 4)) },
    { add: bothSides(rod([30, 4, 86], [6, 1, 82], 4, 5)) },
    { add: grown(orbit, 1.5) },
    // Open in front and behind: its floor ends with the palate, its walls at the choanae.
    {
      add: common(grown(nose, 1), { distance: (_x, y, z) => Math.max(9 - y, y - 47 - step(24, 34, z) * 12) }),
    },
    { add: rod([0, 13, 25], [0, 4.5, 26.8], 2.2, 0.7) },
    { add: grown(ethmoid, 0.8) },
    { add: grown(sphenoid, 1.8) },
    { add: grown(frontal, 2.2) },
    { add: rod([0, 70, 48], [0, 108, 24], 6, 5) },
    { add: bothSides(pterygoid([15.5, 59], [12.5, 69], 0.6)) },
    { add: bothSides(pterygoid([15.5, 59], [21, 71], 0.7)) },
    { add: bothSides(rod([16, 90, 46], [56, 104, 44], 8, 11)) },
    { add: bothSides(rod([56, 104, 44], [54, 116, 14], 12, 7)) },
    { add: bothSides(rod([44, 86, 50], [62, 92, 48], 4.5, 4)) },
    { add: bothSides(rod([16, 112, 30], [12, 108, 22], 8, 6)) },
    { add: bothSides(rod([40, 104, 30], [38, 98, 2], 3, 1.2)) },
    { add: upperRidge },
    { add: palate },
    { add: bothSides(rod([2.5, -7, 66], [4.5, -13, 52], 2, 1.4)) },
    { cut: bothSides(ellipsoid([49.5, 89, 43], [13, 8, 7])) },
    { cut: sinus },
    { cut: nose },
    { cut: sphenoid },
    { cut: frontal },
    { cut: orbit },
    { cut: earCanal },
    { cut: brain },
    { cut: spinalCanal },
    { add: mandible },
    { add: bothSides(ellipsoid([49.5, 89.5, 40.5], [9.5, 4.8, 5.5])) },
    { add: bothSides(ellipsoid([3, 8, -30], [3, 5, 6])) },
  ]
  return steps
}

/** One of the two plates behind the upper jaw, from above the palate down to its hook. */
function pterygoid(from: readonly [number, number], to: readonly [number, number], half: number): Shape {
  const [ex, ey] = [to[0] - from[0], to[1] - from[1]]
  return {
    box: [9, 24, 56, 74, 15, 44],
    distance(x, y, z) {
      const reach = between(
        [
          [16, 0.35],
          [24, 0.8],
          [40, 1],
        ],
        z,
      )
      const part = Math.min(reach, clamp(((x - from[0]) * ex + (y - from[1]) * ey) / (ex * ex + ey * ey)))
      return Math.max(Math.hypot(x - from[0] - ex * part, y - from[1] - ey * part) - half, 17 - z, z - 42)
    },
  }
}

/** The septum leans to one side and the other: mm to the left. */
export const septumAt = (y: number, z: number) => 1.8 * Math.sin(z / 11) * Math.sin(y / 13) + 0.5

/** Thin bones within the nose: septum and the curled conchae. */
export function noseBones(): Shape[] {
  // In front it is cartilage, and no bone but a crest on the floor; behind, the vomer's edge leans back.
  const septum: Shape = {
    box: [-4, 4, 8, 62, 24, 62],
    distance(x, y, z) {
      const front = between(
        [
          [26, 12],
          [30, 24],
          [38, 37],
          [46, 30],
          [56, 18],
        ],
        z,
      )
      return Math.max(Math.abs(x - septumAt(y, z)) - 0.35, front - y, y - 49 - (z - 25) * 0.3, 24 - z, z - 62)
    },
  }
  const curl = (z: number, from: number, to: number, reach: number): Shape =>
    bothSides({
      box: [4, 13, from, to, z - 5, z + 5],
      distance(x, y, up) {
        const [dx, dz] = [x - reach, up - z]
        // A scroll that opens to its wall; higher in the middle of its length than at its ends.
        const wide = 2.4 - 0.0025 * (y - (from + to) / 2) ** 2
        const ring = Math.abs(Math.sqrt(dx * dx + dz * dz * 0.5) - wide) - 0.3
        return Math.max(ring, dz - 0.3 - 1.4 * dx, from - y, y - to)
      },
    })
  return [septum, curl(33, 16, 50, 8), curl(45, 22, 52, 5.5)]
}

/** Vertebrae of the neck, from the atlas to the fifth, and the hyoid. */
export function neckSteps(): BoneStep[] {
  const steps: BoneStep[] = [
    // Atlas and axis with its tooth.
    { add: bothSides(rod([0, 93, 13], [17, 99, 13], 4, 6)) },
    { add: bothSides(rod([19, 103, 13], [30, 106, 12], 7, 4)) },
    { add: bothSides(rod([22, 112, 13], [4, 133, 13], 4.5, 4)) },
    { cut: ellipsoid([0, 101, 13], [7, 6.5, 12]) },
    { add: rod([0, 101, -8], [0, 100.5, 20], 5.4, 4.4) },
    { add: vertebra(-9, 8.5, 100) },
  ]
  for (const [at, z] of [-29, -47, -65, -83].entries())
    steps.push({ add: vertebra(z, 6.6, 100.5 + at * 0.8) })
  steps.push({ cut: rod([0, 119.5, -90], [0, 117, 24], 7.5) })
  steps.push({ cut: bothSides(rod([16.5, 103, -90], [18, 103, 8], 2.8)) })
  const bow = Array.from({ length: 7 }, (_, at) => {
    const angle = (at / 6) * (Math.PI / 2)
    return [20 * Math.sin(angle), 58 + 24 * (1 - Math.cos(angle)), -52 - at * 0.3] as const
  })
  for (let at = 1; at < bow.length; at++) {
    const [a, b] = [bow[at - 1], bow[at]]
    if (a && b) steps.push({ add: bothSides(rod(a, b, at < 3 ? 3.6 : 2.4, at < 3 ? 3.2 : 2)) })
  }
  return steps
}

/** A body with its arch and its processes. */
function vertebra(z: number, half: number, y: number): Shape {
  const parts = [
    rod([0, y + 12, z - 1], [0, y + 38, z - 7], 4, 3),
    rod([12, y + 8, z], [20, y + 4, z - 1], 5, 4),
    rod([15, y + 11, z - 5], [16, y + 9, z + 6], 5.5, 5.5),
    rod([15, y + 12, z], [3, y + 26, z - 2], 3.6, 3.6),
  ]
  return {
    box: [-26, 26, y - 10, y + 42, z - 14, z + 13],
    distance(x, py, pz) {
      const side = Math.abs(x)
      const [dx, dy] = [side / 10.5, (py - y) / 8.2]
      const waist = 0.8 * Math.cos(((pz - z) / half) * 1.4)
      let off = Math.max((Math.sqrt(Math.sqrt(dx ** 4 + dy ** 4)) - 1) * 8.2 + waist, Math.abs(pz - z) - half)
      for (const part of parts) off = Math.min(off, part.distance(side, py, pz))
      return off
    },
  }
}
