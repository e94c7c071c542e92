import { beforeAll, expect, it } from 'vitest'
import { tomographies, tomographyNames, tomographyZip } from '#demo/generate/tomography.ts'
import { sortFiles } from '#web/imaging/archive.ts'
import { readDicom } from '#web/imaging/dicom/read-dicom.ts'
import { writeDemo } from './head/artefacts.ts'
import { fields } from './head/sizes.ts'
import { serveWasm } from './serve-wasm.ts'

beforeAll(serveWasm)

it('the demo’s tomographies are of the catalogue’s four sizes', () => {
  const sizes = Object.values(tomographies).map(({ field, mm }) => [field.across, field.high, mm])
  for (const { field, mm } of Object.values(fields))
    expect(sizes).toContainEqual([field.across, field.high, mm])
})

it.each(tomographyNames)(
  'the demo’s %s is one volume with each slice of its field, in lossy JPEG 2000, with DEMO in it',
  async (name) => {
    const { field, mm } = tomographies[name]
    const [columns, count] = [Math.round(field.across / mm), Math.round(field.high / mm)]
    const { parts, notices } = await sortFiles([
      { name: 'a.zip', blob: new Blob([await tomographyZip(name)]) },
    ])
    const [{ slices = [], part } = { part: undefined }] = parts
    expect([part?.kind, parts.length, slices.length, notices]).toEqual(['volume', 1, count, []])
    expect(slices.map(({ placement }) => placement?.position[2].toFixed(3))).toEqual(
      Array.from({ length: count }, (_, at) => (at * mm).toFixed(3)),
    )

    const file = slices[Math.floor(count / 2)]?.source
    const dicom = await readDicom(new Uint8Array((await file?.bytes()) ?? []))
    expect(dicom.spacing(0)).toEqual({ known: 'mm', row: mm, column: mm })
    expect(dicom.header.transferSyntax).toBe('1.2.840.10008.1.2.4.91')
    const picture = await dicom.picture(0)
    if (picture.kind !== 'grey') throw new Error('not grey')
    expect([picture.columns, picture.rows]).toEqual([columns, columns])
    const inked = new Float32Array(columns * columns)
    writeDemo({ ...blank, columns, rows: columns, mm, values: inked })
    const means = [0, 0].map((_, ink) => {
      const own = [...picture.pixels].filter((_value, at) => inBand(at) && (inked[at] !== 0) === (ink === 1))
      return own.reduce((sum, value) => sum + value * picture.slope + picture.intercept, 0) / own.length
    })
    // Ink of 350 HU on air.
    expect(means[0]).toBeLessThan(-850)
    expect(means[1]).toBeGreaterThan(100)

    /** The corner that holds the letters. */
    function inBand(at: number) {
      const [row, column] = [Math.floor(at / columns), at % columns]
      return row > columns * 0.93 && column < columns * 0.13
    }
  },
)

const blank = { left: 0, front: 0, z: 0, bones: new Float32Array() }
