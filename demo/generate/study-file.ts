import { formatDay } from '#domain/days.ts'
import { onePagePdf } from './pdf.ts'
import { phantomScan, phantomVolume } from './phantoms.ts'
import { greyPng } from './png.ts'
import { createRandom } from './random.ts'
import type { StudyRow } from './studies.ts'

export type StudyFile = {
  bytes: Uint8Array<ArrayBuffer>
  type: 'application/pdf' | 'application/zip' | 'image/png' | 'application/octet-stream'
}

/**
 * The uploaded file of a demo study, by its extension: a phantom's volume or scan, a small picture like a
 * panoramic X-ray, or a page of text.
 */
export async function studyFile(seed: number, study: StudyRow, patientName: string): Promise<StudyFile> {
  if (study.file_name?.endsWith('.zip')) return { bytes: await phantomVolume(), type: 'application/zip' }
  if (study.file_name?.endsWith('.ply')) return { bytes: phantomScan(), type: 'application/octet-stream' }
  if (study.file_name?.endsWith('.png'))
    return { bytes: new Uint8Array(dentalArch(seed, study.id)), type: 'image/png' }
  const lines = [
    study.study_type,
    `Paciente: ${patientName}`,
    `Fecha: ${formatDay(study.study_date)}`,
    '',
    study.comments ?? 'Sin comentarios.',
    '',
    'Documento de demostración, sin validez clínica.',
  ]
  return { bytes: new Uint8Array(onePagePdf(lines)), type: 'application/pdf' }
}

/** Two rows of bright teeth on a curve, over a dark, grainy background. */
function dentalArch(seed: number, id: string): Buffer {
  const random = createRandom(seed, id)
  const [width, height] = [480, 240]
  const tooth = random.whole(22, 30)
  return greyPng(width, height, (x, y) => {
    const across = (x - width / 2) / (width / 2)
    const fromCurve = y - (height * 0.42 + 46 * across * across)
    const crown = Math.abs(Math.abs(fromCurve) - 26) < 22 - 6 * Math.abs(across)
    const gap = Math.abs(((x + tooth) % tooth) - tooth / 2) < tooth * 0.4
    const bone = 95 * Math.exp(-(fromCurve * fromCurve) / 9000)
    return 18 + bone * (1 - 0.4 * Math.abs(across)) + (crown && gap ? 95 : 0) + random.next() * 18
  })
}
