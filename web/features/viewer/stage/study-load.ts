import { AppError } from '#web/backend/errors.ts'
import type { Received } from '#web/backend/receive-file.ts'
import type { Device } from '#web/hooks/device.ts'
import type { NamedBlob, OpenStudy, Volume } from '#web/imaging/client.ts'
import type { GreyPicture, ImagingProblem, RemoteProblem } from '#web/imaging/types.ts'
import { asksBefore } from './consent.ts'

// The way of a study to its images (docs/product/studies.md, 'The viewer').

/** What is loaded next: the preview, or the file, in parts or as a whole. */
type Next = 'preview' | 'parts' | 'whole'

/** Why nothing is loaded: it may cost something and nobody has agreed, somebody stopped it, or the connection is lost. */
type Pause = 'consent' | 'person' | 'offline'

export type Step =
  /** The opening is recorded, then the preview loaded; nothing of the file. */
  | { state: 'preview' }
  /** The file is read in parts by its index; there is no study until that is here. */
  | { state: 'parts'; study: OpenStudy | null }
  /** The file is loaded as a whole. */
  | { state: 'whole'; received: Received | null }
  /** The same, while a slice of its middle is seen. */
  | { state: 'sample'; received: Received; picture: GreyPicture }
  /** The whole file is here; `part` of it was read, 0 to 1. */
  | { state: 'opening'; file: NamedBlob; part: number }
  | { state: 'open'; file: NamedBlob; study: OpenStudy }
  /** With a study it was stopped while it was read in parts, and what came of it is kept. */
  | { state: 'paused'; why: Pause; next: Next; study: OpenStudy | null }
  | { state: 'failed'; why: 'load'; error: AppError; next: Next }
  | { state: 'failed'; why: 'file'; problem: ImagingProblem; file: NamedBlob }
  /** Another file took its place while it was read in parts. */
  | { state: 'failed'; why: 'replaced' }

export type StudyLoad = {
  step: Step
  /** The reduced volume, seen until something better is there. */
  preview: Volume | null
  /** Whether there was one to see: after it less is loaded without asking. */
  previewed: boolean
  /** How large the file is, as soon as that is known. */
  bytes: number | null
  /** Whether somebody wants it here, knowing how large it is. */
  agreed: boolean
  /** Whether the file can be read in parts. */
  ranged: boolean
  /** Another number goes on reading in parts, with what is missing. */
  reading: number
}

export type LoadEvent =
  /** The preview is there, or finer than before; no more of it comes; something better is seen. */
  | { type: 'sheet'; volume: Volume }
  | { type: 'previewEnded'; device: Device }
  | { type: 'previewReplaced' }
  /** The whole file begins to come, comes, is here, is read. */
  | { type: 'sized'; bytes: number; device: Device }
  | { type: 'received'; received: Received }
  | { type: 'sampled'; picture: GreyPicture }
  | { type: 'loaded'; file: NamedBlob }
  | { type: 'read'; part: number }
  | { type: 'unreadable'; problem: ImagingProblem }
  /** The study is open: all of it, or its index. */
  | { type: 'opened'; study: OpenStudy }
  /** Reading in parts broke off, is tried again after the connection was lost, goes on. */
  | { type: 'brokeOff'; problem: RemoteProblem }
  | { type: 'retried' }
  | { type: 'wentOn' }
  | { type: 'failed'; error: AppError }
  /** Somebody wants it to go on, stops it, or wants this device to save data. */
  | { type: 'load' }
  | { type: 'pause' }
  | { type: 'saveData' }

export type Send = (event: LoadEvent) => void

/** The way of a study that was just opened; `bytes` where the size of its file is known. */
export function loadAtFirst({ bytes, ranged }: Pick<StudyLoad, 'bytes' | 'ranged'>): StudyLoad {
  const step: Step = { state: 'preview' }
  return { step, preview: null, previewed: false, bytes, agreed: false, ranged, reading: 0 }
}

