import { use, useEffect, useReducer, useState } from 'react'
import { type FarStudy, type OpenStudy, openFar, openFiles } from '#web/imaging/client.ts'
import { ImagingError, type ImagingProblem } from '#web/imaging/types.ts'
import { Beside } from './beside.ts'
import { thisDevice, volumeMemory } from './consent.ts'

export type StudyFiles = readonly { name: string; blob: Blob }[]

export type Opening =
  | { state: 'opening'; part: number }
  | { state: 'failed'; problem: ImagingProblem }
  | { state: 'open'; study: OpenStudy }

/** Reads files in the worker, or a study far away, and ends it when they are closed; null while they are on their way. */
export function useOpenStudy(files: StudyFiles | FarStudy | null): {
  opening: Opening
  again: () => void
} {
  const [attempt, again] = useReducer((before: number) => before + 1, 0)
  const { viewers } = use(Beside)
  const [opening, setOpening] = useState<Opening>({ state: 'opening', part: 0 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew.
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let opened: OpenStudy | null = null
    setOpening({ state: 'opening', part: 0 })
    if (!files) return
    const options = {
      signal,
      // Volumes that are seen at once share it.
      memory: volumeMemory(thisDevice()) / viewers,
      onProgress: (part: number) => !signal.aborted && setOpening({ state: 'opening', part }),
    }
    const study = 'address' in files ? openFar(files, options) : openFiles([...files], options)
    study.then(
      (study) => {
        opened = study
        if (signal.aborted) study.close()
        else setOpening({ state: 'open', study })
      },
      (failure: unknown) => {
        if (!signal.aborted) setOpening({ state: 'failed', problem: problemOf(failure) })
      },
    )
    return () => {
      controller.abort()
      opened?.close()
    }
  }, [files, attempt, viewers])
  return { opening, again }
}

/** Why something could not be shown; an unknown failure counts as damage, and is logged. */
export function problemOf(failure: unknown): ImagingProblem {
  if (failure instanceof ImagingError) return failure.problem
  console.warn('An image could not be read.', failure instanceof Error ? failure.message : '')
  return 'corrupt'
}
