import { problemWords } from '#web/copy/imaging.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { problemOf } from './problem-of.ts'

/** Saves a file of a study under its own name, without its folders; a message says when it cannot be taken out. */
export async function saveOriginal(name: string, blob: () => Promise<Blob>): Promise<void> {
  try {
    saveFile(name.split('/').at(-1) ?? name, await blob())
  } catch (failure) {
    toast({ ...problemWords[problemOf(failure)], variant: 'destructive' })
  }
}
