import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFakeBackend, machineOf } from '#tests/station/fake-backend.ts'
import { until } from '#tests/until.ts'
import { type DicomFile, imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { writePly, writeStl } from '#tools/imaging/mesh-writer.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { noteOf, watchFolder } from './folder.ts'
import { type Station, startStation } from './station.ts'

let folder = ''
let station: Station | undefined
let backend: ReturnType<typeof createFakeBackend>
let lines: string[] = []
const root = () => join(folder, 'exportados')
const day = new Date().toISOString().slice(0, 10)

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'indice-folder-'))
  await mkdir(root())
  backend = createFakeBackend([machineOf('TOMO')])
  lines = []
})
afterEach(async () => {
  await station?.close()
  station = undefined
  await rm(folder, { recursive: true, force: true })
})

async function start(more: Partial<Parameters<typeof startStation>[0]> = {}) {
  station = await startStation({
    ...{ url: 'http://localhost', anonKey: 'a', stationKey: 'k', fetch: backend.fetch },
    ...{ host: '127.0.0.1', port: undefined, aet: 'INDICE', worklist: true, zone: 'UTC' },
    ...{ watched: root(), folder: join(folder, 'station'), onLine: (line) => lines.push(line) },
    times: { quietMs: 50, firstPauseMs: 5, folder: { everyMs: 5, quietMs: 0, againMs: 20 } },
    ...more,
  })
}

/** Puts files there at once, as a program that has ended its export. */
async function drop(files: Record<string, Uint8Array | string>) {
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(root(), name)), { recursive: true })
    await writeFile(join(root(), name), bytes)
  }
}

type Sent = { study?: string; name?: string; station?: string } & Partial<DicomFile>

function image(
  number: number,
  { study = '2.25.1', name = 'Soto^Ana', station: from = '', ...file }: Sent = {},
) {
  const bytes = writeDicom({
    pixels: new Uint16Array(16),
    ...file,
    elements: {
      ...imageElements({ columns: 4, rows: 4 }),
      '00080018': ['UI', `${study}.${number}`],
      '00081010': ['SH', from],
      '00100010': ['PN', name],
      '0020000D': ['UI', study],
      ...file.elements,
    },
  })
  return bytes
}

/** An explicit little endian file that says big endian. */
const misnamed = (bytes: Uint8Array) =>
  Buffer.from(
    Buffer.from(bytes).toString('latin1').replace('1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2'),
    'latin1',
  )

const triangles = (height: number) => ({
  positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, height]),
  indices: new Uint32Array([0, 1, 2]),
})
const scan = (height: number) => writeStl(triangles(height))

/** All that lies in the watched folder once nothing waits in it any more. */
async function left(): Promise<string[]> {
  await until(async () =>
    expect((await readdir(root())).filter((name) => name !== 'procesados' && name !== 'no-leidos')).toEqual(
      [],
    ),
  )
  const all = await readdir(root(), { recursive: true, withFileTypes: true })
  return all
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root().length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}

/** What is complete: name or path, AE title, how many. */
const arrived = () => {
  const last = new Map(backend.arrivals.flatMap((one) => (one.complete ? [[one.study_uid, one]] : [])))
  return [...last.values()].map(({ said, aet, instances }) => [said.name || said.description, aet, instances])
}

async function members(zip: Buffer | undefined): Promise<string[]> {
  const entries = await new ZipReader(
    new Uint8ArrayReader(new Uint8Array(zip ?? Buffer.alloc(0))),
  ).getEntries()
  return entries.map(({ filename }) => filename)
}

