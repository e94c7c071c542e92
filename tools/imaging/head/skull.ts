import { upperTeeth } from './arches.ts'
import { mandible, palateRoof, upperRidge } from './jaws.ts'
import { type Noise, noiseAt } from './noise.ts'
import { between, clamp, shared, step } from './numbers.ts'
import {
  bent,
  bothSides,
  common,
  either,
  ellipsoid,
  grown,
  rod,
  type Shape,
  shell,
  without,
} from './shapes.ts'

/** A step in making the bones: a shape is added to them or cut out of them, the edge rounded over `round` mm. */
export type BoneStep = ({ add: Shape } | { cut: Shape }) & { round?: number }

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

/** Up and down by about a half over so many mm. */
const unevenBy = (noise: Noise, mm: number) => (x: number, y: number, z: number) =>
  0.5 * noiseAt(noise, x / mm + 9, y / mm, z / mm)

/** The hollows of the face and the skull; `noise` makes their walls uneven. */
export function cavitiesOf(noise: Noise) {
  const uneven = (mm: number) => unevenBy(noise, mm)
  // Unlike on both sides, each with a ridge on its floor and a wall that is drawn in below the cheekbone.
  const sinusOf = (side: 1 | -1) =>
    bent(
      without(
        ellipsoid([26.5 * side, 37, 40], [12.5, 18, 18.5]),
        rod([38 * side, 30 + side, 24], [20 * side, 34, 21], 3.4, 2.2),
      ),
      2.6,
      uneven(5),
    )
  const sinus = either(sinusOf(1), sinusOf(-1))
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
      const wall = half + 0.9 * noiseAt(noise, x / 5, y / 5, z / 5)
      return Math.max(shared(shared(Math.abs(x) - wall, noseFloor(y) - z, 7), roof, 6), front, y - 64)
    },
  }
  return {
    sinus,
    nose,
    sphenoid: bothSides(bent(ellipsoid([8.5, 70, 56], [7.5, 11, 9]), 2, uneven(3))),
    frontal: bothSides(bent(ellipsoid([9.5, 9.5, 87], [9, 3.6, 8]), 1.6, uneven(3))),
    orbit: bothSides(
      without(bent(ellipsoid([30, 26, 68], [18, 29, 17]), 1, uneven(5)), {
        distance: (_x, y) => y + 6,
      }),
    ),
    ethmoid: bent(
      {
        box: [-13, 13, 16, 60, 55, 78],
        distance: (x, y, z) => {
          const side = Math.abs(x) - 8 - 0.09 * (y - 16)
          return shared(shared(side, Math.abs(z - 66) - 9.5, 4), Math.abs(y - 38) - 20, 5)
        },
      },
      1.6,
      uneven(4),
    ),
    earCanal: bothSides(rod([50, 99, 41], [80, 96, 41], 3.5)),
    mastoid: bothSides(ellipsoid([52, 115, 30], [9, 13, 20])),
    brain: brainOf(noise),
    spinal: spinalCanal,
  }
}

const vault = ellipsoid([0, 92, 66], [64, 88, 78])

function brainOf(noise: Noise): Shape {
  return {
    box: vault.box,
    distance(x, y, z) {
      const floor = between(
        [
          [26, 86],
          [50, 78],
          [64, 60],
          [84, 54],
          [108, 26],
        ],
        y + 0.1 * Math.abs(x),
      )
      // Three steps from front to back, each hollowed to the sides, and the ridges of the brain's folds on it.
      const hollow = 3 * Math.cos(x / 12) + noiseAt(noise, x / 6, y / 6, 3)
      return shared(
        vault.distance(x, y, z) + 6 + 0.5 * noiseAt(noise, x / 7, y / 7, z / 7),
        floor + hollow - z,
        9,
      )
    },
  }
}

const spinalCanal: Shape = rod([0, 124, -90], [0, 118, 32], 8.5)

