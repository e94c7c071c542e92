// @vitest-environment node
import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Item } from '#tools/imaging/dicom-elements.ts'
import { type DicomFile, imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { encodeRle } from '#tools/imaging/rle-encoder.ts'
import { blankIdentity, type Identifiers } from './blank-identity.ts'
import { readDataSet } from './data-set.ts'
import { readDicom } from './read-dicom.ts'

const pixels = Int16Array.from({ length: 15 }, (_, at) => at * 4000 - 30000)
const secret = 'SECRETO'

/** Everything that the basic profile of PS3.15 annex E names and a dental machine may write, and places where it may hide. */
const identity: Item = {
  '00080014': ['UI', `1.2.${secret}`],
  '00080020': ['DA', '20260115'],
  '00080021': ['DA', '20260115'],
  '00080022': ['DA', '20260115'],
  '0008002A': ['DT', '20260115101112'],
  '00080030': ['TM', '101112'],
  '00080050': ['SH', secret],
  '00080080': ['LO', secret],
  '00080081': ['ST', secret],
  '00080090': ['PN', secret],
  '00080092': ['ST', secret],
  '00080094': ['SH', secret],
  '00081010': ['SH', secret],
  '00081030': ['LO', secret],
  '0008103E': ['LO', secret],
  '00081040': ['LO', secret],
  '00081048': ['PN', secret],
  '00081050': ['PN', secret],
  '00081060': ['PN', secret],
  '00081070': ['PN', secret],
  '00081080': ['LO', secret],
  '00081140': ['SQ', { '00081155': ['UI', `1.2.${secret}`] }],
  '00082111': ['ST', secret],
  '00084000': ['LT', secret],
  '00100010': ['PN', `${secret}^Lucía`],
  '00100020': ['LO', secret],
  '00100021': ['LO', secret],
  '00100030': ['DA', '19900412'],
  '00100032': ['TM', '010203'],
  '00100040': ['CS', 'F'],
  '00101000': ['LO', secret],
  '00101001': ['PN', secret],
  '00101002': ['SQ', { '00100020': ['LO', secret] }],
  '00101010': ['AS', '036Y'],
  '00101040': ['LO', secret],
  '00101060': ['PN', secret],
  '00102154': ['SH', secret],
  '00102160': ['SH', secret],
  '001021B0': ['LT', secret],
  '00104000': ['LT', secret],
  '00120040': ['LO', secret],
  '00181000': ['LO', secret],
  '00181030': ['LO', secret],
  '00184000': ['LT', secret],
  '00200010': ['SH', secret],
  '00204000': ['LT', secret],
  '00280A04': ['LO', secret],
  '00281055': ['LO', secret],
  '00082218': ['SQ', { '00080100': ['SH', 'T-11170'], '00080104': ['LO', secret] }],
  '00284000': ['LT', secret],
  '00321032': ['PN', secret],
  '00324000': ['LT', secret],
  '00380010': ['LO', secret],
  '00400006': ['PN', secret],
  '00400254': ['LO', secret],
  '00400275': ['SQ', { '00321060': ['LO', secret], '00400007': ['LO', secret] }],
  '0040A730': ['SQ', { '0040A123': ['PN', secret] }],
  '00880200': ['SQ', { '00100010': ['PN', secret], '7FE00010': ['OW', new TextEncoder().encode(secret)] }],
  '00091001': ['LO', secret],
  '00291010': ['UN', new TextEncoder().encode(secret)],
  '00290010': ['LO', secret],
  '00292020': ['SQ', { '00100010': ['PN', secret] }],
  '60003000': ['OW', new TextEncoder().encode(secret)],
  '00280301': ['CS', 'NO'],
}

const shown: Item = {
  ...imageElements({ columns: 5, rows: 3, signed: true }),
  '00080005': ['CS', 'ISO_IR 192'],
  '00200032': ['DS', '1', '2', '3'],
  '00200037': ['DS', '1', '0', '0', '0', '1', '0'],
  '00280030': ['DS', '0.2', '0.3'],
  '00281050': ['DS', '40'],
  '00281051': ['DS', '400'],
  '00281052': ['DS', '-1000'],
  '00281053': ['DS', '2'],
  '52009229': [
    'SQ',
    {
      '00289110': ['SQ', { '00280030': ['DS', '0.2', '0.3'], '00100010': ['PN', secret] }],
      '00081070': ['PN', secret],
      '00291010': ['LO', secret],
    },
  ],
  '52009230': [
    'SQ',
    {
      '00209113': ['SQ', { '00200032': ['DS', '1', '2', '3'] }],
      '00209111': ['SQ', { '00209158': ['LT', secret] }],
    },
  ],
}

const elements: Item = { ...shown, ...identity }
const after = writeDicom({
  elements: { FFFAFFFA: ['SQ', { '04000110': ['LO', secret] }] },
  preamble: false,
  meta: false,
})

function opened(file: Uint8Array): string {
  const text = Buffer.from(file).toString('latin1')
  const meta = text.indexOf('1.2.840.10008.1.2.1.99')
  if (meta < 0) return text
  const length = file.length > 140 ? new DataView(file.buffer, file.byteOffset).getUint32(140, true) : 0
  return text.slice(0, 144 + length) + inflateRawSync(file.subarray(144 + length)).toString('latin1')
}

describe('a copy without the patient’s data', () => {
  const ways: [string, Partial<DicomFile>][] = [
    ['explicit', { pixels, syntax: 'explicit' }],
    ['implicit', { pixels, syntax: 'implicit' }],
    ['big endian', { pixels, syntax: 'bigEndian' }],
    ['deflated', { pixels, syntax: 'deflated' }],
    ['with delimiters', { pixels, lengths: 'undefined' }],
    ['implicit with delimiters', { pixels, syntax: 'implicit', lengths: 'undefined' }],
    ['without preamble and group 0002', { pixels, preamble: false, meta: false }],
    ['with a signature after the pixels', { pixels, after }],
    ['RLE', { frames: [[encodeRle(pixels)]], syntax: 'rle' }],
    ['RLE with a table of 64 bits', { frames: [[encodeRle(pixels)]], syntax: 'rle', offsets: 'extended' }],
  ]

  it.each(ways)('%s: not one byte of it is left, and the picture is the same', async (_, way) => {
    const file = writeDicom({ elements, ...way })
    expect(opened(file)).toContain(secret)
    const before = file.slice()
    const { bytes, burnedIn } = await blankIdentity(file)
    expect(file).toEqual(before)
    expect(burnedIn).toBe('no')
    for (const left of [secret, 'Luc', '19900412', '20260115', '101112', '036Y', '1.2.3'])
      expect(opened(bytes)).not.toContain(left)
    const [original, copy] = [await readDicom(file), await readDicom(bytes)]
    const [seen, seenCopy] = [await original.picture(0), await copy.picture(0)]
    expect(seenCopy).toEqual({ ...seen, windows: [{ center: 40, width: 400 }] })
    expect((await copy.picture(0)).pixels).toEqual(pixels)
    expect(copy.placement(0)).toEqual({ position: [1, 2, 3], row: [1, 0, 0], column: [0, 1, 0] })
    expect(copy.spacing(0)).toEqual({ known: 'mm', row: 0.2, column: 0.3 })
    expect(copy.header).toEqual({
      ...original.header,
      patientName: undefined,
      patientId: undefined,
      birthDate: undefined,
      studyDate: undefined,
      description: undefined,
      seriesId: expect.stringMatching(/^2\.25\.\d+$/),
      instanceId: expect.stringMatching(/^2\.25\.\d+$/),
    })
  })

  it('says that it is one', async () => {
    const { data } = await readDataSet((await blankIdentity(writeDicom({ elements, pixels }))).bytes)
    expect(data.string('x00120062')).toBe('YES')
    expect(data.elements.x00100010?.length).toBe(0)
  })

  it('files of one series stay one in a share, and are another in the next', async () => {
    const first = writeDicom({ elements: { ...elements, '00080018': ['UI', '1.9.1'] }, pixels })
    const second = writeDicom({ elements: { ...elements, '00080018': ['UI', '1.9.2'] }, pixels })
    const share: Identifiers = new Map()
    const uids = async (file: Uint8Array, identifiers?: Identifiers) => {
      const { data, meta } = await readDataSet((await blankIdentity(file, identifiers)).bytes)
      expect(meta.string('x00020003')).toBe(data.string('x00080018'))
      return {
        study: data.string('x0020000d'),
        series: data.string('x0020000e'),
        instance: data.string('x00080018'),
      }
    }
    const [a, b, other] = [await uids(first, share), await uids(second, share), await uids(first)]
    expect({ ...b, instance: '' }).toEqual({ ...a, instance: '' })
    expect(b.instance).not.toBe(a.instance)
    expect(other.series).not.toBe(a.series)
  })

  it.each([
    ['CT', {}, 'no'],
    ['PX', {}, 'possible'],
    ['PX', { '00280301': ['CS', 'NO'] }, 'no'],
    ['CT', { '00280301': ['CS', 'YES'] }, 'yes'],
    ['CT', { '00080016': ['UI', '1.2.840.10008.5.1.4.1.1.7'] }, 'possible'],
  ] satisfies [string, Item, string][])(
    'names drawn in the pixels of %s %o: %s',
    async (modality, more, burnedIn) => {
      const file = writeDicom({
        elements: { ...imageElements({ columns: 5, rows: 3, modality }), ...more },
        pixels,
      })
      expect((await blankIdentity(file)).burnedIn).toBe(burnedIn)
    },
  )

  it.each([
    ['no_pixels', writeDicom({ elements: { '00080060': ['CS', 'SR'], ...identity } })],
    ['truncated', writeDicom({ elements, pixels }).slice(0, -4)],
    ['not_an_image', new TextEncoder().encode('%PDF-1.7 and so on and so on')],
    ['empty', new Uint8Array()],
  ])('none of what cannot be shown: %s', async (problem, file) => {
    await expect(blankIdentity(file)).rejects.toMatchObject({ problem })
  })
})
