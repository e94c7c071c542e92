import { createStudy } from '#web/imaging/worker/study.ts'
import { sentName } from './chosen.ts'
import { problemOf } from './openable.ts'
import { pack } from './pack.ts'
import type { PrepareAnswer, Prepared, PrepareQuestion } from './prepare.ts'
import { thumbnailOf, thumbnailOfPhoto } from './thumbnail.ts'

/** Packs the chosen files and looks into them; to cancel, end the worker. */
addEventListener('message', async ({ data: files }: MessageEvent<PrepareQuestion>) => {
  try {
    const [first] = files
    const file =
      files.length === 1 && first
        ? first.file
        : await pack(files, sentName(files), (progress) => answer({ progress }))
    answer({ prepared: { file, ...(await look(files)) } })
  } catch (error) {
    answer({ failure: error instanceof Error ? error.message : String(error) })
  }
})

/** The patient that the files name, and a small picture. What cannot be read says nothing and is sent anyway. */
async function look(files: PrepareQuestion): Promise<Omit<Prepared, 'file'>> {
  const people = new Map<string, Prepared['people'][number]>()
  try {
    const study = createStudy()
    const context = { signal: new AbortController().signal, onProgress: () => {} }
    const named = files.map(({ path, file }) => ({ name: path, blob: file }))
    const { parts } = await study.open({ files: named }, context)
    for (const part of parts) {
      if (!('header' in part)) continue
      const { patientName: name, birthDate } = part.header
      if (name || birthDate) people.set(`${name}/${birthDate}`, { name, birthDate })
    }
    const shown = parts.find((part) => 'header' in part || part.kind === 'photo')
    const thumbnail =
      shown &&
      (await (shown.kind === 'photo'
        ? study.blob({ id: shown.id }, context).then(thumbnailOfPhoto)
        : study.picture({ id: shown.id }, context).then(thumbnailOf)
      ).catch(() => undefined))
    return { people: [...people.values()], thumbnail, problem: problemOf(parts) }
  } catch {
    return { people: [...people.values()], thumbnail: undefined, problem: null }
  }
}

function answer(message: PrepareAnswer): void {
  postMessage(message)
}