/** Where an event leads; one that comes too late changes nothing. */
export function nextLoad(load: StudyLoad, event: LoadEvent): StudyLoad {
  const { step } = load
  const to = (next: Step): StudyLoad => ({ ...load, step: next })
  switch (event.type) {
    case 'sheet':
      return { ...load, preview: event.volume, previewed: true }
    case 'previewEnded': {
      const next = load.ranged ? 'parts' : 'whole'
      if (step.state === 'paused' && step.next === 'preview') return to({ ...step, next })
      if (step.state !== 'preview') return load
      return to(asks(load, event.device) ? paused('consent', next) : loading(next))
    }
    case 'previewReplaced':
      return { ...load, preview: null }
    case 'sized': {
      if (step.state !== 'whole') return load
      const sized = { ...load, bytes: event.bytes }
      return asks(sized, event.device) ? { ...sized, step: paused('consent', 'whole') } : sized
    }
    case 'received':
      return step.state === 'whole' || step.state === 'sample'
        ? to({ ...step, received: event.received })
        : load
    case 'sampled':
      return step.state === 'whole' && step.received
        ? to({ state: 'sample', received: step.received, picture: event.picture })
        : load
    case 'loaded':
      return step.state === 'whole' || step.state === 'sample'
        ? to({ state: 'opening', file: event.file, part: 0 })
        : load
    case 'read':
      return step.state === 'opening' ? to({ ...step, part: event.part }) : load
    case 'unreadable':
      return step.state === 'opening'
        ? to({ state: 'failed', why: 'file', problem: event.problem, file: step.file })
        : load
    case 'opened':
      if (step.state === 'parts') return to({ ...step, study: event.study })
      return step.state === 'opening' ? to({ state: 'open', file: step.file, study: event.study }) : load
    case 'brokeOff':
      return isReading(step) ? to(brokenOff(step, event.problem)) : load
    case 'retried':
      return step.state === 'paused' && isReading(step) ? { ...load, reading: load.reading + 1 } : load
    case 'wentOn':
      return step.state === 'paused' && isReading(step) ? to(loading('parts', step.study)) : load
    case 'failed': {
      const next = underWay(step)
      return next ? to({ state: 'failed', why: 'load', error: event.error, next }) : load
    }
    case 'load': {
      const wanted = goingOn(step)
      const agreed = load.agreed || load.bytes !== null
      return wanted ? { ...load, step: wanted, agreed, reading: load.reading + 1 } : load
    }
    case 'pause': {
      const next = underWay(step)
      if (!next || (step.state === 'paused' && step.why !== 'offline')) return load
      return to(paused('person', next, 'study' in step ? step.study : null))
    }
    case 'saveData':
      // Before the file begins the device is asked about.
      return load.previewed && step.state !== 'preview' ? nextLoad(load, { type: 'pause' }) : load
  }
}

/** A study that is read in parts, as the stage of its volume is told of it. */
export type PartsLoad = {
  paused: Pause | null
  /** Another number goes on with what is missing; null asks for nothing. */
  reading: number | null
  /** How large the file is. */
  bytes: number
  send: Send
}

/** Null where the study is not, or not yet, read in parts. */
export function partsOf({ step, reading, bytes }: StudyLoad, send: Send): PartsLoad | null {
  if ((step.state !== 'parts' && step.state !== 'paused') || !step.study) return null
  const paused = step.state === 'paused' ? step.why : null
  return { paused, reading: isReading(step) ? reading : null, bytes: bytes ?? 0, send }
}

/** Whether parts are asked for: also while a connection that was lost is tried again. */
function isReading(step: Step): step is Extract<Step, { state: 'parts' | 'paused' }> {
  return step.state === 'parts' || (step.state === 'paused' && step.why === 'offline')
}

function asks({ agreed, bytes, previewed }: StudyLoad, device: Device): boolean {
  return !agreed && bytes !== null && asksBefore(bytes, device, previewed)
}

const paused = (why: Pause, next: Next, study: OpenStudy | null = null): Step => ({
  state: 'paused',
  why,
  next,
  study,
})

function loading(next: Next, study: OpenStudy | null = null): Step {
  if (next === 'whole') return { state: 'whole', received: null }
  return next === 'parts' ? { state: 'parts', study } : { state: 'preview' }
}

/** What a step loads, or will when it goes on; null where it is here, or failed. */
function underWay(step: Step): Next | null {
  switch (step.state) {
    case 'preview':
    case 'parts':
    case 'whole':
      return step.state
    case 'sample':
      return 'whole'
    case 'paused':
      return step.next
    default:
      return null
  }
}

/** The step after somebody wanted it; null where nothing waits for that. */
function goingOn(step: Step): Step | null {
  if (step.state === 'paused') return loading(step.next, step.study)
  if (step.state !== 'failed' || step.why === 'replaced') return null
  return step.why === 'load' ? loading(step.next) : { state: 'opening', file: step.file, part: 0 }
}

function brokenOff(step: Extract<Step, { state: 'parts' | 'paused' }>, problem: RemoteProblem): Step {
  switch (problem) {
    case 'whole':
      return loading('whole')
    case 'unreachable':
      return paused('offline', 'parts', step.study)
    case 'changed':
      return { state: 'failed', why: 'replaced' }
    case 'refused':
      return { state: 'failed', why: 'load', error: new AppError('load_study', 'server'), next: 'parts' }
  }
}
