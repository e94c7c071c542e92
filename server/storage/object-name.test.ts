import { describe, expect, it } from 'vitest'
import { fileName, isBucketId, isObjectName } from './object-name.ts'

describe('the name of an object', () => {
  it.each([
    'a',
    'a/b.zip',
    'Radiografía panorámica (1).pdf',
    "x/!-_.*'() &$@=;:+,.png",
    `a/${'n'.repeat(1022)}`,
  ])('may be $0', (name) => expect(isObjectName(name)).toBe(true))

  it.each([
    '',
    '/a',
    'a/',
    'a//b',
    '..',
    '../a',
    'a/../b',
    'a/./b',
    'a/..',
    'a\\..\\b',
    'a\u0000b',
    'a\nb',
    'a?b',
    'a#b',
    'a%2e',
    'a\u202eb',
    ' a',
    'a/b ',
    'n'.repeat(1025),
    'á'.repeat(513),
  ])('may not be $0', (name) => expect(isObjectName(name)).toBe(false))

  it('ends in the name of the file', () => {
    expect(fileName('uid/2026/estudio.zip')).toBe('estudio.zip')
    expect(fileName('estudio.zip')).toBe('estudio.zip')
  })
})

describe('the id of a bucket', () => {
  it.each(['study_files', 'profile_photos', 'a.b-c'])('may be %s', (id) => expect(isBucketId(id)).toBe(true))
  it.each(['', '.removed', '..', 'a..b', 'a/b', '.', '_x', 'b'.repeat(101)])('may not be %j', (id) =>
    expect(isBucketId(id)).toBe(false),
  )
})
