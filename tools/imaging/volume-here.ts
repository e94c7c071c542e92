import { type OpenStudy, openThrough, type Volume } from '#web/imaging/client.ts'
import type { NamedFile } from './phantom-files.ts'
import { workerHere } from './worker-here.ts'

/**
 * Opens generated files through a worker in this thread and loads their
 * volume, which must be their only part. Close the study at the end.
 */
export async function volumeHere(
  files: NamedFile[],
  memory?: number,
): Promise<{ study: OpenStudy; id: string; volume: Volume }> {
  const blobs = files.map(({ name, bytes }) => ({ name, blob: new Blob([bytes]) }))
  const study = await openThrough(workerHere(), blobs, { memory })
  const [part, ...others] = study.parts
  if (part?.kind !== 'volume' || others.length > 0)
    throw new Error(`Not one volume but ${JSON.stringify(study.parts)}`)
  return { study, id: part.id, volume: await study.volume(part.id) }
}
