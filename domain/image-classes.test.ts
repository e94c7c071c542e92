import { expect, it } from 'vitest'
import { isImageClass, isUid } from './image-classes.ts'

it.each([
  ['1.2.840.10008.5.1.4.1.1.2', true],
  ['1.2.840.10008.5.1.4.1.1.13.1.2', true],
  ['1.2.840.10008.5.1.4.1.1.104.1', true],
  // Magnetic resonance, a slice to a file and all in one; spectra of it are no image.
  ['1.2.840.10008.5.1.4.1.1.4', true],
  ['1.2.840.10008.5.1.4.1.1.4.1', true],
  ['1.2.840.10008.5.1.4.1.1.4.2', false],
  // Ultrasound, and a list of patients.
  ['1.2.840.10008.5.1.4.1.1.6.1', false],
  ['1.2.840.10008.5.1.4.31', false],
  ['', false],
])('%s is taken as an image: %s', (uid, taken) => {
  expect(isImageClass(uid)).toBe(taken)
})

it.each([
  ['2.25.329800735698586629295641978511506172918', true],
  ['1.2.0', true],
  ['1.2.03', false],
  ['1', false],
  ['1.2.', false],
  ['', false],
  ['../../etc/passwd', false],
  ['1.2/3', false],
  [`1.${'2'.repeat(63)}`, false],
])('%s is a UID: %s', (text, is) => {
  expect(isUid(text)).toBe(is)
})