/** All bones but those of the neck, in the order in which they are made. */
export function skullSteps(cavities: Cavities, noise: Noise): BoneStep[] {
  const meets = (shape: Shape): BoneStep => ({ add: bothSides(shape), round: 5 })
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
              [56, 76],
              [66, 50],
              [90, 38],
              [120, 14],
            ],
            y,
          ) -
          z +
          0 * x,
      }),
    },
    { add: common(shell(grown(brain, 3), 4), { distance: (_x, _y, z) => z - 90 }), round: 3 },
    { add: grown(sinus, 1.3) },
    meets(rod([15.5, 12, 28], [8, 7, 62], 4.6, 3)),
    meets(rod([8, 7, 60], [3, -1, 62], 2.4, 1.8)),
    // The cheekbone: from the jaw outwards, up beside the orbit, back as an arch to before the ear.
    meets(ellipsoid([38, 27, 43], [11, 8.5, 9])),
    meets(rod([36, 33, 30], [45, 29, 42], 5, 6)),
    meets(rod([46, 28, 46], [45, 21, 72], 4.6, 3)),
    meets(rod([46, 32, 42], [62, 58, 40], 4.2, 2.4)),
    meets(rod([62, 58, 40], [62, 88, 45], 2.4, 3.6)),
    meets(rod([45, 21, 72], [33, 11, 85], 3.2, 4)),
    meets(rod([33, 11, 85], [6, 7, 82], 4, 5)),
    meets(rod([4, 3, 70], [5, 8, 84], 3, 4)),
    meets(rod([45, 21, 72], [36, 52, 74], 3, 2)),
    meets(rod([42, 19, 51], [18, 8, 50], 2.6, 2.2)),
    {
      add: common(grown(orbit, 1.4), {
        // The rim lies farther back to the side.
        distance: (x, y) => Math.max(3 + 0.75 * Math.max(0, Math.abs(x) - 22) - y, y - 50),
      }),
      round: 3,
    },
    // Open in front and behind: its floor ends with the palate, its walls at the choanae.
    {
      add: common(grown(nose, 1), { distance: (_x, y, z) => Math.max(9 - y, y - 47 - step(24, 34, z) * 12) }),
    },
    { add: rod([0, 13, 25], [0, 4.5, 26.8], 2.2, 0.7) },
    { add: grown(ethmoid, 0.8), round: 2 },
    { add: grown(sphenoid, 1.8), round: 3 },
    { add: grown(frontal, 2.2), round: 4 },
    { add: rod([0, 70, 48], [0, 108, 24], 7, 5), round: 6 },
    { add: bothSides(rod([4, 78, 56], [38, 70, 68], 4, 2.2)), round: 6 },
    { add: bothSides(pterygoid([15.5, 59], [12.5, 69], 0.6)) },
    { add: bothSides(pterygoid([15.5, 59], [21, 71], 0.7)) },
    meets(rod([16, 90, 46], [56, 104, 44], 8, 11)),
    meets(rod([56, 104, 44], [54, 116, 14], 12, 7)),
    meets(rod([42, 84, 50], [64, 92, 48], 4.5, 4)),
    meets(rod([16, 112, 30], [12, 108, 22], 8, 6)),
    { add: bothSides(rod([40, 104, 30], [38, 98, 2], 3, 1.2)) },
    { add: bent(upperRidge, 0.8, unevenBy(noise, 4)), round: 3 },
    { add: palate, round: 3 },
    { add: bothSides(rod([2.5, 0, 68], [3.5, -7, 53], 2.2, 1.2)), round: 4 },
    { cut: bothSides(ellipsoid([49.5, 89, 43], [13, 8, 7])) },
    { cut: sinus },
    { cut: nose },
    { cut: sphenoid },
    { cut: frontal },
    { cut: orbit },
    { cut: ethmoid },
    { cut: earCanal },
    { cut: brain },
    { cut: spinalCanal },
    { add: bent(mandible, 0.8, unevenBy(noise, 5)) },
    { add: bothSides(ellipsoid([49.5, 89.5, 40.5], [9.5, 4.8, 5.5])), round: 3 },
    { add: bothSides(ellipsoid([2.5, 7.5, -31], [2.5, 4, 5])), round: 3 },
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
export function noseBones(noise: Noise): Shape[] {
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
      return Math.max(Math.abs(x - septumAt(y, z)) - 0.25, front - y, y - 49 - (z - 25) * 0.3, 24 - z, z - 62)
    },
  }
  const curl = (z: number, from: number, to: number, reach: number): Shape =>
    bothSides({
      box: [4, 13, from, to, z - 5, z + 5],
      distance(x, y, up) {
        const [dx, dz] = [x - reach, up - z]
        // A scroll that opens to its wall; higher in the middle of its length than at its ends.
        const wide = 2.4 - 0.0025 * (y - (from + to) / 2) ** 2
        const ring = Math.abs(Math.sqrt(dx * dx + dz * dz * 0.5) - wide) - 0.15
        return Math.max(ring, dz - 0.3 - 1.4 * dx, from - y, y - to)
      },
    })
  return [septum, curl(33, 16, 50, 8), curl(45, 22, 52, 5.5)].map((shape) =>
    bent(shape, 0.9, unevenBy(noise, 6)),
  )
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
