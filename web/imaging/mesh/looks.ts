import type { Vector } from '#web/imaging/types.ts'
import type { MeshData } from './mesh.ts'

/** Plaster first, then tints as distinct as plaster allows. */
const tints = ['#e8dcc3', '#b9cfdd', '#d8bfc8', '#c3d3b4', '#d9c49c', '#c2bddb'] as const

/** The colour (sRGB, '#rrggbb') of a study's scan that has none of its own. */
export const tintOf = (scan: number): string => tints[scan % tints.length] ?? tints[0]

/**
 * Lamps that move with the eye (right, up, towards it): a strong one from above left so that cusps cast shade, a weak one from the
 * right against black.
 */
export const lamps: readonly { color: string; strength: number; from: Vector }[] = [
  { color: '#fff8ee', strength: 2.5, from: [-0.75, 0.9, 0.8] },
  { color: '#dfeaf2', strength: 0.7, from: [0.9, -0.2, 0.6] },
  { color: '#ffffff', strength: 0.5, from: [0, 0, 1] },
]
/** White light from everywhere. */
export const ambient = 0.4

/** sRGB bytes as light, 0 to 1. */
export const light = Float32Array.from({ length: 256 }, (_, byte) => {
  const part = byte / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
})

/** A colour a point as light, 0 to 65535: the scan's own or white, darker in grooves. */
export function paint({ relief, colors }: MeshData, own: boolean): Uint16Array<ArrayBuffer> {
  const result = new Uint16Array(relief.length * 3)
  for (let point = 0; point < relief.length; point++) {
    const depth = ((relief[point] ?? 128) - 128) / 128
    const shade = depth < 0 ? Math.max(0.35, 1 + depth * 1.1) : Math.min(1, 0.95 + depth * 0.4)
    for (let i = point * 3; i < point * 3 + 3; i++)
      result[i] = 65_535 * shade * (own && colors ? (light[colors[i] ?? 0] ?? 1) : 1)
  }
  return result
}
