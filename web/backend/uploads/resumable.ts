import { AppError, type ErrorCode, toAppError } from '#web/backend/errors.ts'
import type { Pause } from './pause.ts'
import { readFailure } from './read-failure.ts'
import { type Place, pieceBytes, type Tus, TusFailure } from './tus.ts'
import { forgetUpload, rememberUpload, unfinishedUpload } from './unfinished-uploads.ts'

/** Tried again by itself: `waiting` without an answer, `repeating` after the server answered with an error. */
export type SendingState = 'sending' | 'waiting' | 'repeating' | 'paused'

export type Sending = {
  /** Bytes on the other side or on their way. */
  onSent?: ((bytes: number) => void) | undefined
  onState?: ((state: SendingState) => void) | undefined
  /** Gives the upload up; the server forgets what it has. */
  signal?: AbortSignal | undefined
  pause?: Pause | undefined
  /** What a reload finds this upload again by (`fingerprint`). */
  key?: string | null | undefined
}

/** Waits so long, or until it makes sense to try again. */
type Wait = (ms: number, signal: AbortSignal) => Promise<void>

/**
 * How often a server that answers with an error is asked again; a line that is cut as long as the page is open. A lock goes when the
 * piece before it ends; an error of the server's own is said after six seconds.
 */
function patienceFor({ status }: TusFailure): number {
  if (status === 401) return 1
  return status === 500 ? 2 : 6
}

const longestWaitMs = 30_000

/**
 * Sends a file in pieces that survive a cut, a pause and a reload; answers the path that it is stored under, an earlier one when it went
 * on with an upload from before. Throws an AppError with `code`; reason `cancelled` when the signal aborted.
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
          // An empty file is stored when it begins.
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
        if (pause?.on) {
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

  /** Pausing ends the piece under way: it may take minutes on a slow line. */
  async function sendPiece(to: string, from: number, end: number): Promise<number> {
    const stop = new AbortController()
    const abort = () => stop.abort()
    const unhear = pause?.hear(() => pause.on && abort())
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
    if (!pause?.on) return
    onState?.('paused')
    await new Promise<void>((resolve) => {
      const go = () => {
        if (pause.on && !signal.aborted) return
        unhear()
        signal.removeEventListener('abort', go)
        resolve()
      }
      const unhear = pause.hear(go)
      signal.addEventListener('abort', go)
    })
    throwIfAborted()
  }
}

/** The server knows the upload no more. */
const isGone = (failure: unknown): failure is TusFailure =>
  failure instanceof TusFailure && [404, 410].includes(failure.status)
/** No answer, or one of something in between. */
const isCut = (failure: unknown) =>
  failure instanceof TusFailure && [0, 502, 503, 504].includes(failure.status)

/** What may be otherwise the next time: a cut line, a token that just expired; of one that began also an offset or a lock. */
function isPassing(failure: unknown, began: boolean): failure is TusFailure {
  if (!(failure instanceof TusFailure)) return false
  if (isCut(failure) || [401, 423, 500].includes(failure.status)) return true
  return began && [400, 409].includes(failure.status)
}

/** What will never be stored, so that nobody is offered to go on with it. */
const isFinal = ({ status }: TusFailure) => [403, 409, 413, 415].includes(status)

function appErrorOf(failure: TusFailure, code: ErrorCode): AppError {
  if (failure.status === 0) return new AppError(code, 'network', null, failure)
  return toAppError(readFailure(failure.message), code, failure.status)
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
