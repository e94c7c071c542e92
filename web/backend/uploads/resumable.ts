import type { Store } from '#domain/store.ts'
import { AppError, type ErrorCode, toAppError } from '#web/backend/errors.ts'
import { type Place, pieceBytes, type Tus, TusFailure } from './tus.ts'
import { forgetUpload, rememberUpload, unfinishedUpload } from './unfinished-uploads.ts'

/** Retried by itself: `waiting` after no answer, `repeating` after the server answered with an error. */
export type SendingState = 'sending' | 'waiting' | 'repeating' | 'paused'

export type Sending = {
  /** Bytes stored or on their way. */
  onSent?: ((bytes: number) => void) | undefined
  onState?: ((state: SendingState) => void) | undefined
  /** Cancels the upload; the server drops what it has. */
  signal?: AbortSignal | undefined
  pause?: Store<boolean> | undefined
  /** Identifies the upload again after a reload (`fingerprint`). */
  key?: string | null | undefined
}

/** Waits this long, or until a retry makes sense. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>

/**
 * How often to retry after an error from the server; a lost line is retried while the page is open.
 * A lock ends with the previous piece; an error of the server itself is reported after six seconds.
 */
function patienceFor({ status }: TusFailure): number {
  if (status === 401) return 1
  return status === 500 ? 2 : 6
}

const longestWaitMs = 30_000

/**
 * Sends a file in pieces, so that it survives a lost line, a pause and a reload. Returns the path where it is stored: the earlier
 * path if it resumed an upload. Throws an AppError with `code`; reason `cancelled` when the signal aborted.
 */
export async function sendResumable(
  tus: Tus,
  code: ErrorCode,
  place: Place,
  file: Blob,
  { onSent, onState, signal = new AbortController().signal, pause, key = null }: Sending,
  wait: Wait = untilOnline,
): Promise<string> {
  let address = unfinishedUpload(key)
  let path = place.path
  let offset = 0
  let isKnown = false
  let cuts = 0
  let refusals = 0

  try {
    while (true) {
      throwIfAborted()
      await whilePaused()
      try {
        if (address === null) {
          address = await tus.create(place, file, signal)
          ;[path, offset, isKnown] = [place.path, 0, true]
          rememberUpload(key, address)
          // An empty file is stored on creation.
          if (file.size === 0) break
        }
        if (!isKnown) {
          const found = await tus.look(address, signal)
          offset = found.offset
          path = found.path ?? path
          isKnown = true
          onSent?.(offset)
          if (offset >= file.size && (await tus.isStored({ ...place, path }, signal))) break
        }
        onState?.('sending')
        offset = await sendPiece(address, offset, Math.min(file.size, offset + pieceBytes))
        cuts = refusals = 0
        onSent?.(offset)
        if (offset >= file.size) break
      } catch (failure) {
        throwIfAborted()
        if (pause?.get()) {
          isKnown = false
          continue
        }
        const began = address !== null
        const gone = began && isGone(failure)
        if (!gone && !isPassing(failure, began)) throw failure
        if (!isCut(failure) && ++refusals > patienceFor(failure)) throw failure
        isKnown = false
        if (gone) {
          forgetUpload(key)
          address = null
          continue
        }
        onState?.(isCut(failure) ? 'waiting' : 'repeating')
        await wait(Math.min(longestWaitMs, 1000 * 2 ** (cuts + refusals)), signal)
        if (isCut(failure)) cuts += 1
      }
    }
    forgetUpload(key)
    return path
  } catch (failure) {
    if (signal.aborted) {
      forgetUpload(key)
      if (address !== null) await tus.remove(address).catch(() => {})
      throw new AppError(code, 'cancelled')
    }
    if (failure instanceof TusFailure && isFinal(failure)) forgetUpload(key)
    throw failure instanceof TusFailure ? appErrorOf(failure, code) : toAppError(failure, code)
  }

  function throwIfAborted(): void {
    if (signal.aborted) throw new AppError(code, 'cancelled')
  }

  /** Pausing aborts the current piece, which may take minutes on a slow line. */
  async function sendPiece(to: string, from: number, end: number): Promise<number> {
    const stop = new AbortController()
    const abort = () => stop.abort()
    const unhear = pause?.subscribe(() => pause.get() && abort())
    signal.addEventListener('abort', abort)
    try {
      return await tus.send(to, from, file.slice(from, end), {
        signal: stop.signal,
        onSent: (bytes) => onSent?.(Math.min(end, from + bytes)),
      })
    } finally {
      unhear?.()
      signal.removeEventListener('abort', abort)
    }
  }

  async function whilePaused(): Promise<void> {
    if (!pause?.get()) return
    onState?.('paused')
    await new Promise<void>((resolve) => {
      const go = () => {
        if (pause.get() && !signal.aborted) return
        unhear()
        signal.removeEventListener('abort', go)
        resolve()
      }
      const unhear = pause.subscribe(go)
      signal.addEventListener('abort', go)
    })
    throwIfAborted()
  }
}

/** The server no longer knows the upload. */
const isGone = (failure: unknown): failure is TusFailure =>
  failure instanceof TusFailure && [404, 410].includes(failure.status)
/** No answer, or one from a proxy in between. */
const isCut = (failure: unknown) =>
  failure instanceof TusFailure && [0, 502, 503, 504].includes(failure.status)

/**
 * What may pass: a lost line, an expired token, a lock, an error
 * of the server; once an upload began, also a wrong offset.
 */
function isPassing(failure: unknown, began: boolean): failure is TusFailure {
  if (!(failure instanceof TusFailure)) return false
  if (isCut(failure) || [401, 423, 500].includes(failure.status)) return true
  return began && [400, 409].includes(failure.status)
}

/** Will never be stored, so do not offer to resume it. */
const isFinal = ({ status }: TusFailure) => [403, 409, 413, 415].includes(status)

function appErrorOf(failure: TusFailure, code: ErrorCode): AppError {
  if (failure.status === 0) return new AppError(code, 'network', null, failure)
  return toAppError(readJson(failure.message), code, failure.status)
}

/** What an answer without success says, which is JSON where it has a code. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Until the time is over; at once when the line is back. */
const untilOnline: Wait = (ms, signal) =>
  new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer)
      removeEventListener('online', go)
      signal.removeEventListener('abort', go)
      resolve()
    }
    const timer = setTimeout(go, ms)
    addEventListener('online', go)
    signal.addEventListener('abort', go)
  })
