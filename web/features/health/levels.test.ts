import { expect, it } from 'vitest'
import { backupLevel, diskLevel, sizeText } from './levels.ts'

it('a disk is full below 1 GB, and nearly below 10', () => {
  expect([999_999_999, 1e9, 9.99e9, 10e9].map(diskLevel)).toEqual(['problem', 'warning', 'warning', 'ok'])
})

it('a backup is old after a day and a half, and too old after a week', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(backupLevel(null, now)).toBe('problem')
  expect(backupLevel('2026-11-20T01:00:00Z', now)).toBe('ok')
  expect(backupLevel('2026-11-19T23:00:00Z', now)).toBe('warning')
  expect(backupLevel('2026-11-14T11:00:00Z', now)).toBe('problem')
})

it('sizes are said in the unit that fits', () => {
  expect([0, 999, 13_640_000, 270.6e9, 5e15].map(sizeText)).toEqual([
    '0 bytes',
    '999 bytes',
    '13.6 MB',
    '270.6 GB',
    '5,000 TB',
  ])
})
