import { expect, it } from 'vitest'
import { fitsType, HEAD_BYTES, isKnownType } from './content.ts'

const sample = (bytes: Buffer) => ({ head: bytes.subarray(0, HEAD_BYTES), size: bytes.byteLength })
const latin1 = (text: string) => Buffer.from(text, 'latin1')

const dicom = Buffer.concat([Buffer.alloc(128), latin1('DICM\x02\x00')])
const triangles = (count: number, size: number) => {
  const bytes = Buffer.alloc(size)
  bytes.writeUInt32LE(count, 80)
  return bytes
}

const files: Record<string, Buffer> = {
  'application/pdf': latin1('%PDF-1.7\n'),
  'image/jpeg': latin1('\xff\xd8\xff\xe0'),
  'image/png': latin1('\x89PNG\r\n\x1a\n....'),
  'image/gif': latin1('GIF89a..'),
  'image/webp': latin1('RIFF\x10\x00\x00\x00WEBPVP8 '),
  'image/avif': latin1('\x00\x00\x00\x20ftypavif'),
  'application/zip': latin1('PK\x03\x04..'),
  'application/dicom': dicom,
  'model/stl': triangles(2, 184),
  'model/ply': latin1('ply\nformat ascii 1.0\n'),
}

it.each(Object.keys(files))('%s is known by its own bytes and by no other’s', (type) => {
  for (const [other, bytes] of Object.entries(files)) {
    expect([other, fitsType(type, sample(bytes))]).toEqual([other, other === type])
  }
})

it.each([
  ['nothing', ''],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['a page that mentions PNG', '<html>\x89PNG\r\n\x1a\n'],
])('%s is no file of a known type', (_what, text) => {
  for (const type of Object.keys(files))
    expect([type, fitsType(type, sample(latin1(text)))]).toEqual([type, false])
})

it('knows an STL written as text, and one that is cut short', () => {
  expect(fitsType('model/stl', sample(latin1('solid mandíbula\nfacet')))).toBe(true)
  expect(fitsType('model/stl', sample(triangles(2, 183)))).toBe(false)
})

it('an empty archive is one', () => {
  expect(fitsType('application/zip', sample(latin1('PK\x05\x06')))).toBe(true)
})

it.each(['text/html', 'image/svg+xml', 'a/b', 'constructor', ''])('does not know %j', (type) => {
  expect(isKnownType(type)).toBe(false)
  expect(fitsType(type, sample(latin1('x')))).toBe(true)
})
