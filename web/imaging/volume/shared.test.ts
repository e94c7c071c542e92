// @vitest-environment node
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { centerOf, hillsOf } from '#tools/imaging/seen.ts'
import { serveWasm } from '#tools/imaging/serve-wasm.ts'
import { workerHere } from '#tools/imaging/worker-here.ts'
import { type OpenStudy, openThrough } from '#web/imaging/client.ts'
import { measure } from '#web/imaging/view/measure.ts'
import { pixelOf } from './places.ts'

// Studies that others made, where the folder beside the repository has them: they are too large to be part of it.

vi.setConfig({ testTimeout: 120_000 })

const folder = resolve(import.meta.dirname, '../../../../shared/imaging')
const here = existsSync(folder)

type Truth = {
  N: number
  Z: number
  spacing_mm: number
  teeth: { x: number; y: number; z0: number; z1: number; r_vox: number }[]
  marker_patient_right: { x: number; y: number; z: number }
}

serveWasm()

let open: OpenStudy | undefined
afterEach(() => open?.close())

async function volumeOf(name: string) {
  open = await openThrough(workerHere(), [{ name, blob: new Blob([await readFile(resolve(folder, name))]) }])
  return { open, volume: await open.volume(open.parts[0]?.id ?? '') }
}

if (!here) {
  it('../shared/imaging is not there: only generated studies are tested', () => {
    expect(here).toBe(false)
  })
}

describe.runIf(here).each([
  ['sintetico-cbct-slices.zip', 'sintetico-cbct-truth.json'],
  ['sintetico-cbct-multiframe.dcm', 'sintetico-cbct-multiframe-truth.json'],
])('a study that others made, %s', (name, truthName) => {
  it('is where its makers say: marker, lengths, angles and number of teeth', async () => {
    const truth: Truth = JSON.parse(await readFile(resolve(folder, truthName), 'utf8'))
    const { volume } = await volumeOf(name)
    expect(volume.size).toEqual([truth.N, truth.N, truth.Z])
    expect(volume.spacing).toEqual({ known: true, mm: Array(3).fill(expect.closeTo(truth.spacing_mm, 6)) })
    expect(volume.notices).toEqual([])

    const { x, y, z } = truth.marker_patient_right
    for (const plane of ['axial', 'coronal'] as const) {
      const expected = pixelOf(plane, [x, y, z], volume.size)
      const cut = await volume.cut(plane, expected.at)
      const seen = centerOf(cut, 2600, expected, 20)
      expect(Math.hypot((seen?.x ?? 99) - expected.x, (seen?.y ?? 99) - expected.y)).toBeLessThan(1)
      expect(seen?.x).toBeLessThan(cut.columns / 2)
    }

    const { z0 = 0, z1 = 0 } = truth.teeth[0] ?? {}
    const cut = await volume.cut('axial', (z0 + z1) / 2)
    const { spacing } = cut
    // Neighbours touch, so that only the middle of each is its own.
    const seen = truth.teeth.map((tooth) => centerOf(cut, 1500, tooth, tooth.r_vox - 1) ?? { x: 0, y: 0 })
    const last = truth.teeth.length - 1
    for (const [one, corner, other] of [
      [0, Math.floor(last / 2), last],
      [1, 0, last - 1],
    ] as const) {
      const places = [one, corner, other]
      const [a, b, c] = places.map((at) => seen[at] ?? { x: 0, y: 0 })
      const [p, q, r] = places.map((at) => truth.teeth[at] ?? { x: 0, y: 0 })
      if (!a || !b || !c || !p || !q || !r) throw new Error('no tooth')
      const square = { known: 'mm', column: truth.spacing_mm, row: truth.spacing_mm } as const
      const length = measure('length', [a, c], spacing)?.value ?? 0
      expect(Math.abs(length / (measure('length', [p, r], square)?.value ?? 1) - 1)).toBeLessThan(0.01)
      const angle = measure('angle', [a, b, c], spacing)?.value ?? 999
      expect(Math.abs(angle - (measure('angle', [p, q, r], square)?.value ?? 0))).toBeLessThan(1)
    }

    const panoramic = await volume.panoramic(await volume.arch(), { thicknessMm: 12 })
    const row = panoramic.rows - 1 - Math.round((z0 * 2 + z1) / 3)
    // Some of the teeth overlap, so that the valley between them is flat.
    expect(hillsOf(panoramic, row, 0.06)).toBe(truth.teeth.length)
  })
})

describe.runIf(here)('craneo-fantoma-ct-140-jpegls.zip', () => {
  it('is a head of 140 slices, upright, with its spacing', async () => {
    const { open, volume } = await volumeOf('craneo-fantoma-ct-140-jpegls.zip')
    expect(open.parts).toEqual([expect.objectContaining({ kind: 'volume', slices: 140 })])
    expect(volume.size).toEqual([512, 512, 140])
    expect(volume.spacing).toEqual({
      known: true,
      mm: [expect.closeTo(0.451, 3), expect.closeTo(0.451, 3), expect.closeTo(1, 3)],
    })
    expect(volume.unit).toBe('HU')
    // Air in front of the face and around the head, not around the back of it where the table is.
    const sagittal = await volume.cut('sagittal', 256)
    expect(sagittal.values[70 * 512 + 2]).toBeLessThan(-900)
    const arch = await volume.arch()
    const panoramic = await volume.panoramic(arch, { thicknessMm: 16 })
    expect(panoramic.rows).toBe(140)
    if (panoramic.spacing.known !== 'mm') throw new Error('It states its spacing')
    expect(panoramic.columns * panoramic.spacing.column).toBeGreaterThan(60)
  })
})
