import { use, useEffect, useEffectEvent, useReducer } from 'react'
import { toAppError } from '#web/backend/errors.ts'
import { loadFile } from '#web/backend/load-file.ts'
import type { Received } from '#web/backend/receive-file.ts'
import { previewFailed } from '#web/copy/imaging.ts'
import { thisDevice } from '#web/hooks/device.ts'
import {
  type NamedBlob,
  type OpenStudy,
  openFiles,
  openRemoteStudy,
  samplePicture,
} from '#web/imaging/client.ts'
import { toast } from '#web/ui/toast.ts'
import { Beside } from './stage/beside.ts'
import { volumeMemory } from './stage/consent.ts'
import { loadPreview, type PreviewSource } from './stage/preview.ts'
import { problemOf } from './stage/problem-of.ts'
import { loadAtFirst, nextLoad, type Send, type Step, type StudyLoad } from './stage/study-load.ts'

/** A study that is to be seen, wherever its files lie. */
export type StudySource = {
  /** Records that it is looked at; nothing of it is loaded before. Throws AppError. */
  note?: () => Promise<void>
  /** Its reduced volume, where there is one. */
  preview: PreviewSource | null
  /** What its file is called. */
  name: string
  /** How large its file is, where that is known. */
  bytes: number | null
  /** Signs an address of its file that lives a minute. Throws AppError; reason `cancelled` where somebody else says why. */
  address: () => Promise<string>
  /** Its `indice.json`, where it can be read in parts. */
  index: ((signal: AbortSignal) => Promise<Blob>) | null
  /** Whether a slice is worth seeing before the whole file is here: of an archive the one in its middle. */
  sample: 'archive' | 'frames' | null
}

/** How long is waited until a connection that was lost is tried again, in ms, where the browser does not tell. */
const patience = 10_000

/** Loads a study that is being viewed; leaving it ends all of that and frees its memory. */
export function useStudyLoad(source: StudySource): { load: StudyLoad; send: Send } {
  const [load, send] = useReducer(nextLoad, source, ({ bytes, index }) =>
    loadAtFirst({ bytes, ranged: index !== null }),
  )
  const { step, preview, previewed } = load
  // Volumes that are seen at once share it.
  const { viewers } = use(Beside)
  const memory = () => volumeMemory(thisDevice()) / viewers

  const isUnnoted = step.state === 'failed' && step.why === 'load' && step.next === 'preview'
  const isReplaced = previewed && preview === null
  useTask(isUnnoted || isReplaced ? null : 'preview', send, (send, signal) =>
    showPreview(source, send, signal),
  )
  useTask(fileTask(step), send, (send, signal, task) => {
    if (task === 'parts') return openInParts(source, memory(), send, signal)
    return openWhole(source, step, memory(), send, signal)
  })
  const mayShowSample = step.state === 'whole' && step.received !== null && source.sample !== null
  useTask(mayShowSample ? 'sample' : null, send, (send, signal) => showSample(source, send, signal))
  const isOffline = step.state === 'paused' && step.why === 'offline'
  useTask(isOffline ? 'wait' : null, send, (send, signal) => {
    const retry = () => send({ type: 'retried' })
    const timer = setInterval(retry, patience)
    signal.addEventListener('abort', () => clearInterval(timer))
    addEventListener('online', retry, { signal })
  })
  return { load, send }
}

/** What is done for the file: the study of a task stays open until there is another task, or none. */
function fileTask(step: Step): 'parts' | 'whole' | null {
  switch (step.state) {
    case 'parts':
      return 'parts'
    case 'paused':
      return step.study && 'parts'
    case 'whole':
    case 'sample':
    case 'opening':
    case 'open':
      return 'whole'
    default:
      return null
  }
}

/** Begins a task, ended by another one or by none; what has ended sends nothing any more. */
function useTask<Task extends string>(
  task: Task | null,
  send: Send,
  run: (send: Send, signal: AbortSignal, task: Task) => void,
): void {
  const begin = useEffectEvent(run)
  useEffect(() => {
    if (!task) return
    const controller = new AbortController()
    const { signal } = controller
    begin((event) => !signal.aborted && send(event), signal, task)
    return () => controller.abort()
  }, [task, send])
}

async function showPreview({ note, preview }: StudySource, send: Send, signal: AbortSignal): Promise<void> {
  try {
    // A mount that is undone at once has opened nothing.
    await Promise.resolve()
    if (signal.aborted) return
    await note?.()
  } catch (failure) {
    return send({ type: 'failed', error: toAppError(failure, 'load_study') })
  }
  try {
    if (preview) await loadPreview(preview, signal, (volume) => send({ type: 'sheet', volume }))
  } catch {
    // What is there stays, less fine.
    if (!signal.aborted) toast({ ...previewFailed, variant: 'destructive' })
  }
  send({ type: 'previewEnded', device: thisDevice() })
}

async function openInParts(
  { index, address, bytes }: StudySource,
  memory: number,
  send: Send,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (!index || bytes === null) return send({ type: 'brokeOff', problem: 'whole' })
    const source = { index: await index(signal), bytes, address, isFinal }
    const study = await openRemoteStudy(source, { signal, memory })
    send({ type: 'opened', study: closedWith(signal, study) })
  } catch (failure) {
    const error = toAppError(failure, 'load_study')
    // Else its index is of another file, damaged or missing.
    send(error.reason === 'network' ? { type: 'failed', error } : { type: 'brokeOff', problem: 'whole' })
  }
}

async function openWhole(
  source: StudySource,
  step: Step,
  memory: number,
  send: Send,
  signal: AbortSignal,
): Promise<void> {
  // After a failure it may be here.
  const file = step.state === 'opening' ? step.file : await wholeFile(source, send, signal)
  if (!file) return
  try {
    const onProgress = (part: number) => send({ type: 'read', part })
    const study = await openFiles([file], { signal, memory, onProgress })
    send({ type: 'opened', study: closedWith(signal, study) })
  } catch (failure) {
    if (!signal.aborted) send({ type: 'unreadable', problem: problemOf(failure) })
  }
}

async function wholeFile(
  { name, address }: StudySource,
  send: Send,
  signal: AbortSignal,
): Promise<NamedBlob | null> {
  try {
    const onProgress = (received: Received) => {
      const { bytes, total } = received
      if (bytes === 0 && total !== null) send({ type: 'sized', bytes: total, device: thisDevice() })
      send({ type: 'received', received })
    }
    const file = { name, blob: await loadFile(address, { signal, onProgress }) }
    send({ type: 'loaded', file })
    return file
  } catch (failure) {
    const error = toAppError(failure, 'load_study')
    if (error.reason !== 'cancelled') send({ type: 'failed', error })
    return null
  }
}

/** A slice of a file that is loaded as a whole, long before it is there. */
async function showSample(
  { sample, bytes, address }: StudySource,
  send: Send,
  signal: AbortSignal,
): Promise<void> {
  if (bytes === null) return
  // What cannot be read by itself comes with the whole file, which says what is wrong with it.
  const picture = await samplePicture({ bytes, address, isFinal }, sample === 'archive', signal).catch(
    () => null,
  )
  if (picture?.kind === 'grey') send({ type: 'sampled', picture })
}

/** Frees the memory of a study when what opened it ends. */
function closedWith(signal: AbortSignal, study: OpenStudy): OpenStudy {
  if (signal.aborted) study.close()
  else signal.addEventListener('abort', study.close)
  return study
}

/** What another try cannot change. */
function isFinal(failure: unknown): boolean {
  const { reason } = toAppError(failure, 'load_study')
  return !['network', 'server', 'limit'].includes(reason)
}
