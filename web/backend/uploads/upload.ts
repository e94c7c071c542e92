import { getClient } from '#web/backend/client.ts'
import { type ErrorCode, toAppError } from '#web/backend/errors.ts'

/** Uploads a small file in one request; `replace` an own one that is there already. Throws an AppError with `code`. */
export async function upload(
  code: ErrorCode,
  bucket: string,
  path: string,
  file: Blob,
  { replace = false } = {},
): Promise<void> {
  const name = path.split('/').map(encodeURIComponent).join('/')
  try {
    const { reach } = await getClient()
    const response = await reach.fetch(reach.at(`storage/v1/object/${bucket}/${name}`), {
      method: 'POST',
      headers: {
        'content-type': file.type || 'application/octet-stream',
        'x-upsert': String(replace),
      },
      body: file,
    })
    if (!response.ok) throw toAppError(await response.json().catch(() => null), code, response.status)
  } catch (failure) {
    throw toAppError(failure, code)
  }
}
