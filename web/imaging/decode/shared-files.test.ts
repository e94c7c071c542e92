// @vitest-environment node
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { serveWasm } from '#tools/imaging/serve-wasm.ts'
import { blankIdentity } from '#web/imaging/dicom/blank-identity.ts'
import { readDicom } from '#web/imaging/dicom/read-dicom.ts'
import type { GreyPicture } from '#web/imaging/types.ts'

/** Machines' files, which are not part of the project; used if they are beside it. */
const folder = resolve(import.meta.dirname, '../../../../shared/imaging')
const there = existsSync(folder)

const file = (name: string) => new Uint8Array(readFileSync(resolve(folder, name)))

async function grey(name: string, frame = 0): Promise<GreyPicture> {
  const picture = await (await readDicom(file(name))).picture(frame)
  if (picture.kind !== 'grey') throw new Error(`${name} has colours`)
  return picture
}

function hash({ buffer, byteOffset, byteLength }: ArrayBufferView): string {
  return createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex')
}

beforeAll(serveWasm)
// Millions of pixels each, on machines that do other things besides.
if (!there)
  it('files of machines are not beside this checkout: none was read', () => expect(there).toBe(false))
else
  describe('files of machines', () => {
    /** The stored values of one CT slice, as they lie uncompressed in the big endian file, turned. */
    const slice = '1bee432808f49770bbc30d904e3e744082b0ba41704d4943e7de5bcb3e3d72f9'

    it.each([
      ['ct-bigendian.dcm', slice],
      ['ct-deflated.dcm', slice],
      ['ct-rle.dcm', slice],
      ['ct-jpeg-lossless-70.dcm', slice],
      ['ct-j2k-lossless.dcm', slice],
      ['ct-no-preamble.dcm', '7a481f6ffff833aef4d8bd54819bd8f472aaa7232090208e056c90eacf079926'],
      ['mr-padded.dcm', '88617aaa46138fb1b6e2a951e762d962382354d69f47f8c04d4abff2f6a6a63e'],
      ['cr-jpegls-lossless-26frag.dcm', '9ed5d9818c250bb81ff9093a6c4d5c6032df281fce82b9a288de65c74348301e'],
      ['phi-panoramica-lucia.dcm', '9ed5d9818c250bb81ff9093a6c4d5c6032df281fce82b9a288de65c74348301e'],
    ])('%s: every stored value', async (name, expected) => {
      expect(hash((await grey(name)).pixels)).toBe(expected)
    })

    it('the last of 80 frames', async () => {
      const name = 'sintetico-cbct-multiframe.dcm'
      const pixels = (await grey(name, 79)).pixels
      expect(hash(pixels)).toBe(hash(file(name).slice(-pixels.byteLength)))
    })

    it('12-bit JPEG is the same slice but for its losses', async () => {
      const [lossy, exact] = [await grey('ct-jpeg-ext12-51.dcm'), await grey('ct-rle.dcm')]
      let sum = 0
      for (let at = 0; at < exact.pixels.length; at++) {
        const value = (lossy.pixels[at] ?? 0) * lossy.slope + lossy.intercept
        sum += Math.abs(value - ((exact.pixels[at] ?? 0) * exact.slope + exact.intercept))
      }
      expect(sum / exact.pixels.length).toBeLessThan(10)
    })

    it('JPEG in colours is the palette’s pattern but for its losses', async () => {
      const [jpeg, palette] = await Promise.all(
        ['color-jpeg-baseline.dcm', 'color-palette.dcm'].map(async (name) =>
          (await readDicom(file(name))).picture(0),
        ),
      )
      let sum = 0
      for (let at = 0; at < (palette?.pixels.length ?? 0); at++) {
        sum += Math.abs((jpeg?.pixels[at] ?? 0) - (palette?.pixels[at] ?? 0))
      }
      expect(sum / (palette?.pixels.length ?? 1)).toBeLessThan(4)
    })

    it('lossy JPEG 2000, MONOCHROME1, no spacing', async () => {
      const picture = await grey('cr-mono1-j2k-lossy.dcm')
      expect(picture).toMatchObject({ inverted: true, range: [0, 1023], columns: 1760, rows: 1760 })
      expect(picture.spacing).toBeUndefined()
    })

    it.each([
      ['name-latin1.dcm', 'Jérôme Buc'],
      ['name-utf8.dcm', 'XiaoDong Wang'],
      ['phi-panoramica-lucia.dcm', 'LUCÍA FERNANDA PRUEBA'],
      ['sintetico-cbct-multiframe.dcm', 'RAÚL ÑÁÑEZ MUESTRA'],
    ])('%s: %s', async (name, patient) => {
      expect((await readDicom(file(name))).header.patientName).toBe(patient)
    })

    it.each([
      ['error-mr-truncated.dcm', 'truncated'],
      ['error-no-pixel-data.dcm', 'no_pixels'],
      ['error-pdf-renombrado.dcm', 'not_an_image'],
      ['imagen.png', 'not_an_image'],
      ['arcada.stl', 'not_an_image'],
    ])('%s: %s', async (name, problem) => {
      await expect(readDicom(file(name))).rejects.toMatchObject({ problem })
    })

    it('distances are the patient’s in the CT and the detector’s in the radiographs', async () => {
      expect((await grey('ct-rle.dcm')).spacing).toEqual({ known: 'mm', row: 0.675781, column: 0.675781 })
      expect((await grey('cr-jpegls-lossless-26frag.dcm')).spacing?.known).toBe('ratio')
      expect((await readDicom(file('ct-no-pixel-spacing.dcm'))).spacing(0)).toBeUndefined()
    })

    it.each([
      'ct-bigendian.dcm',
      'ct-deflated.dcm',
      'ct-rle.dcm',
      'ct-jpeg-lossless-70.dcm',
      'ct-j2k-lossless.dcm',
      'ct-no-preamble.dcm',
      'mr-padded.dcm',
      'color-palette.dcm',
      'color-jpeg-baseline.dcm',
      'sintetico-cbct-multiframe.dcm',
      'phi-panoramica-lucia.dcm',
    ])('%s without its patient’s data shows the same', async (name) => {
      const original = await readDicom(file(name))
      const { bytes, burnedIn } = await blankIdentity(file(name))
      const copy = await readDicom(bytes)
      for (const frame of [0, original.header.frames - 1]) {
        const [{ pixels: after, ...shown }, { pixels: before, ...said }] = [
          await copy.picture(frame),
          await original.picture(frame),
        ]
        expect(shown).toEqual(said)
        expect(hash(after)).toBe(hash(before))
        expect(copy.placement(frame)).toEqual(original.placement(frame))
      }
      // New UIDs are random numbers: one may hold '1990' by chance.
      const text = Buffer.from(bytes)
        .toString('latin1')
        .replaceAll(/2\.25\.\d+/g, '')
      for (const part of [original.header.patientId, original.header.patientName?.split(' ').at(-1)]) {
        if (part && part.length > 3) expect(text).not.toContain(part)
      }
      if (name.startsWith('phi')) {
        expect(burnedIn).toBe('yes')
        for (const left of ['LUC', 'PRUEBA', '1990', 'SINT']) expect(text.slice(0, 4000)).not.toContain(left)
      }
    })
  })
