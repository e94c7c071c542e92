import { AppError, toAppError } from './errors.ts'
import { type Received, receiveFile, sizeOf } from './receive-file.ts'

/**
 * A study's file, in a blob that the browser may keep on disk; `address` signs it. `consent` gets its size in bytes before
 * anything is loaded and returns null, or a promise to wait for. Throws with `load_study`; reason `cancelled` when the
 * signal aborted.
 */
export async function loadFile(
  address: () => Promise<string>,
  {
    signal,
    onProgress,
    consent,
  }: {
    signal: AbortSignal
    onProgress: (received: Received) => void
    consent: (bytes: number) => Promise<void> | null
  },
): Promise<Blob> {
  try {
    let answer = await request(await address(), signal)
    const waiting = consent(sizeOf(answer) ?? 0)
    if (waiting) {
      await answer.body?.cancel()
      await waiting
      signal.throwIfAborted()
      // The address may have expired while the person thought about it.
      answer = await request(await address(), signal)
    }
    return await receiveFile(answer, 'load_study', onProgress)
  } catch (failure) {
    if (signal.aborted) throw new AppError('load_study', 'cancelled')
    throw toAppError(failure, 'load_study')
  }
}

/** What lies at an address in storage. Throws with `load_study`. */
export async function request(address: string, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(address, { signal, cache: 'no-store', referrerPolicy: 'no-referrer' })
  if (answer.ok) return answer
  await answer.body?.cancel()
  throw toAppError({ status: answer.status }, 'load_study')
}
