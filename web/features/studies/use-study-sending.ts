import { useRef, useState } from 'react'
import { type FilePerson, seemsOther } from '#domain/patient-match.ts'
import { createStore } from '#domain/store.ts'
import { AppError, toAppError } from '#web/backend/errors.ts'
import { mayBeStored } from '#web/backend/insert-once.ts'
import { loadCode } from '#web/backend/load-code.ts'
import type { SendingState } from '#web/backend/uploads/resumable.ts'
import type { ChosenFile } from '#web/imaging/sending/chosen.ts'
import type { MadePreview } from '#web/imaging/sending/preview.ts'
import { ImagingError, type ImagingProblem } from '#web/imaging/types.ts'
import { storePreview } from '#web/parts/studies/store-preview.ts'
import { logAccess } from '#web/queries/access.ts'
import { fetchProfile } from '#web/queries/profiles.ts'
import { uploadStudyFile } from '#web/queries/studies.ts'
import { removeStudyFile } from '#web/queries/study-changes.ts'

/** How far the file is. Bytes with the times they were counted (ms), for speed and time left. */
export type SendingProgress =
  | { step: 'preparing'; part: number }
  | { step: SendingState; sent: number; total: number; bytesPerSecond: number }

/** Asks whether to send a file that seems to be somebody else's. */
export type OtherPatient = {
  file: FilePerson
  patient: { full_name: string | null; age: number | null }
  answer: (send: boolean) => void
}

/** Asks whether to send a file that nobody will be able to open. */
export type Unopenable = { problem: ImagingProblem; answer: (send: boolean) => void }

export type StudySendingForm = ReturnType<typeof useStudySending>
type Stored = { file_url: string; file_name: string }
/** A file that was sent, and what is being made of it; `end` stops that. */
type Sent = { stored: Stored; preview: Promise<MadePreview>; end: () => void }

