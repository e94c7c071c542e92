// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  addCredential,
  clearCredentials,
  credentialsKey,
  read,
  removeCredential,
  subscribe,
} from './temp-credentials.ts'

const now = new Date('2026-11-20T18:00:00Z')
const hour = 3_600_000

beforeEach(() => {
  vi.useFakeTimers({ now })
})
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
})

function credential(id: string, age = 0) {
  const timestamp = now.getTime() - age
  return { id, fullName: 'Ana Ruiz', email: 'ana@correo.test', tempPassword: 'x7Kp2mQw9Rtz', timestamp }
}
const ids = () => read().map(({ id }) => id)

it('keeps them as plain JSON, newest first, one per account', () => {
  addCredential(credential('a', 10))
  addCredential(credential('b'))
  addCredential(credential('a'))
  expect(ids()).toEqual(['a', 'b'])
  expect(JSON.parse(localStorage.getItem(credentialsKey) ?? '')).toEqual([credential('a'), credential('b')])
})

it('removes one by hand and all at sign-out', () => {
  addCredential(credential('a'))
  addCredential(credential('b'))
  removeCredential('b')
  expect(ids()).toEqual(['a'])
  clearCredentials()
  expect(localStorage.getItem(credentialsKey)).toBeNull()
})

it('purges expired ones on load and every minute', async () => {
  localStorage.setItem(
    credentialsKey,
    JSON.stringify([credential('old', hour), credential('soon', hour - 90_000), credential('new')]),
  )
  const stop = subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(ids()).toEqual(['soon', 'new'])
  await vi.advanceTimersByTimeAsync(119_999)
  expect(ids()).toEqual(['soon', 'new'])
  await vi.advanceTimersByTimeAsync(1)
  expect(ids()).toEqual(['new'])
  stop()
})

it('hears of other tabs', () => {
  const listener = vi.fn()
  const stop = subscribe(listener)
  localStorage.setItem(credentialsKey, JSON.stringify([credential('other')]))
  window.dispatchEvent(new StorageEvent('storage', { key: credentialsKey }))
  expect(listener).toHaveBeenCalledOnce()
  expect(ids()).toEqual(['other'])
  stop()
})

it('only logs corrupt data, without what it holds', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  localStorage.setItem(credentialsKey, '[{"tempPassword":"secreta"')
  expect(read()).toEqual([])
  expect(warn).toHaveBeenCalledOnce()
  expect(String(warn.mock.calls)).not.toContain('secreta')
  warn.mockRestore()
})

it('answers the same list as long as nothing changed, as React needs it', () => {
  addCredential(credential('a'))
  expect(read()).toBe(read())
})
