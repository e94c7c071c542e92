import { assetOf, extensionOf } from './assets.ts'
import { type Examined, filmDicom, picture } from './films.ts'
import { scanZip } from './scans.ts'
import type { StudyRow } from './studies.ts'
import { isTomography, tomographyZip } from './tomography.ts'

export type StudyFile = {
  bytes: Uint8Array<ArrayBuffer>
  type: 'application/zip' | 'application/octet-stream' | 'image/jpeg' | 'image/png'
}

type Filed = Pick<StudyRow, 'id' | 'study_type' | 'study_date'>

/** The uploaded file of a demo study: a tomography, a scan of both jaws, a radiograph or a tracing. */
export const studyFile = (seed: number, study: StudyRow, patient: Examined): Promise<StudyFile> =>
  assetFile(assetOf(seed, study, patient), study, patient)

/** The file of which an asset is the picture. */
export async function assetFile(asset: string, study: Filed, patient: Examined): Promise<StudyFile> {
  const extension = extensionOf(asset)
  if (isTomography(asset)) return { bytes: await tomographyZip(asset), type: 'application/zip' }
  if (extension === 'zip') return { bytes: await scanZip(asset), type: 'application/zip' }
  if (extension === 'dcm')
    return { bytes: filmDicom(asset, study, patient), type: 'application/octet-stream' }
  const type = extension === 'png' ? 'image/png' : 'image/jpeg'
  return { bytes: picture(`${asset}.${extension}`), type }
}
