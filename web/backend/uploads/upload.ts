import { getClient } from '#web/backend/client.ts'
import { loadConfig } from '#web/backend/config.ts'
import { AppError, type ErrorCode, toAppError } from '#web/backend/errors.ts'
import { readFailure } from './read-failure.ts'

/**
 * Uploads a file with progress and cancel, which `fetch` does not offer. `replace` an own one that is there already.
 * Throws an AppError with `code`; reason `cancelled` when the signal aborted.
 */
export async function upload(
  code: ErrorCode,
  bucket: string,
  path: string,
  file: File,
  {
    onProgress,
    signal,
    replace = false,
  }: { onProgress?: (part: number) => void; signal?: AbortSignal; replace?: boolean },
): Promise<void> {
  const { supabaseUrl, supabaseAnonKey } = await loadConfig()
  const { data } = await (await getClient()).auth.getSession()
  const request = new XMLHttpRequest()
  request.open(
    'POST',
    `${supabaseUrl}/storage/v1/object/${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`,
  )
  request.setRequestHeader('apikey', supabaseAnonKey)
  request.setRequestHeader('authorization', `Bearer ${data.session?.access_token ?? supabaseAnonKey}`)
  request.setRequestHeader('content-type', file.type || 'application/octet-stream')
  request.setRequestHeader('x-upsert', String(replace))
  request.upload.onprogress = (event) => onProgress?.(event.total > 0 ? event.loaded / event.total : 0)
  signal?.addEventListener('abort', () => request.abort())
  await new Promise<void>((resolve, reject) => {
    request.onload = () =>
      request.status < 300
        ? resolve()
        : reject(toAppError(readFailure(request.responseText), code, request.status))
    request.onerror = () => reject(new AppError(code, 'network'))
    request.onabort = () => reject(new AppError(code, 'cancelled'))
    if (signal?.aborted) return reject(new AppError(code, 'cancelled'))
    request.send(file)
  })
}
