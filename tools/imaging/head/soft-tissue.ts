import { upperTeeth } from './arches.ts'
import { palateRoof } from './jaws.ts'
import { type Noise, noiseAt } from './noise.ts'
import { between, hu, joined, mix, shared, step } from './numbers.ts'
import { bent, bothSides, common, ellipsoid, grown, rod, type Shape, shell, without } from './shapes.ts'
import { type Cavities, septumAt } from './skull.ts'

/** Something painted over what is there, in order. */
export type Paint = {
  shape: Shape
  value: number | ((x: number, y: number, z: number, off: number) => number)
  /** Only where there is bone. */
  inBone?: boolean
}

const skinParts = [
  ellipsoid([0, 92, 62], [74, 99, 90]),
  ellipsoid([0, 54, 16], [61, 62, 62]),
  ellipsoid([0, 60, -14], [59, 52, 40]),
]
const mouth = ellipsoid([0, 16, -5], [33, 27, 33])
const chin = ellipsoid([0, 10, -35], [21, 21, 14])
const neck = rod([0, 100, -140], [0, 98, -20], 55, 54)
/** Lips that meet, and the fold under the lower one. */
const lips = [ellipsoid([0, -5, 5.5], [19, 9.5, 6]), ellipsoid([0, -4, -6], [17, 9, 5])]
const fold = rod([-14, -12, -18], [14, -12, -18], 5)
const nose = [rod([0, -1, 64], [0, -14, 35], 6, 6.5), ellipsoid([0, -8, 31], [15, 13, 9])]

/** mm to the skin, negative within. */
export function skin(x: number, y: number, z: number): number {
  let off = neck.distance(x, y, z)
  for (const part of skinParts) off = joined(off, part.distance(x, y, z), 12)
  off = joined(off, mouth.distance(x, y, z), 10)
  off = joined(off, chin.distance(x, y, z), 8)
  if (y < 4 && z < 18 && z > -30) {
    off = shared(off, -fold.distance(x, y, z), 6)
    for (const part of lips) off = joined(off, part.distance(x, y, z), 4)
  }
  if (y < 24 && z > 12) for (const part of nose) off = joined(off, part.distance(x, y, z), 5)
  return off
}

/** What lies `depth` mm under the skin where nothing else is: skin, fat, muscles with fat between them. */
export function flesh(noise: Noise, x: number, y: number, z: number, depth: number): number {
  const lump = noiseAt(noise, x / 7, y / 7, z / 9)
  const fat = 5.5 + 2 * lump
  const inner = noiseAt(noise, x / 4 + 20, y / 4, z / 7)
  const between = Math.exp(-((inner / 0.16) ** 2))
  const muscle = mix(hu.muscle, hu.fat, 0.75 * between)
  const under = mix(hu.fat + 12 * inner, muscle, step(fat - 0.6, fat + 0.6, depth))
  return mix(45, under, step(1.2, 2, depth))
}

const tongueParts = [ellipsoid([0, 42, -3], [21, 33, 21]), ellipsoid([0, 44, -26], [15, 24, 20])]
const tongue: Shape = {
  box: [-24, 24, 6, 80, -46, 20],
  distance(x, y, z) {
    const [a, b] = tongueParts
    return a && b ? joined(a.distance(x, y, z), b.distance(x, y, z), 8) : 9
  },
}
/** Between the teeth and the cheek: thin, and closed in places. */
const vestibule: Shape = {
  box: [-42, 42, 2, 52, -13, 15],
  distance(x, y, z) {
    const off = upperTeeth.aside(x, y) - 6.2 - 0.012 * z * z
    const half = 0.1 + 0.9 * step(4, 16, y) * step(50, 36, y)
    const [across, up] = [off / half, (z - 1) / 13]
    return Math.max((Math.sqrt(across * across + up * up) - 1) * half, y - 50, 4 - y) + 0.25
  },
}

/** The air over the tongue and behind it, down the throat. */
const throat: Shape = {
  box: [-18, 18, 56, 90, -90, 46],
  distance(x, y, z) {
    const middle = between(
      [
        [-60, 73],
        [-30, 76],
        [-5, 75],
        [15, 72],
        [30, 70],
        [42, 68],
      ],
      z,
    )
    const [wide, deep] = [
      between(
        [
          [-60, 12],
          [-35, 11],
          [-10, 8],
          [15, 11],
          [35, 13],
        ],
        z,
      ),
      between(
        [
          [-60, 7],
          [-35, 6],
          [-10, 4.6],
          [10, 6],
          [25, 9],
          [36, 10],
        ],
        z,
      ),
    ]
    const [px, py] = [x / wide, (y - middle) / deep]
    return Math.max((Math.sqrt(px * px + py * py) - 1) * deep, z - 44)
  },
}
const mouthAir: Shape = {
  box: [-34, 34, -4, 64, -5, 24],
  distance(x, y, z) {
    const n = upperTeeth.aside(x, y)
    // Between the teeth's biting surfaces, and between palate and tongue.
    const [across, up] = [(n + 1) / 4.6, (z - 0.4) / 1.1]
    const bite = Math.sqrt(across * across + up * up) * 1.1 - mix(1.1, 0, step(26, 48, y))
    const back = y - 59 + (x * x) / 16
    const roof = shared(Math.max(n + 6, z - palateRoof(n) + 1.8, 3 - z), back, 5)
    return Math.min(bite, roof)
  },
}

type Lumps = (mm: number) => (x: number, y: number, z: number) => number

