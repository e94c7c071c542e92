import type { Vector } from '#web/imaging/types.ts'
import { dot } from '#web/imaging/vectors.ts'
import type { Arrangement } from './arrange.ts'
import { ambient, lamps, light, paint, tintOf } from './looks.ts'
import type { MeshData } from './mesh.ts'
import { createRaster, type Raster } from './raster.ts'
import { unit } from './vectors.ts'

/** Part of the picture that stays black on each side. */
const margin = 0.04

/**
 * All scans of a study from the front, the patient's right on the left, as the viewer lights them: with their own colours,
 * else with the viewer's tints. Drawn by the processor, so it needs no WebGL. `side` is the longer side in pixels; RGBA on black.
 */
export function drawFront(scans: MeshData[], { up, front, left }: Arrangement, side: number): Raster {
  const axes = [left, up, front] as const
  const [low, high] = extentOf(scans, axes)
  const [width, height] = [high[0] - low[0], high[1] - low[1]]
  const scale = (side * (1 - 2 * margin)) / (Math.max(width, height) || 1)
  const edge = side * margin
  const raster = createRaster(Math.round(width * scale + 2 * edge), Math.round(height * scale + 2 * edge))
  for (const [at, scan] of scans.entries()) {
    const places = new Float32Array(scan.positions.length)
    for (let i = 0; i < places.length; i += 3) {
      const place = vectorAt(scan.positions, i)
      places[i] = edge + (dot(place, left) - low[0]) * scale
      places[i + 1] = edge + (high[1] - dot(place, up)) * scale
      places[i + 2] = dot(place, front) * scale
    }
    raster.draw(places, shadedColors(scan, axes, tintOf(at)), scan.indices)
  }
  return raster
}

const vectorAt = (values: Float32Array, at: number): Vector => [
  values[at] ?? 0,
  values[at + 1] ?? 0,
  values[at + 2] ?? 0,
]

function extentOf(
  scans: MeshData[],
  axes: readonly Vector[],
): [low: [number, number], high: [number, number]] {
  const low: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const high: [number, number] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const [across = [1, 0, 0], above = [0, 1, 0]] = axes
  for (const { positions } of scans)
    for (let i = 0; i < positions.length; i += 3) {
      const place = vectorAt(positions, i)
      const [x, y] = [dot(place, across), dot(place, above)]
      if (x < low[0]) low[0] = x
      if (x > high[0]) high[0] = x
      if (y < low[1]) low[1] = y
      if (y > high[1]) high[1] = y
    }
  return [low, high]
}

const channels = [0, 1, 2] as const
const lightOf = (color: string) =>
  channels.map((channel) => light[Number.parseInt(color.slice(1 + channel * 2, 3 + channel * 2), 16)] ?? 1)

/** The colour of each point (sRGB bytes) under the lamps; `axes` are those of the eye. Surfaces are lit from both sides. */
function shadedColors(scan: MeshData, axes: readonly Vector[], tint: string): Uint8Array {
  const own = scan.colors !== undefined
  const painted = paint(scan, own)
  const base = own ? [1, 1, 1] : lightOf(tint)
  const lit = lamps.map(({ color, strength, from }) => ({
    towards: unit(from),
    light: lightOf(color).map((part) => part * strength),
  }))
  const colors = new Uint8Array(painted.length)
  const [across = [1, 0, 0], above = [0, 1, 0], ahead = [0, 0, 1]] = axes
  for (let i = 0; i < painted.length; i += 3) {
    const normal = vectorAt(scan.normals, i)
    const depth = dot(normal, ahead)
    const turn = depth < 0 ? -1 : 1
    const seen: Vector = [dot(normal, across) * turn, dot(normal, above) * turn, depth * turn]
    for (const channel of channels) {
      let sum = ambient
      for (const { towards, light } of lit) sum += Math.max(0, dot(seen, towards)) * (light[channel] ?? 0)
      colors[i + channel] = byteOf(
        (((painted[i + channel] ?? 0) / 65_535) * (base[channel] ?? 1) * sum) / Math.PI,
      )
    }
  }
  return colors
}

/** Light, 0 to 1, as an sRGB byte. */
function byteOf(part: number): number {
  const shown = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
  return Math.round(255 * Math.min(1, shown))
}
