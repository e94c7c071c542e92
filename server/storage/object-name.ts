/** Letters and digits of any language, and the signs that hosted Supabase Storage accepts in a name. */
const allowed = /^[\p{L}\p{M}\p{N}_/!\-.*'() &$@=;:+,]+$/u
const bucketId = /^[a-z0-9][a-z0-9_.-]{0,99}$/i

/**
 * Whether a text is a valid object name: 1 to 1,024 bytes, segments joined by `/`, none of them empty, `.` or
 * `..`, none starting or ending with a space.
 */
export function isObjectName(name: string): boolean {
  if (!allowed.test(name) || Buffer.byteLength(name) > 1024) return false
  return name
    .split('/')
    .every((segment) => segment !== '' && segment !== '.' && segment !== '..' && segment === segment.trim())
}

/** Whether a text is a valid bucket id; ids are folder names on the disk. */
export function isBucketId(id: string): boolean {
  return bucketId.test(id) && !id.includes('..')
}

/** The last segment of an object's name: the file name that a browser saves. */
export function fileName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1)
}

/** Whether a text is a valid id of a resumable upload: 128 bits in a file name. */
export function isUploadId(id: string): boolean {
  return /^[0-9a-f]{32}$/.test(id)
}