/** Soft parts and hollows, each painted over the former. `swollen`: mm of mucosa in the left sinus. */
export function softParts(noise: Noise, cavities: Cavities, swollen: number): Paint[] {
  const { sinus, nose: nasal, sphenoid, frontal, orbit, ethmoid, earCanal, mastoid, brain, spinal } = cavities
  const muscle = (shape: Shape): Paint => ({
    shape,
    value: (x, y, z) => hu.muscle + 14 * noiseAt(noise, x / 2, y / 2, z / 5),
  })
  const fat = (shape: Shape, value: number = hu.fat): Paint => ({ shape, value })
  const air = (shape: Shape): Paint => ({ shape, value: hu.air })
  const cells = (shape: Shape, size: number): Paint => ({
    shape,
    value: (x, y, z) =>
      mix(hu.air, 150, Math.exp(-((noiseAt(noise, x / size, y / size, z / size) / 0.3) ** 2))),
  })
  const lumps: Lumps = (mm) => (x, y, z) => 0.6 * noiseAt(noise, x / mm, y / mm + 5, z / mm)
  const eye = ellipsoid([30, 15, 68], [12, 12, 12])
  return [
    fat(bothSides(ellipsoid([47, 38, 12], [8, 15, 24]))),
    fat(bothSides(ellipsoid([36, 66, 20], [7, 12, 26]))),
    muscle(bothSides(rod([52, 62, 34], [49, 68, -20], 8, 8))),
    muscle(bothSides(rod([24, 64, 34], [36, 72, -14], 7, 6))),
    {
      shape: bothSides(ellipsoid([54, 92, 2], [10, 14, 24])),
      value: (x, y, z) => -25 + 30 * noiseAt(noise, x, y, z),
    },
    muscle(bothSides(rod([50, 112, 8], [30, 84, -80], 9, 10))),
    muscle(bothSides(rod([22, 140, 30], [24, 142, -90], 14, 16))),
    muscle(bothSides(rod([9, 91, 20], [11, 92, -90], 4, 4.5))),
    { shape: bothSides(rod([30, 96, 20], [27, 88, -90], 4.5, 5)), value: 48 },
    { shape: brain, value: (x, y, z) => hu.brain + 12 * noiseAt(noise, x / 3, y / 3, z / 3) },
    { shape: spinal, value: 25 },
    fat(common(orbit, { distance: (x, y, z) => skin(x, y, z) + 2.5 }), -130),
    { shape: bothSides(eye), value: 18 },
    { shape: bothSides(shell(eye, 1.2)), value: 60 },
    { shape: bothSides(ellipsoid([30, 6.5, 68], [4.5, 2.2, 4.5])), value: 90 },
    muscle(bothSides(rod([30, 22, 68], [14, 56, 67], 2.2, 2))),
    muscle(bothSides(rod([43, 16, 68], [17, 56, 67], 2, 1.6))),
    muscle(bothSides(rod([20, 14, 68], [13, 54, 67], 2, 1.6))),
    muscle(bothSides(rod([31, 14, 80], [16, 56, 70], 1.8, 1.6))),
    muscle(bothSides(rod([31, 16, 56], [16, 56, 64], 1.8, 1.6))),
    muscle(tongue),
    air(throat),
    air(without(mouthAir, tongue)),
    air(bent(vestibule, 0.8, lumps(6))),
    { shape: { box: [-16, 16, 48, 74, -2, 26], distance: softPalate }, value: hu.mucosa },
    // The epiglottis, and the folds beside it.
    { shape: ellipsoid([0, 73, -33], [8, 1.3, 10]), value: hu.mucosa },
    { shape: rod([0, 66, -42], [0, 73, -34], 1.8), value: hu.mucosa },
    { shape: nasal, value: hu.mucosa },
    air(bent(grown(nasal, -1.6), 0.7, lumps(4))),
    // Behind, it opens into the throat.
    air(bothSides(ellipsoid([7, 65, 34], [5.5, 7, 8.5]))),
    air(bothSides(rod([6.5, -14, 22], [6.5, 6, 29], 4, 4.5))),
    { shape: rod([0, -16, 26], [0, 12, 40], 2.2), value: hu.mucosa },
    ...conchae(lumps),
    { shape: sinus, value: hu.mucosa },
    air({
      box: sinus.box,
      distance: (x, y, z) => sinus.distance(x, y, z) + (x > 0 ? swollen * step(44, 28, z) : 0) + 0.8,
    }),
    air(sphenoid),
    air(frontal),
    cells(ethmoid, 2.2),
    cells(mastoid, 1.6),
    air(earCanal),
  ]
}

function softPalate(x: number, y: number, z: number): number {
  const part = step(50, 68, y)
  return Math.max(
    Math.abs(z - 22 + 17 * part * part) - 2.6 + part,
    Math.abs(x) - 15 + 11 * part,
    48 - y - (x * x) / 24,
    y - 70 + (x * x) / 8,
  )
}

/** Septum and conchae with their mucosa; their bones come later. */
function conchae(lumps: Lumps): Paint[] {
  const septum: Shape = {
    box: [-5, 5, 4, 63, 24, 62],
    distance: (x, y, z) =>
      Math.max(Math.abs(x - septumAt(y, z)) - 1.7 + 0.5 * Math.cos(z / 5), 4 - y, y - 51 - (z - 25) * 0.3),
  }
  // One side swells while the other rests.
  const lump = (x: number, z: number, rx: number, rz: number) =>
    bent(ellipsoid([x, 33, z], [rx, 19, rz]), 1.4, lumps(5))
  return [
    septum,
    lump(8.4, 32.5, 4.6, 5.6),
    lump(-8.6, 32.5, 3.4, 5),
    lump(5.8, 45, 2.4, 4.4),
    lump(-5.9, 45, 3, 4.8),
  ].map((shape) => ({
    shape,
    value: hu.mucosa,
  }))
}
