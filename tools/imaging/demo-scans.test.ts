import { beforeAll, describe, expect, it } from 'vitest'
import { scanNames, scanZip } from '#demo/generate/scans.ts'
import { sortFiles } from '#web/imaging/archive.ts'
import { arrange } from '#web/imaging/mesh/arrange.ts'
import type { MeshData } from '#web/imaging/mesh/mesh.ts'
import { readMesh } from '#web/imaging/mesh/read-mesh.ts'

type Scan = { name: string; data: MeshData }

async function scansOf(name: string): Promise<Scan[]> {
  const { parts } = await sortFiles([{ name: 'escaneo.zip', blob: new Blob([await scanZip(name)]) }])
  return Promise.all(
    parts.map(async ({ part, source }) => {
      if (part.kind !== 'mesh') throw new Error(part.kind)
      return { name: part.name, data: readMesh(new Uint8Array(await source.bytes()), part.format) }
    }),
  )
}

const cell = 1

/**
 * The distance of each point of `one` to `other`, mm, below 0 inside it, by the nearest point's normal; points farther
 * than a millimetre or two are left out. `lift` moves `one` to the head first.
 */
function distances(one: MeshData, other: MeshData, lift = 0): { x: number; mm: number }[] {
  const key = (x: number, y: number, z: number) => (x * 1000 + y) * 1000 + z
  const cells = new Map<number, number[]>()
  const place = (value: number) => Math.floor(value / cell) + 400
  const { positions: there, normals } = other
  for (let i = 0; i < there.length; i += 3) {
    const at = key(place(there[i] ?? 0), place(there[i + 1] ?? 0), place(there[i + 2] ?? 0))
    const list = cells.get(at)
    if (list) list.push(i)
    else cells.set(at, [i])
  }
  const result: { x: number; mm: number }[] = []
  for (let p = 0; p < one.positions.length; p += 3) {
    const [x = 0, y = 0, z = 0] = one.positions.subarray(p, p + 3)
    let nearest = { square: Number.POSITIVE_INFINITY, at: 0 }
    for (let i = -1; i <= 1; i++)
      for (let j = -1; j <= 1; j++)
        for (let k = -1; k <= 1; k++)
          for (const at of cells.get(key(place(x) + i, place(y) + j, place(z + lift) + k)) ?? []) {
            const [u = 0, v = 0, w = 0] = there.subarray(at, at + 3)
            const square = (x - u) ** 2 + (y - v) ** 2 + (z + lift - w) ** 2
            if (square < nearest.square) nearest = { square, at }
          }
    if (nearest.square === Number.POSITIVE_INFINITY) continue
    const { at } = nearest
    const [u = 0, v = 0, w = 0] = there.subarray(at, at + 3)
    const [nx = 0, ny = 0, nz = 0] = normals.subarray(at, at + 3)
    const side = (x - u) * nx + (y - v) * ny + (z + lift - w) * nz
    result.push({ x, mm: Math.sign(side) * Math.sqrt(nearest.square) })
  }
  return result
}

const deepest = (of: { mm: number }[]) => -Math.min(...of.map(({ mm }) => mm))
const touching = (of: { mm: number }[]) => of.filter(({ mm }) => Math.abs(mm) <= 0.3).length

describe.each(scanNames)('the demo’s intraoral scan %s', (name) => {
  let scans: Scan[]
  let [upper, lower]: MeshData[] = []
  beforeAll(async () => {
    scans = await scansOf(name)
    const find = (jaw: string) => scans.find((scan) => scan.name.includes(jaw))?.data
    upper = find('superior')
    lower = find('inferior')
  })
  const jaws = () => {
    if (!upper || !lower) throw new Error('A jaw is missing.')
    return { upper, lower }
  }

  it('is one archive of two jaws that lie as the viewer shows them', () => {
    expect(scans.map((scan) => scan.name)).toEqual(['inferior.ply', 'superior.ply'])
    const { jaws, up, front } = arrange(scans.map((scan) => ({ ...scan.data, name: scan.name })))
    expect(jaws).toEqual(['lower', 'upper'])
    expect([up, front].map((axis) => axis.map((part) => Math.round(part) + 0))).toEqual([
      [0, 0, 1],
      [0, -1, 0],
    ])
  })

  it('has 60,000 to 150,000 triangles a jaw, in the colours of crowns and gum', () => {
    for (const { indices, colors = new Uint8Array() } of Object.values(jaws())) {
      expect(indices.length / 3).toBeGreaterThan(60_000)
      expect(indices.length / 3).toBeLessThan(150_000)
      let crowns = 0
      let gum = 0
      for (let i = 0; i < colors.length; i += 3) {
        const [red = 0, green = 0, blue = 0] = colors.subarray(i, i + 3)
        if (green > 190 && blue > 140) crowns += 1
        if (red > green * 1.3 && red > blue * 1.3) gum += 1
      }
      expect(crowns).toBeGreaterThan(colors.length / 3 / 5)
      expect(gum).toBeGreaterThan(colors.length / 3 / 5)
    }
  })

  it('bites: the jaws touch on both sides, and none goes 0.3 mm into the other', () => {
    const { upper, lower } = jaws()
    const above = distances(upper, lower)
    expect(deepest(above)).toBeLessThan(0.3)
    expect(deepest(distances(lower, upper))).toBeLessThan(0.3)
    for (const side of [-1, 1]) expect(touching(above.filter(({ x }) => x * side > 15))).toBeGreaterThan(50)
    // What would be seen of jaws that do not fit.
    expect(deepest(distances(upper, lower, -0.6))).toBeGreaterThan(0.5)
    expect(touching(distances(upper, lower, 1))).toBe(0)
  })
})
