import { readFileSync } from 'node:fs'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import type { Person } from './accounts.ts'

export type Examined = Pick<Person, 'full_name' | 'age'>

type FilmedStudy = { id: string; study_type: string; study_date: string }

/** Millimetres a pixel, as lab/illustrations draws them. */
const spacings = { PX: 1 / 7.2, DX: 0.2 }

/** The bytes of a picture in demo/assets, drawn by lab/illustrations/demo.mjs. */
export const picture = (file: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(`../assets/${file}`, import.meta.url)))

/** A film as DICOM, with its patient's name. */
export function filmDicom(name: string, study: FilmedStudy, patient: Examined): Uint8Array<ArrayBuffer> {
  const panoramic = name.startsWith('panoramica')
  const jpeg = picture(`${name}.jpg`)
  const modality = panoramic ? 'PX' : 'DX'
  const spacing = spacings[modality].toFixed(4)
  const uid = `2.25.${BigInt(`0x${study.id.replaceAll('-', '')}`)}`
  const { bits, ...size } = frameOf(jpeg)
  return writeDicom({
    syntax: bits === 8 ? 'jpegBaseline' : 'jpegExtended',
    frames: [[jpeg]],
    elements: {
      ...imageElements({ ...size, allocated: bits === 8 ? 8 : 16, stored: bits, modality }),
      '00080005': ['CS', 'ISO_IR 192'],
      '00080016': ['UI', '1.2.840.10008.5.1.4.1.1.1.1'],
      '00080018': ['UI', `${uid}.1`.slice(0, 64)],
      '00080020': ['DA', study.study_date.replaceAll('-', '')],
      '00081030': ['LO', study.study_type],
      '00100010': ['PN', dicomName(patient.full_name)],
      ...(patient.age !== null && { '00101010': ['AS', `${String(patient.age).padStart(3, '0')}Y`] }),
      '00181164': ['DS', spacing, spacing],
      // A panoramic magnifies unevenly, so nobody may measure millimetres in one.
      ...(!panoramic && { '00280030': ['DS', spacing, spacing], '00280A02': ['CS', 'GEOMETRY'] }),
      '0020000D': ['UI', uid],
      '0020000E': ['UI', `${uid}.2`.slice(0, 64)],
      '00281050': ['DS', String(2 ** (bits - 1))],
      '00281051': ['DS', String(2 ** bits)],
      '00282110': ['CS', '01'],
    },
  })
}

/** 'Mariana López Hernández' becomes 'López Hernández^Mariana'. */
function dicomName(fullName: string): string {
  const words = fullName.split(' ')
  return `${words.slice(-2).join(' ')}^${words.slice(0, -2).join(' ')}`
}

/** What a JPEG's frame header says (T.81 B.2.2), baseline or extended. */
function frameOf(jpeg: Uint8Array): { bits: number; columns: number; rows: number } {
  const view = new DataView(jpeg.buffer, jpeg.byteOffset)
  for (let at = 2; at < jpeg.length; at += 2 + view.getUint16(at + 2))
    if ([0xffc0, 0xffc1].includes(view.getUint16(at)))
      return { bits: view.getUint8(at + 4), rows: view.getUint16(at + 5), columns: view.getUint16(at + 7) }
  throw new Error('Una radiografía de la demostración no es un JPEG.')
}
