import { formatDay } from '#domain/days.ts'
import { type Examined, filmOf } from './films.ts'
import { onePagePdf } from './pdf.ts'
import { phantomScan, phantomVolume } from './phantoms.ts'
import type { StudyRow } from './studies.ts'

export type StudyFile = {
  bytes: Uint8Array<ArrayBuffer>
  type: 'application/pdf' | 'application/zip' | 'application/octet-stream'
}

/**
 * The uploaded file of a demo study, by its extension: a phantom's volume or scan, a radiograph, or a
 * page of text.
 */
export async function studyFile(seed: number, study: StudyRow, patient: Examined): Promise<StudyFile> {
  if (study.file_name?.endsWith('.zip')) return { bytes: await phantomVolume(), type: 'application/zip' }
  if (study.file_name?.endsWith('.ply')) return { bytes: phantomScan(), type: 'application/octet-stream' }
  if (study.file_name?.endsWith('.dcm'))
    return { bytes: filmOf(seed, study, patient), type: 'application/octet-stream' }
  const lines = [
    study.study_type,
    `Paciente: ${patient.full_name}`,
    `Fecha: ${formatDay(study.study_date)}`,
    '',
    study.comments ?? 'Sin comentarios.',
    '',
    'Documento de demostración, sin validez clínica.',
  ]
  return { bytes: new Uint8Array(onePagePdf(lines)), type: 'application/pdf' }
}
