import type { Database } from '#server/db/database.ts'
import type { Keys, Service } from '#server/identity.ts'
import { createStorage } from '#server/storage/storage.ts'
import type { Examined } from './generate/films.ts'
import type { StudyRow } from './generate/studies.ts'
import { studyFile } from './generate/study-file.ts'

export type FileStore = { database: Database; folder: string; keys: Keys }

/**
 * Uploads each study's file as its doctor, through the storage service and its policies, exactly as a browser
 * would. Skips existing files, so that an interrupted seeding can continue.
 */
export async function storeStudyFiles(
  { database, folder, keys }: FileStore,
  seed: number,
  studies: readonly StudyRow[],
  patientOf: (patientId: string) => Examined,
): Promise<void> {
  const doors = new Map<string, Service>()
  for (const study of studies) {
    const claims = { sub: study.doctor_id, role: 'authenticated', aal: 'aal1' }
    const identify = async () => ({ role: 'authenticated' as const, claims })
    const storage = doors.get(study.doctor_id) ?? createStorage({ database, folder, keys, identify })
    doors.set(study.doctor_id, storage)
    const { bytes, type } = await studyFile(seed, study, patientOf(study.patient_id))
    const answer = await storage(
      new Request(`http://127.0.0.1/storage/v1/object/study_files/${study.file_url}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: bytes,
      }),
    )
    if (!answer.ok && !(await isDuplicate(answer))) {
      throw new Error(`No se pudo guardar un archivo de la demostración (${answer.status}).`)
    }
  }
}

async function isDuplicate(answer: Response): Promise<boolean> {
  const body: unknown = await answer.json().catch(() => null)
  return typeof body === 'object' && body !== null && Reflect.get(body, 'error') === 'Duplicate'
}
