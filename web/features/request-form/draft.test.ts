// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearDraft, readDraft, writeDraft } from './draft.ts'
import { emptyFields } from './form-fields.ts'

const typed = { ...emptyFields, patient_name: 'Íñigo', notes: 'línea 1\nlínea 2' }

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('what was written is read', () => {
  writeDraft(sessionStorage, typed)
  expect(readDraft(sessionStorage)).toEqual(typed)
})

test('nothing is left after clearing', () => {
  writeDraft(sessionStorage, typed)
  clearDraft(sessionStorage)
  expect(readDraft(sessionStorage)).toEqual(emptyFields)
  expect(sessionStorage).toHaveLength(0)
})

test.each(['{broken', 'null', '7'])('corrupt stored data (%s) is only logged', (stored) => {
  writeDraft(sessionStorage, typed)
  sessionStorage.setItem(sessionStorage.key(0) ?? '', stored)
  expect(readDraft(sessionStorage)).toEqual(emptyFields)
  expect(console.warn).toHaveBeenCalledOnce()
})

test('fields of another version and values that are no text are left out', () => {
  writeDraft(sessionStorage, typed)
  sessionStorage.setItem(
    sessionStorage.key(0) ?? '',
    JSON.stringify({ patient_name: 'Íñigo', notes: 3, old: 'x' }),
  )
  expect(readDraft(sessionStorage)).toEqual({ ...emptyFields, patient_name: 'Íñigo' })
})

test('a storage that is full does not disturb typing', () => {
  const full = {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => writeDraft(full, typed)).not.toThrow()
  expect(console.warn).toHaveBeenCalledOnce()
})