describe('what programs export', () => {
  it('a folder is taken with all its images, and moved with all that is in it', async () => {
    const index = image(9, { elements: { '00080016': ['UI', '1.2.840.10008.1.3.10'] } })
    await drop({
      'SOTO_ANA/DICOMDIR': index,
      'SOTO_ANA/DICOM/S1/IM1': image(1, { station: 'TOMO' }),
      'SOTO_ANA/DICOM/S1/IM2': image(2, { station: 'TOMO', preamble: false }),
      'SOTO_ANA/visor/visor.exe': 'MZ',
      'SOTO_ANA/autorun.inf': '[autorun]',
    })
    await start()
    expect(await left()).toEqual(
      ['DICOM/S1/IM1', 'DICOM/S1/IM2', 'DICOMDIR', 'autorun.inf', 'visor/visor.exe'].map(
        (name) => `procesados/${day}/SOTO_ANA/${name}`,
      ),
    )
    await until(() => expect(arrived()).toEqual([['Ana Soto', 'TOMO', 2]]))
    expect(await members(backend.uploaded.at(-1))).toEqual(['DICOM/001/00001.dcm', 'DICOM/001/00002.dcm'])
    expect(backend.listening).toEqual({ aet: 'INDICE', address: null, port: null, full: false })
    expect(station?.port).toBeUndefined()
  })

  it('files side by side, and archives, also one in another', async () => {
    const inner = await zipOf([{ name: 'a/3.dcm', bytes: image(3) }])
    const zip = await zipOf([
      { name: 'a/2.dcm', bytes: image(2) },
      { name: 'dentro.zip', bytes: new Uint8Array(await inner.arrayBuffer()) },
      { name: 'leeme.txt', bytes: new Uint8Array([65]) },
    ])
    await drop({
      '1.dcm': image(1),
      'b.zip': new Uint8Array(await zip.arrayBuffer()),
      '4.dcm': image(4, { study: '2.25.2', name: '' }),
    })
    await start()
    expect(await left()).toEqual(['1.dcm', '4.dcm', 'b.zip'].map((name) => `procesados/${day}/${name}`))
    await until(() =>
      expect(arrived().sort()).toEqual([
        ['', '', 1],
        ['Ana Soto', '', 3],
      ]),
    )
  })

  it('an image is taken however its file begins, as the viewer reads it', async () => {
    const bare = { preamble: false, meta: false }
    const files = {
      'solo datos.dcm': image(1, bare),
      'solo datos': image(2, { ...bare, syntax: 'implicit' }),
      'al reves.dcm': image(3, { ...bare, syntax: 'bigEndian' }),
      'sin preambulo.dcm': image(4, { preamble: false }),
      'solo la marca.dcm': Buffer.concat([Buffer.from('DICM'), image(5, { preamble: false })]),
      'con un signo delante.dcm': Buffer.concat([Buffer.from(' '), image(6, bare)]),
      'dice otra cosa.dcm': misnamed(image(7)),
    }
    await drop(files)
    await start()
    expect(await left()).toEqual(
      Object.keys(files)
        .map((name) => `procesados/${day}/${name}`)
        .sort(),
    )
    await until(() => expect(arrived()).toEqual([['Ana Soto', '', 7]]))
  })

  it('scans of one mouth are one study without a name, always of the same UID', async () => {
    await drop({
      'Ana superior.stl': scan(1),
      'Ana inferior.stl': scan(2),
      'Eva/mordida.ply': writePly(triangles(3), 'ascii'),
    })
    await start()
    await left()
    await until(() =>
      expect(arrived().sort()).toEqual([
        ['Ana inferior.stl', '', 2],
        ['Eva/mordida.ply', '', 1],
      ]),
    )
    const uids = new Set(backend.arrivals.map(({ study_uid }) => study_uid))
    expect([...uids].every((uid) => /^2\.25\.\d{1,39}$/.test(uid))).toBe(true)
    expect((await Promise.all(backend.uploaded.map(members))).sort()).toEqual([
      ['Ana inferior.stl', 'Ana superior.stl'],
      ['mordida.ply'],
    ])
    // One of them again, after a restart: it is known.
    await station?.close()
    await drop({ 'otra vez.stl': scan(1) })
    const before = backend.arrivals.length
    await start()
    expect(await left()).toContain(`procesados/${day}/otra vez.stl`)
    await station?.close()
    expect(backend.arrivals.slice(before).filter(({ study_uid }) => !uids.has(study_uid))).toEqual([])
  })

  it.each<[string, Uint8Array | string, string]>([
    ['cortado.dcm', image(1).subarray(0, -8), 'El archivo está incompleto.'],
    ['carta.dcm', 'Estimada doctora:', 'El archivo está dañado.'],
    [
      'foto.dcm',
      new Uint8Array([0xff, 0xd8, 0xff, 0xe0]),
      'El archivo no es una imagen, aunque su nombre lo diga.',
    ],
    ['vacio.ima', '', 'El archivo está vacío.'],
    [
      'sin.dcm',
      image(1, { elements: { '0020000E': ['UI', ''] } }),
      'Le faltan los identificadores del estudio.',
    ],
    ['ruta.dcm', image(1, { study: '../../etc' }), 'Le faltan los identificadores del estudio.'],
    ['malla.stl', scan(1).subarray(0, 100), 'El archivo está incompleto.'],
    ['roto.zip', Buffer.from('PK\x03\x04 y nada más'), 'El archivo está dañado.'],
    [
      'ecografia.dcm',
      image(1, { elements: { '00080016': ['UI', '1.2.840.10008.5.1.4.1.1.6.1'] } }),
      'Es DICOM, pero no una imagen de las que se reciben.',
    ],
    ['carta.pdf', '%PDF-1.7', 'No es DICOM, ZIP, STL ni PLY.'],
  ])('%s lies among what was not read, with why', async (name, bytes, why) => {
    await drop({ [name]: bytes })
    await start()
    expect(await left()).toEqual([`no-leidos/${name}`, `no-leidos/${name}.txt`])
    expect(await readFile(join(root(), 'no-leidos', name))).toEqual(Buffer.from(bytes))
    expect(await readFile(join(root(), 'no-leidos', `${name}.txt`), 'utf8')).toContain(`${name}: ${why}`)
    expect(await readdir(join(folder, 'station', 'studies'))).toEqual([])
  })

  it('of an archive with a password nothing is read; of one with a broken image the rest is', async () => {
    const locked = await zipOf([{ name: 'a.dcm', bytes: image(1) }], { password: 'x' })
    const half = await zipOf([
      { name: 'a.dcm', bytes: image(1) },
      { name: 'b.dcm', bytes: image(2).slice(0, -8) },
    ])
    await drop({
      'clave.zip': new Uint8Array(await locked.arrayBuffer()),
      'media.zip': new Uint8Array(await half.arrayBuffer()),
    })
    await start()
    expect(await left()).toEqual(
      ['clave.zip', 'clave.zip.txt', 'media.zip', 'media.zip.txt'].map((name) => `no-leidos/${name}`),
    )
    const note = (name: string) => readFile(join(root(), 'no-leidos', `${name}.txt`), 'utf8')
    expect(await note('clave.zip')).toContain('clave.zip/a.dcm: El ZIP tiene contraseña.')
    expect(await note('media.zip')).toMatch(
      /Se recibió 1 imagen\.\n\nmedia\.zip\/b\.dcm: El archivo está incompleto\./,
    )
    await until(() => expect(arrived()).toEqual([['Ana Soto', '', 1]]))
  })

  it('a name that is there already gets a number; the same image again is stored once', async () => {
    await start()
    for (let count = 0; count < 3; count++) {
      await drop({ '1.dcm': image(1), 'x.bin': 'x' })
      await left()
    }
    expect(await left()).toEqual([
      ...['x (2).bin', 'x (2).bin.txt', 'x (3).bin', 'x (3).bin.txt', 'x.bin', 'x.bin.txt'].map(
        (name) => `no-leidos/${name}`,
      ),
      ...['1 (2).dcm', '1 (3).dcm', '1.dcm'].map((name) => `procesados/${day}/${name}`),
    ])
    const [study = ''] = await readdir(join(folder, 'station', 'studies'))
    const kept = await readdir(join(folder, 'station', 'studies', study))
    expect(kept.filter((name) => name.endsWith('.dcm'))).toHaveLength(1)
  })

  it('a link is not followed, and what systems leave stays', async () => {
    await mkdir(join(folder, 'ajena'))
    await writeFile(join(folder, 'ajena', 'a.dcm'), image(7))
    await symlink(join(folder, 'ajena'), join(root(), 'enlace'))
    await symlink(join(folder, 'ajena', 'a.dcm'), join(root(), 'a.dcm'))
    await drop({ 'Thumbs.db': 'x', 'Soto/1.dcm': image(1) })
    await symlink(join(folder, 'ajena'), join(root(), 'Soto', 'enlace'))
    await start()
    await until(async () =>
      expect((await readdir(root())).sort()).toEqual([
        'Thumbs.db',
        'a.dcm',
        'enlace',
        'no-leidos',
        'procesados',
      ]),
    )
    await until(() => expect(arrived()).toEqual([['Ana Soto', '', 1]]))
    expect(lines).toEqual([])
  })

  it('without room it stays where it is, and is taken once there is', async () => {
    await drop({ '1.dcm': image(1) })
    const limits = { arrivals: 1e9, reserve: Number.MAX_SAFE_INTEGER, instance: 1e9 }
    await start({ limits })
    await until(() => expect(lines).toEqual([expect.stringContaining('No hay lugar')]))
    expect(await readdir(root())).toContain('1.dcm')
    limits.reserve = 0
    expect(await left()).toEqual([`procesados/${day}/1.dcm`])
  })

  it('a folder that is not there is told once, and read when it comes', async () => {
    await rm(root(), { recursive: true })
    await start()
    await until(() => expect(lines).toEqual([`DICOM_FOLDER: no existe la carpeta ${root()}.`]))
    await mkdir(join(folder, 'aparte'))
    await writeFile(join(folder, 'aparte', '1.dcm'), image(1))
    await rename(join(folder, 'aparte'), root())
    expect(await left()).toEqual([`procesados/${day}/1.dcm`])
    expect(lines).toHaveLength(1)
  })
})

