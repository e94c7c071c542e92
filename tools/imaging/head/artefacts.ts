import type { Canvas } from './canvas.ts'
import type { Metal } from './dentition.ts'
import { chance, type Noise } from './noise.ts'

/** Letters of three by five dots. */
const letters = { D: '110101101101110', E: '111100110100111', M: '101111111101101', O: '010101101101010' }
const word = 'DEMO' as const
const ink = 350

/** Writes 'DEMO' into the lower left corner, outside the round field of view, so that nobody takes it for a patient's. */
export function writeDemo({ values, columns, rows }: Canvas): void {
  const dot = Math.max(1, Math.floor((columns * 0.12) / 15))
  for (const [index, letter] of [...word].entries()) {
    const dots = letters[letter as keyof typeof letters]
    for (let at = 0; at < 15; at++) {
      if (dots[at] !== '1') continue
      const column = (index * 4 + (at % 3) + 1) * dot
      const row = rows - (6 - Math.floor(at / 3)) * dot
      for (let down = 0; down < dot; down++)
        values.fill(ink, (row + down) * columns + column, (row + down) * columns + column + dot)
    }
  }
}

/** Makes edges as soft as a detector does. */
export function soften({ values, columns, rows }: Canvas, spare: Float32Array, part: number): void {
  const middle = 1 - 2 * part
  for (let row = 0; row < rows; row++)
    for (let at = row * columns + 1, end = at + columns - 2; at < end; at++)
      spare[at] = middle * (values[at] ?? 0) + part * ((values[at - 1] ?? 0) + (values[at + 1] ?? 0))
  for (let at = columns, end = values.length - columns; at < end; at++)
    values[at] = middle * (spare[at] ?? 0) + part * ((spare[at - columns] ?? 0) + (spare[at + columns] ?? 0))
}

const rays = 720

/** Bright and dark rays around metal, darkness between and beside it. */
export function streak(canvas: Canvas, metals: readonly Metal[], seed: number): void {
  const { values, columns, rows, mm, left, front, z } = canvas
  const seen: { at: Metal['at']; power: number }[] = []
  for (const { at, strength, shape } of metals) {
    const height = Math.max(0, Math.max(shape.box[4] - z, z - shape.box[5]))
    const power = strength * Math.exp(-((height / 0.8) ** 2))
    if (power < 0.03) continue
    for (const other of seen) darken(canvas, at, other.at, Math.sqrt(power * other.power))
    seen.push({ at, power })
    const fan = fanOf(seed + Math.round(at[0] * 7 + z * 0.7))
    for (let row = 0, index = 0; row < rows; row++) {
      const dy = front + row * mm - at[1]
      for (let column = 0; column < columns; column++, index++) {
        const dx = left + column * mm - at[0]
        const r = Math.sqrt(dx * dx + dy * dy)
        if (r < 1.5 || r > 45) continue
        const turn = ((Math.atan2(dy, dx) / (2 * Math.PI)) * rays + rays) % rays
        const ray = Math.floor(turn)
        const strong = (fan[ray] ?? 0) * (1 + ray - turn) + (fan[(ray + 1) % rays] ?? 0) * (turn - ray)
        values[index] = (values[index] ?? 0) + power * (strong * Math.exp(-r / 16) - 260 * Math.exp(-r / 5))
      }
    }
  }
}

/** Beams through two metals at once arrive without most of their strength: a dark band from one to the other and beyond. */
function darken(canvas: Canvas, a: Metal['at'], b: Metal['at'], power: number): void {
  const { values, columns, rows, mm, left, front } = canvas
  const length = Math.hypot(b[0] - a[0], b[1] - a[1])
  if (length < 4) return
  const [ex, ey] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length]
  for (let row = 0, index = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, index++) {
      const [px, py] = [left + column * mm - a[0], front + row * mm - a[1]]
      const along = px * ex + py * ey
      const beyond = Math.max(0, -along, along - length)
      const off = (px * ey - py * ex) / (2.2 + 0.04 * beyond)
      const dark = Math.exp(-off * off) - 0.45 * Math.exp(-((Math.abs(off) - 2.4) ** 2))
      values[index] = (values[index] ?? 0) - power * 420 * dark * Math.exp(-beyond / 9)
    }
}

/** How strong the rays are, around the circle. */
function fanOf(seed: number): Float32Array {
  const fan = new Float32Array(rays)
  for (let at = 0; at < 26; at++) {
    const middle = chance(at * 3, seed) * rays
    const wide = 2 + 9 * chance(at * 3 + 1, seed)
    const strong = (chance(at * 3 + 2, seed) - 0.52) * 950
    for (let off = -30; off <= 30; off++) {
      const ray = (Math.floor(middle) + off + rays) % rays
      fan[ray] = (fan[ray] ?? 0) + strong * Math.exp(-((off / wide) ** 2))
    }
  }
  return fan
}

/** Adds grain of `deviation` HU: two cubes of unlike sides, so that no pattern is seen to repeat. */
export function addGrain(
  { values, columns, rows }: Canvas,
  slice: number,
  grains: readonly Noise[],
  deviation: number,
): void {
  const part = deviation / Math.sqrt(grains.length)
  for (const { side, values: grain } of grains) {
    const base = (slice % side) * side * side
    for (let row = 0, at = 0; row < rows; row++) {
      const line = base + (row % side) * side
      for (let column = 0, place = 0; column < columns; column++, at++) {
        values[at] = (values[at] ?? 0) + part * (grain[line + place] ?? 0)
        if (++place === side) place = 0
      }
    }
  }
}

/** The field of view is a cylinder; outside it the machine stores its smallest value. Beams harden towards the middle. */
export function roundOff({ values, columns, rows }: Canvas, air: number, hardening: number): void {
  const radius = columns / 2 - 0.5
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++) {
      const [dx, dy] = [column - (columns - 1) / 2, row - (rows - 1) / 2]
      const off = (dx * dx + dy * dy) / (radius * radius)
      values[at] = off > 1 ? air : (values[at] ?? 0) - hardening * (1 - off) * (1 - off)
    }
}
