// @vitest-environment node
import { expect, it } from 'vitest'
import { archPhantom } from '#tools/imaging/arch-phantom.ts'
import { writePly, writeStl } from '#tools/imaging/mesh-writer.ts'
import { arrange } from './arrange.ts'
import { drawFront } from './draw-front.ts'
import type { Raster } from './raster.ts'
import { createRaster } from './raster.ts'
import { readMesh } from './read-mesh.ts'

const colorAt = ({ columns, rows, pixels }: Raster, x: number, y: number) => {
  const at = (Math.floor(y * rows) * columns + Math.floor(x * columns)) * 4
  return [...pixels.subarray(at, at + 3)]
}

it('shows what lies in front, whatever is drawn first', () => {
  const triangle = (z: number) => Float32Array.of(0, 0, z, 10, 0, z, 0, 10, z)
  const color = (red: number, green: number) =>
    Uint8Array.from({ length: 9 }, (_, at) => [red, green, 0][at % 3] ?? 0)
  const raster = createRaster(10, 10)
  raster.draw(triangle(5), color(255, 0), Uint32Array.of(0, 1, 2))
  raster.draw(triangle(1), color(0, 255), Uint32Array.of(2, 1, 0))
  expect(colorAt(raster, 0.2, 0.2)).toEqual([255, 0, 0])
  expect([...raster.pixels.subarray(-4)]).toEqual([0, 0, 0, 255])
})

it('draws both jaws from the front, the upper one above, in their own colours and in plaster', () => {
  const scans = [
    {
      name: 'inferior.stl',
      data: readMesh(writeStl(archPhantom({ jaw: 'lower', triangles: 4000 })), 'stl'),
    },
    {
      name: 'superior.ply',
      data: readMesh(writePly(archPhantom({ jaw: 'upper', triangles: 4000 }), 'ascii'), 'ply'),
    },
  ]
  const lying = arrange(scans.map(({ name, data }) => ({ name, orientation: data.orientation })))
  const raster = drawFront(
    scans.map(({ data }) => data),
    lying,
    200,
  )
  expect([raster.columns, raster.rows]).toEqual([200, 114])
  const [gum, plaster] = [colorAt(raster, 0.44, 0.12), colorAt(raster, 0.44, 0.8)]
  expect((gum[0] ?? 0) - (gum[1] ?? 0)).toBeGreaterThan(40)
  expect(Math.abs((plaster[0] ?? 0) - (plaster[1] ?? 0))).toBeLessThan(25)
  expect(plaster[0]).toBeGreaterThan(120)
  // Nothing is cut off, and the ground is black.
  const [left, above] = [colorAt(raster, 0.01, 0.5), colorAt(raster, 0.5, 0.01)]
  expect([...left, ...above]).toEqual([0, 0, 0, 0, 0, 0])
})
