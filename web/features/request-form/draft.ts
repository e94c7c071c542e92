import type { RequestForm, RequestRow } from '#domain/request-form.ts'
import { newId } from '#web/backend/ids.ts'
import { draftKey } from './draft-key.ts'
import { emptyFields } from './form-fields.ts'

const attemptKey = 'study-request-attempt'

/** What the visitor had typed before, or empty fields. Unreadable stored data is only logged. */
export function readDraft(storage: Pick<Storage, 'getItem'>): RequestForm {
  const stored = storage.getItem(draftKey)
  if (stored === null) return emptyFields
  try {
    const draft: unknown = JSON.parse(stored)
    if (typeof draft !== 'object' || draft === null) throw new Error('not an object')
    const kept = Object.entries(draft).filter(
      ([name, value]) => name in emptyFields && typeof value === 'string',
    )
    return { ...emptyFields, ...Object.fromEntries(kept) }
  } catch {
    console.warn('The stored request draft could not be read.')
    return emptyFields
  }
}

/** Keeps what is typed for this tab; a full or blocked storage must not disturb typing. */
export function writeDraft(storage: Pick<Storage, 'setItem'>, fields: RequestForm): void {
  try {
    storage.setItem(draftKey, JSON.stringify(fields))
  } catch {
    console.warn('The request draft could not be stored.')
  }
}

export function clearDraft(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(draftKey)
  storage.removeItem(attemptKey)
}

/**
 * The id that a request is sent with: the same while its content is, so that a retry
 * after a lost answer (also after a reload) stores it once; a new one after any change.
 */
export function submissionIdOf(storage: Pick<Storage, 'getItem' | 'setItem'>, row: RequestRow): string {
  const said = JSON.stringify(row)
  const kept = storage.getItem(attemptKey) ?? ''
  const [id = ''] = kept.split(' ', 1)
  if (kept === `${id} ${said}`) return id
  const fresh = newId()
  try {
    storage.setItem(attemptKey, `${fresh} ${said}`)
  } catch {
    console.warn('The attempt could not be stored.')
  }
  return fresh
}
