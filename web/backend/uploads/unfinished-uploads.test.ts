// @vitest-environment happy-dom

import { afterEach, expect, it } from 'vitest'
import { fingerprint, forgetUpload, rememberUpload, unfinishedUpload } from './unfinished-uploads.ts'

afterEach(() => localStorage.clear())

const file = (bytes = 'PK datos', name = 'Ana Ñúñez.zip', lastModified = 5) =>
  new File([bytes], name, { lastModified })

it('knows the same file for the same patient and sender, and no other', async () => {
  const key = await fingerprint(file(), 'ana', 'doctora')
  expect(key).toMatch(/^upload-[0-9a-f]{64}$/)
  expect(await fingerprint(file(), 'ana', 'doctora')).toBe(key)
  const others = await Promise.all([
    fingerprint(file('PK dato2'), 'ana', 'doctora'),
    fingerprint(file('PK datos', 'Otra.zip'), 'ana', 'doctora'),
    fingerprint(file('PK datos', 'Ana Ñúñez.zip', 6), 'ana', 'doctora'),
    fingerprint(file(), 'luz', 'doctora'),
    fingerprint(file(), 'ana', 'doctor'),
  ])
  expect(new Set([key, ...others]).size).toBe(6)
})

it('keeps nothing of the patient in clear, and nothing for longer than a day', async () => {
  const key = await fingerprint(file(), 'ana', 'doctora')
  rememberUpload(key, 'https://clinica.test/u/1', 1000)
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/ana|Ñúñez|doctora/i)
  expect(unfinishedUpload(key, 1000 + 86_399_000)).toBe('https://clinica.test/u/1')
  expect(unfinishedUpload(key, 1000 + 86_400_000)).toBeNull()
  expect(localStorage.length).toBe(0)
})

it('forgets what was finished, and reads nothing into what it did not write', async () => {
  const key = (await fingerprint(file(), 'ana', 'doctora')) ?? ''
  rememberUpload(key, 'https://clinica.test/u/1')
  forgetUpload(key)
  expect(unfinishedUpload(key)).toBeNull()
  for (const text of ['', 'null', '{"address":1}', '[]', '{'])
    expect([localStorage.setItem(key, text), unfinishedUpload(key)]).toEqual([undefined, null])
})
