import { upperTeeth } from './arches.ts'
import { palateRoof } from './jaws.ts'
import { type Noise, noiseAt } from './noise.ts'
import { between, hu, joined, mix, shared, step } from './numbers.ts'
import { bothSides, ellipsoid, grown, rod, type Shape, shell, without } from './shapes.ts'
import { type Cavities, septumAt } from './skull.ts'

/** Something painted over what is there, in order. */
export type Paint = {
  shape: Shape
  value: number | ((x: number, y: number, z: number, off: number) => number)
}

const skinParts = [
  ellipsoid([0, 92, 62], [74, 99, 90]),
  ellipsoid([0, 54, 16], [61, 62, 62]),
  ellipsoid([0, 60, -14], [59, 52, 40]),
]
const mouth = ellipsoid([0, 14, -6], [32, 27, 34])
const chin = ellipsoid([0, 10, -35], [21, 21, 14])
const neck = rod([0, 100, -140], [0, 98, -20], 55, 54)
const nose = [rod([0, -2, 64], [0, -22, 34], 6, 7), ellipsoid([0, -14, 31], [15, 15, 10])]

/** mm to the skin, negative within. */
export function skin(x: number, y: number, z: number): number {
  let off = neck.distance(x, y, z)
  for (const part of skinParts) off = joined(off, part.distance(x, y, z), 12)
  off = joined(off, mouth.distance(x, y, z), 10)
  off = joined(off, chin.distance(x, y, z), 8)
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
  const eye = ellipsoid([31, 10, 68], [12, 12, 12])
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
    fat(orbit, -85),
    { shape: bothSides(eye), value: 18 },
    { shape: bothSides(shell(eye, 1.2)), value: 60 },
    { shape: bothSides(ellipsoid([31, 1.5, 68], [4.5, 2.2, 4.5])), value: 90 },
    muscle(bothSides(rod([30, 22, 68], [14, 56, 67], 2.2, 2))),
    muscle(bothSides(rod([43, 16, 68], [17, 56, 67], 2, 1.6))),
    muscle(bothSides(rod([20, 14, 68], [13, 54, 67], 2, 1.6))),
    muscle(bothSides(rod([31, 14, 80], [16, 56, 70], 1.8, 1.6))),
    muscle(bothSides(rod([31, 16, 56], [16, 56, 64], 1.8, 1.6))),
    muscle(tongue),
    air(throat),
    air(without(mouthAir, tongue)),
    { shape: { box: [-16, 16, 48, 74, -2, 26], distance: softPalate }, value: hu.mucosa },
    { shape: rod([0, 62, -40], [0, 71, -26], 1.6), value: hu.mucosa },
    { shape: nasal, value: hu.mucosa },
    air(grown(nasal, -1.1)),
    // Behind, it opens into the throat.
    air(bothSides(ellipsoid([7, 65, 34], [5.5, 7, 8.5]))),
    air(bothSides(rod([6.5, -14, 22], [6.5, 6, 29], 4, 4.5))),
    { shape: rod([0, -16, 26], [0, 12, 40], 2.2), value: hu.mucosa },
    ...conchae(),
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
function conchae(): Paint[] {
  const septum: Shape = {
    box: [-5, 5, 4, 63, 24, 62],
    distance: (x, y, z) =>
      Math.max(Math.abs(x - septumAt(y, z)) - 1.7 + 0.5 * Math.cos(z / 5), 4 - y, y - 51 - (z - 25) * 0.3),
  }
  const lump = (z: number, x: number, rx: number, rz: number) =>
    bothSides(ellipsoid([x, 33, z], [rx, 19, rz]))
  return [septum, lump(32.5, 8.2, 3.8, 5.2), lump(45, 5.8, 2.6, 4.6)].map((shape) => ({
    shape,
    value: hu.mucosa,
  }))
}
