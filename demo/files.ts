import { besideFile } from '#domain/study-preview.ts'
import type { Database } from '#server/base/database.ts'
import type { Identity, Keys, Service } from '#server/identity.ts'
import { createStorage } from '#server/storage/storage.ts'
import type { Examined } from './generate/films.ts'
import { previewOf } from './generate/previews.ts'
import type { StudyRow } from './generate/studies.ts'
import { studyFile } from './generate/study-file.ts'

export type FileStore = { database: Database; folder: string; keys: Keys }

/**
 * Uploads each study's file and its pictures as its doctor, through the storage service and its policies, exactly as a
 * browser would. Skips what is there, so that an interrupted seeding can continue.
 */
export async function storeStudyFiles(
  store: FileStore,
  seed: number,
  studies: readonly StudyRow[],
  patientOf: (patientId: string) => Examined,
): Promise<void> {
  const doors = new Map<string, Service>()
  for (const study of studies) {
    const { file_url } = study
    if (file_url === null) continue
    const claims = { sub: study.doctor_id, role: 'authenticated', aal: 'aal1' }
    const identity: Identity = { role: 'authenticated', claims }
    const storage = doors.get(study.doctor_id) ?? storageOf(store, identity)
    doors.set(study.doctor_id, storage)
    const patient = patientOf(study.patient_id)
    const { bytes, type } = await studyFile(seed, study, patient)
    await upload(storage, file_url, bytes, type)
    const { pictures, row } = previewOf(seed, { ...study, file_url }, patient)
    for (const [name, picture] of pictures) {
      await upload(storage, besideFile(file_url, name), picture, 'image/webp')
    }
    await store.database.as(identity, async (tx) => {
      const { rows } = await tx.query('select from public.study_previews where study_id = $1', [study.id])
      if (rows.length > 0) return
      await tx.query('select public.put_study_preview($1, $2)', [study.id, JSON.stringify(row)])
    })
  }
}

/** The storage service as somebody uses it. */
export function storageOf({ database, folder, keys }: FileStore, identity: Identity): Service {
  return createStorage({ database, folder, keys, identify: async () => identity })
}

/** Puts a file into bucket study_files; one that is there stays. */
export async function upload(
  storage: Service,
  path: string,
  body: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<void> {
  const address = `http://127.0.0.1/storage/v1/object/study_files/${path}`
  const answer = await storage(
    new Request(address, { method: 'POST', headers: { 'content-type': type }, body }),
  )
  if (!answer.ok && !(await isDuplicate(answer))) {
    throw new Error(`No se pudo guardar un archivo de la demostración (${answer.status}).`)
  }
}

async function isDuplicate(answer: Response): Promise<boolean> {
  const body: unknown = await answer.json().catch(() => null)
  return typeof body === 'object' && body !== null && Reflect.get(body, 'error') === 'Duplicate'
}
