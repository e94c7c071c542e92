import { createPhantom } from './phantom.ts'
import { axialSlices, evenHeights, type NamedFile, phantomFiles } from './phantom-files.ts'
import { zipOf } from './zip-writer.ts'

/** What is wrong with an archive, and how many parts of it can still be read by an index. `level` 0 stores its files. */
export type Harm = { what: string; indexed: 0 | 1; level?: number } & (
  | { change: (zip: Buffer) => Buffer }
  | { make: (slices: NamedFile[]) => Promise<Blob> }
)

const raster = { columns: 24, rows: 24, mmAcross: 2, mmDown: 2 }
const slices = phantomFiles(createPhantom(8, [46, 46, 24]), axialSlices(evenHeights(8, 3)), raster)

/** A tomography of eight slices in an archive with which nothing is wrong. */
export const harmless = (level = 6) => zipOf(slices, { level })

/** The same in one that means harm, or was damaged. */
export async function harmfulArchive(harm: Harm): Promise<Blob> {
  if ('make' in harm) return harm.make(slices)
  const zip = Buffer.from(await (await harmless(harm.level)).arrayBuffer())
  return new Blob([new Uint8Array(harm.change(zip))])
}

export const harms: Harm[] = [
  { what: 'it asks for a password', indexed: 0, make: (files) => zipOf(files, { password: 'secreto' }) },
  {
    what: 'it says that it unpacks to more than any study has',
    indexed: 0,
    change: (zip) => sizesSaid(zip, 0xfffffff0),
  },
  { what: 'its files hold more than it says', indexed: 1, change: (zip) => sizesSaid(zip, 1000) },
  { what: 'its files hold less than it says', indexed: 0, change: (zip) => sizesSaid(zip, 5000) },
  {
    what: 'stored files hold more than it says',
    indexed: 0,
    level: 0,
    change: (zip) => sizesSaid(zip, 1000),
  },
  {
    what: 'stored files hold less than it says',
    indexed: 0,
    level: 0,
    change: (zip) => sizesSaid(zip, 5000),
  },
  { what: 'its end is missing', indexed: 0, change: (zip) => zip.subarray(0, zip.length - 60) },
  { what: 'its beginning is missing', indexed: 0, change: (zip) => zip.subarray(400) },
  {
    what: 'its middle is missing',
    indexed: 1,
    level: 0,
    change: (zip) => Buffer.concat([zip.subarray(0, 3000), zip.subarray(4000)]),
  },
  {
    what: 'its list is damaged',
    indexed: 0,
    change: (zip) => zip.fill(7, zip.length - 200, zip.length - 100),
  },
  {
    what: 'stored pixels are damaged',
    indexed: 1,
    level: 0,
    change: (zip) => zip.fill(7, own(zip, 3) + 1200, own(zip, 3) + 1300),
  },
  {
    what: 'packed bytes are damaged',
    indexed: 1,
    change: (zip) => zip.fill(255, own(zip, 3) + 500, own(zip, 3) + 520),
  },
  { what: 'a sum is wrong', indexed: 1, change: (zip) => put(zip, listed(zip, 3) + 16, 4, 12345) },
  {
    what: 'all sums are wrong',
    indexed: 1,
    change: (zip) => inList(zip, (at) => put(zip, at + 16, 4, 12345)),
  },
  {
    what: 'a file lies outside of it',
    indexed: 1,
    change: (zip) => put(zip, listed(zip, 3) + 42, 4, 0x7ffffff0),
  },
  {
    what: 'a file lies where its list is',
    indexed: 1,
    change: (zip) => put(zip, listed(zip, 3) + 42, 4, listed(zip, 0)),
  },
  {
    what: 'two files lie at one place',
    indexed: 0,
    change: (zip) => put(zip, listed(zip, 3) + 42, 4, own(zip, 2)),
  },
  { what: 'a file’s own header is none', indexed: 1, change: (zip) => put(zip, own(zip, 3), 4, 0) },
  {
    what: 'a file’s own header says that it begins elsewhere',
    indexed: 1,
    change: (zip) => put(zip, own(zip, 3) + 28, 2, 40),
  },
  {
    what: 'a file is packed in an unknown way',
    indexed: 1,
    change: (zip) => put(zip, listed(zip, 3) + 10, 2, 97),
  },
  {
    what: 'all files are packed in unknown ways',
    indexed: 0,
    level: 0,
    change: (zip) => inList(zip, (at) => put(zip, at + 10, 2, 16)),
  },
  {
    what: 'packed files are said to be stored',
    indexed: 0,
    change: (zip) => inList(zip, (at) => put(zip, at + 10, 2, 0)),
  },
  { what: 'all names are the same', indexed: 1, change: (zip) => renamed(zip, /S1\/\d{4}/g, 'S1/0000') },
  { what: 'names lead out of its folder', indexed: 0, change: (zip) => renamed(zip, /EXAMEN\//g, '../../a') },
  { what: 'an archive lies in it', indexed: 0, make: async (files) => zipOf([await packed(files)]) },
  {
    what: 'an archive in an archive lies in it',
    indexed: 0,
    make: async (files) => zipOf([await packed([await packed(files)])]),
  },
  {
    what: 'an archive of the same series lies beside its slices',
    indexed: 0,
    make: async (files) => zipOf([...files, await packed(files)]),
  },
  {
    what: 'a file unpacks to a thousand times its size',
    indexed: 1,
    make: (files) => zipOf([...files, { name: 'EXAMEN/S1/bomba', bytes: new Uint8Array(16 * 1024 ** 2) }]),
  },
  { what: 'nothing lies in it', indexed: 0, make: () => zipOf([]) },
  { what: 'it is none', indexed: 0, make: async () => new Blob(['x'.repeat(5000)]) },
]

const packed = async (files: NamedFile[]): Promise<NamedFile> => ({
  name: 'serie.zip',
  bytes: new Uint8Array(await (await zipOf(files)).arrayBuffer()),
})

const ofList = 'PK\x01\x02'
const ofFile = 'PK\x03\x04'
/** Where the list tells of a file, and where that file's own header is. */
const listed = (zip: Buffer, file: number) => headers(zip, ofList)[file] ?? 0
const own = (zip: Buffer, file: number) => headers(zip, ofFile)[file] ?? 0

function headers(zip: Buffer, mark: string): number[] {
  const found: number[] = []
  for (let at = zip.indexOf(mark, 0, 'latin1'); at >= 0; at = zip.indexOf(mark, at + 4, 'latin1'))
    found.push(at)
  return found
}

function put(zip: Buffer, at: number, bytes: number, value: number): Buffer {
  zip.writeUIntLE(value, at, bytes)
  return zip
}

function inList(zip: Buffer, change: (at: number) => void): Buffer {
  headers(zip, ofList).forEach(change)
  return zip
}

/** An archive with another unpacked size for each file, in its list and in their own headers. */
export function sizesSaid(zip: Buffer, size: number): Buffer {
  for (const at of headers(zip, ofFile)) put(zip, at + 22, 4, size)
  return inList(zip, (at) => put(zip, at + 24, 4, size))
}

const renamed = (zip: Buffer, from: RegExp, to: string) =>
  Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')
