/** A number from 0 to 1 for a whole number: the same for the same seed. */
export function chance(index: number, seed: number): number {
  let mixed = Math.imul(index ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x27d4eb2f)
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296
}

/** A cube of smooth noise that repeats in each direction: mean 0, deviation 1. */
export type Noise = { side: number; values: Float32Array }

/** `passes` of a blur over three cells make it smooth: 1 is grainy, 4 has lumps of about five cells. */
export function createNoise(side: number, passes: number, seed: number): Noise {
  let values = new Float32Array(side ** 3)
  for (let at = 0; at < values.length; at++) {
    // Four even numbers are close enough to a bell.
    values[at] =
      chance(at * 4, seed) + chance(at * 4 + 1, seed) - chance(at * 4 + 2, seed) - chance(at * 4 + 3, seed)
  }
  for (let pass = 0; pass < passes; pass++)
    for (const stride of [1, side, side * side]) values = blurred(values, side, stride)
  let sum = 0
  for (const value of values) sum += value * value
  const scale = 1 / Math.sqrt(sum / values.length)
  for (let at = 0; at < values.length; at++) values[at] = (values[at] ?? 0) * scale
  return { side, values }
}

function blurred(values: Float32Array, side: number, stride: number): Float32Array<ArrayBuffer> {
  const result = new Float32Array(values.length)
  for (let at = 0; at < values.length; at++) {
    const place = Math.floor(at / stride) % side
    const before = place === 0 ? at + stride * (side - 1) : at - stride
    const after = place === side - 1 ? at - stride * (side - 1) : at + stride
    result[at] = 0.5 * (values[at] ?? 0) + 0.25 * ((values[before] ?? 0) + (values[after] ?? 0))
  }
  return result
}

/** The noise between its cells; places in cells. The side must be a power of two. */
export function noiseAt({ side, values }: Noise, x: number, y: number, z: number): number {
  const last = side - 1
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)]
  const [u, v, w] = [x - i, y - j, z - k]
  const [x0, x1] = [i & last, (i + 1) & last]
  const [y0, y1] = [(j & last) * side, ((j + 1) & last) * side]
  const [z0, z1] = [(k & last) * side * side, ((k + 1) & last) * side * side]
  // Written out: this runs several times for each voxel.
  const a = (values[z0 + y0 + x0] ?? 0) * (1 - u) + (values[z0 + y0 + x1] ?? 0) * u
  const b = (values[z0 + y1 + x0] ?? 0) * (1 - u) + (values[z0 + y1 + x1] ?? 0) * u
  const c = (values[z1 + y0 + x0] ?? 0) * (1 - u) + (values[z1 + y0 + x1] ?? 0) * u
  const d = (values[z1 + y1 + x0] ?? 0) * (1 - u) + (values[z1 + y1 + x1] ?? 0) * u
  return (a * (1 - v) + b * v) * (1 - w) + (c * (1 - v) + d * v) * w
}