/** Prepares, checks and sends the file of a study; what it shows meanwhile (docs/product/studies.md). */
export function useStudySending(today: string) {
  const [progress, setProgress] = useState<SendingProgress | null>(null)
  const [question, setQuestion] = useState<OtherPatient | null>(null)
  const [unopenable, setUnopenable] = useState<Unopenable | null>(null)
  const accepted = useRef<ChosenFile[] | null>(null)
  const stop = useRef<AbortController | null>(null)
  const [pause, setPause] = useState(() => createStore(false))

  // The last file sent that no study is known to name yet.
  const last = useRef<{ patientId: string; files: ChosenFile[]; sent: Promise<Sent> } | null>(null)

  /**
   * Throws an AppError `upload_file`, reason `cancelled` when the person gave up; then nothing is left on
   * the server. Called again with the same files, as after a lost answer, it returns the file that was sent.
   */
  async function send(patientId: string, files: ChosenFile[]): Promise<Stored> {
    if (last.current?.patientId !== patientId || last.current.files !== files) {
      leave()
      const one = { patientId, files, sent: sendNow(patientId, files) }
      last.current = one
      one.sent.catch(() => {
        if (last.current === one) last.current = null
      })
    }
    return (await last.current.sent).stored
  }

  async function sendNow(patientId: string, files: ChosenFile[]): Promise<Sent> {
    const stopping = new AbortController()
    stop.current = stopping
    const { signal } = stopping
    const switched = createStore(false)
    setPause(switched)
    setProgress({ step: 'preparing', part: 0 })
    try {
      const { prepare } = await loadCode(() => import('#web/imaging/sending/prepare.ts'))
      const onProgress = (part: number) => setProgress({ step: 'preparing', part })
      const { file, people, problem, preview } = await prepare(files, { signal, onProgress })
      if (problem) await confirmProblem(files, problem, signal)
      await confirmPatient(patientId, people, signal)
      const stored = await uploadStudyFile(patientId, file, {
        signal,
        pause: switched,
        ...watch(file.size, setProgress),
      })
      const sent = { stored, preview, end: () => stopping.abort() }
      if (!signal.aborted) return sent
      await takeBack(sent)
      throw new AppError('upload_file', 'cancelled')
    } catch (failure) {
      // Pictures of a file that is not sent are of no use.
      stopping.abort()
      throw failureOf(failure)
    } finally {
      setProgress(null)
      setQuestion(null)
      setUnopenable(null)
    }
  }

  /** Asks only once for the same files, however often they are sent. */
  async function confirmProblem(
    files: ChosenFile[],
    problem: ImagingProblem,
    signal: AbortSignal,
  ): Promise<void> {
    if (accepted.current === files) return
    const confirmed = await new Promise<boolean>((resolve) => {
      signal.addEventListener('abort', () => resolve(false))
      setUnopenable({ problem, answer: resolve })
    })
    setUnopenable(null)
    if (!confirmed) throw new AppError('upload_file', 'cancelled')
    accepted.current = files
  }

  async function confirmPatient(patientId: string, people: FilePerson[], signal: AbortSignal): Promise<void> {
    if (people.length === 0) return
    const patient = await fetchProfile(patientId)
    if (!patient) return
    const file = people.find((person) => seemsOther(person, patient, today))
    if (!file) return
    const confirmed = await new Promise<boolean>((resolve) => {
      signal.addEventListener('abort', () => resolve(false))
      setQuestion({ file, patient, answer: resolve })
    })
    setQuestion(null)
    if (!confirmed) throw new AppError('upload_file', 'cancelled')
    // No trace, no upload.
    await logAccess('other_patient', patientId, 'upload_file')
  }

  /** The form is closed: removes a file whose study may be stored; the server refuses if it is. */
  function leave() {
    last.current?.sent.then(takeBack, () => {})
    last.current = null
  }

  return {
    send,
    /** The study was not stored: removes its file, unless the study may be stored after all. */
    async failed(failure: unknown): Promise<void> {
      if (mayBeStored(failure)) return
      const sent = await last.current?.sent
      last.current = null
      if (sent) await takeBack(sent)
    },
    /** The study is stored with these files, or without any. What is made of them is stored when it is ready; nobody waits. */
    done(studyId: string, files: ChosenFile[] | null) {
      if (last.current?.files !== files) return leave()
      last.current?.sent.then(
        ({ stored, preview }) => storePreview({ id: studyId, file_url: stored.file_url }, preview),
        () => {},
      )
      last.current = null
    },
    leave,
    progress,
    question,
    unopenable,
    pause: () => pause.set(true),
    resume: () => pause.set(false),
    cancel: () => stop.current?.abort(),
  }
}

/** A file that cannot be removed now does no harm: no study names it. */
async function takeBack({ stored, end }: Sent): Promise<void> {
  end()
  await removeStudyFile(stored.file_url).catch(() => {})
}

/** The speed is measured over this many milliseconds. */
const windowMs = 5000

/** Keeps progress, step and speed together; shown at most ten times a second. */
function watch(total: number, show: (progress: SendingProgress) => void) {
  let step: SendingState = 'sending'
  let sent = 0
  let drawn = 0
  let seen: { at: number; sent: number }[] = []
  const draw = (now: number) => {
    drawn = now
    const [first] = seen
    const seconds = first ? (now - first.at) / 1000 : 0
    const bytesPerSecond = first && seconds > 0.5 ? Math.max(0, sent - first.sent) / seconds : 0
    show({ step, sent, total, bytesPerSecond })
  }
  return {
    onSent(bytes: number) {
      const now = performance.now()
      sent = bytes
      seen = [...seen.filter(({ at }) => now - at < windowMs), { at: now, sent }]
      if (now - drawn > 100 || sent === total) draw(now)
    },
    onState(next: SendingState) {
      if (next === step && drawn > 0) return
      step = next
      if (next !== 'sending') seen = []
      draw(performance.now())
    },
  }
}

/** Whatever went wrong, the form says that the file could not be sent. */
function failureOf(failure: unknown): AppError {
  if (failure instanceof ImagingError)
    return new AppError(
      'upload_file',
      failure.problem === 'cancelled' ? 'cancelled' : 'server',
      null,
      failure,
    )
  const { code, reason, detail } = toAppError(failure, 'upload_file')
  return code === 'upload_file' && failure instanceof AppError
    ? failure
    : new AppError('upload_file', reason, detail, failure)
}
