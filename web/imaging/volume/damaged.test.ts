// @vitest-environment node
import { expect, it } from 'vitest'
import { createPhantom, scan } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, type NamedFile, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { volumeHere } from '#tools/imaging/volume-here.ts'

// Slices whose pixels cannot be read: a few are filled from their neighbours, as missing ones are.

const phantom = createPhantom(8, [48, 40, 50])
const raster = { columns: 48, rows: 40, mmAcross: 1, mmDown: 1 }
const slices = axialSlices(evenHeights(50, 1))
const whole = phantomFiles(phantom, slices, raster)

/** The files, those of some heights (mm) cut in the middle of their pixels. */
function cutAt(...heights: number[]): NamedFile[] {
  // The place of a file among the names does not say its height.
  const names = heights.map((height) => `EXAMEN/S1/${String((height * 37) % 53).padStart(4, '0')}`)
  return whole.map((file) =>
    names.includes(file.name) ? { ...file, bytes: file.bytes.slice(0, file.bytes.length - 2000) } : file,
  )
}

const truth = (height: number) => {
  const slice = slices[height]
  if (!slice) throw new Error('There is such a slice')
  return scan(phantom, slice, raster)
}

it.each([[20], [0], [49], [25]])(
  'one damaged slice of fifty, at %i mm, does not keep the others from being a volume',
  async (at) => {
    const { study, volume } = await volumeHere(cutAt(at))
    expect(volume.size).toEqual([48, 40, 50])
    expect(volume.notices).toEqual([{ kind: 'damaged_slices', count: 1 }])
    for (const height of [at - 1, at + 1].filter((one) => one >= 0 && one < 50))
      expect((await volume.cut('axial', height)).values).toEqual(truth(height))
    study.close()
  },
)

it('the place of a damaged slice is filled with a mixture of the two beside it', async () => {
  const { study, volume } = await volumeHere(cutAt(20))
  const [below, above] = [truth(19), truth(21)]
  const { values } = await volume.cut('axial', 20)
  expect([...values]).toEqual(
    [...below].map((value, at) => Math.round(value + ((above[at] ?? 0) - value) / 2)),
  )
  study.close()
})

it('slices of which more than a quarter are damaged are no volume', async () => {
  const many = Array.from({ length: 13 }, (_, at) => at * 3)
  await expect(volumeHere(cutAt(...many))).rejects.toMatchObject({ problem: 'truncated' })
})

it('the slice itself says that it is damaged', async () => {
  const { study, id } = await volumeHere(cutAt(20))
  await expect(study.picture(id, 20)).rejects.toMatchObject({ problem: 'truncated' })
  study.close()
})
