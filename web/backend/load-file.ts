import { AppError, toAppError } from './errors.ts'
import { type Received, receiveFile } from './receive-file.ts'

/**
 * A study's file, in a blob that the browser may keep on disk; `address` signs it. `onProgress` gets its size before the first
 * bytes. Throws with `load_study`; reason `cancelled` when the signal aborted.
 */
export async function loadFile(
  address: () => Promise<string>,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (received: Received) => void },
): Promise<Blob> {
  try {
    return await receiveFile(await request(await address(), signal), 'load_study', onProgress)
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