it('what still grows is not taken, nor a folder into which more comes', async () => {
  let clock = 0
  let looks = 0
  const taken: string[] = []
  const watching = watchFolder({
    ...{ root: root(), times: { everyMs: 1, quietMs: 10_000, againMs: 60_000 }, today: () => day },
    ...{ onFull: () => {}, onLine: () => {} },
    take: async ({ names }) => {
      taken.push(...names)
      return { images: 1, problems: [] }
    },
    now: () => {
      looks += 1
      return clock
    },
  })
  const looked = async () => {
    const before = looks
    await until(() => expect(looks).toBeGreaterThan(before + 8))
  }
  for (const [at, grown] of ['a.dcm', 'a.dcm', 'b/2.dcm'].entries()) {
    await drop({ 'a.dcm': 'a'.repeat(at + 1), 'b/1.dcm': 'b'.repeat(at + 1), [grown]: 'más' })
    await looked()
    clock += 9_999
    await looked()
  }
  expect(taken).toEqual([])
  await appendFile(join(root(), 'a.dcm'), 'más')
  await looked()
  clock += 1
  await until(() => expect(taken).toEqual(['b']))
  clock += 9_999
  await until(() => expect(taken).toEqual(['b', 'a.dcm']))
  await watching.close()
})

it('a note names a hundred files at most', () => {
  const problems = Array.from({ length: 120 }, (_, at) => ({
    path: `x/${at}.dcm`,
    why: 'El archivo está dañado.',
  }))
  const note = noteOf('x', 2, problems)
  expect(note.split('\n').filter((line) => line.endsWith('dañado.'))).toHaveLength(100)
  expect(note).toContain('Se recibieron 2 imágenes.')
  expect(note).toContain('Y 20 más.')
})
