import { type SortedPart, sortFiles } from '#web/imaging/archive.ts'
import { asImagingError } from '#web/imaging/problems.ts'
import { type ChosenFile, sentName } from './chosen.ts'
import { encode } from './encode.ts'
import { indexOfFile } from './index-of-file.ts'
import { makePreview } from './make-preview.ts'
import { problemOf } from './openable.ts'
import { pack } from './pack.ts'
import type { FoundInFiles, PrepareAnswer, PrepareQuestion } from './prepare.ts'
import { type MadePreview, nothingMade } from './preview.ts'

/** Packs the chosen files and looks into them, then makes their pictures; to cancel, end the worker. */
addEventListener('message', async ({ data: files }: MessageEvent<PrepareQuestion>) => {
  try {
    const [first] = files
    const file =
      files.length === 1 && first
        ? first.file
        : await pack(files, sentName(files), (progress) => answer({ progress }))
    const parts = await sorted(files)
    answer({ prepared: { file, ...(parts ? found(parts) : { people: [], problem: null }) } })
    answer({ preview: parts ? await previewOf(file, parts) : nothingMade(null, 'not_loaded') })
  } catch (error) {
    answer({ failure: asImagingError(error).message })
  }
})

/** What is seen of the files at once, and where their pictures lie in the file that is sent: it may do without. */
async function previewOf(file: File, parts: SortedPart[]): Promise<MadePreview> {
  const made = await makePreview(parts, encode)
  return { ...made, index: await indexOfFile(file, parts).catch(() => undefined) }
}

/** What the files hold. What cannot be looked into is sent anyway. */
async function sorted(files: ChosenFile[]): Promise<SortedPart[] | undefined> {
  try {
    return (await sortFiles(files.map(({ path, file }) => ({ name: path, blob: file })))).parts
  } catch {
    return undefined
  }
}

/** The patients that the files name, and whether anything opens. */
function found(parts: SortedPart[]): FoundInFiles {
  const people = new Map<string, FoundInFiles['people'][number]>()
  for (const { part } of parts) {
    if (!('header' in part)) continue
    const { patientName: name, birthDate } = part.header
    if (name || birthDate) people.set(`${name}/${birthDate}`, { name, birthDate })
  }
  return { people: [...people.values()], problem: problemOf(parts.map(({ part }) => part)) }
}

function answer(message: PrepareAnswer): void {
  postMessage(message)
}
