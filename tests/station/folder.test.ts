import { randomInt } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { killHard, printed, runProgram } from '#tests/programs/run.ts'
import { until } from '#tests/until.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { writeStl } from '#tools/imaging/mesh-writer.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { type Cita, type Clinic, openClinic } from './stage.ts'

const [engine] = engines()

type About = { study: string; name?: string; patient?: string; values?: number; sopClass?: string }

/** A slice as a program of a tomograph exports it. */
const slice = (number: number, { study, name = '', patient = '', values = 16, sopClass }: About) =>
  writeDicom({
    elements: {
      ...imageElements({ columns: values, rows: 1 }),
      ...(sopClass && { '00080016': ['UI', sopClass] }),
      '00080005': ['CS', 'ISO_IR 192'],
      '00080018': ['UI', `${study.slice(0, 50)}.${number}`],
      '00100010': ['PN', name],
      '00100020': ['LO', patient],
      '0020000D': ['UI', study],
      '00200013': ['IS', String(number)],
    },
    pixels: new Uint16Array(values),
  })

const jaw = (height: number) =>
  writeStl({
    positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, height]),
    indices: new Uint32Array([0, 1, 2]),
  })

async function write(root: string, files: Record<string, Uint8Array | string>) {
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), bytes)
  }
}

/** All files below a folder. */
async function filesIn(root: string): Promise<string[]> {
  const all = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return all
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

describe.runIf(engine)('the watched folder of a clinic', () => {
  let clinic: Clinic
  let root = ''
  let cita: Cita

  beforeAll(async () => {
    if (!engine) throw new Error('There is an engine')
    root = await mkdtemp(join(tmpdir(), 'indice-watched-'))
    clinic = await openClinic(engine, { DICOM_FOLDER: root })
    cita = await clinic.addCita('Ana Soto Paz')
  })
  afterAll(async () => {
    await clinic?.close()
    await rm(root, { recursive: true, force: true })
  })

  const arrivals = (condition: string) =>
    clinic.stored(`select a.state, a.instances, a.machine_id is null as nobody, s.patient_id, a.said ->> 'name' as name
      from public.arrivals a left join public.studies s on s.id = a.study_id where ${condition}`)
  const done = async () =>
    (await filesIn(join(root, 'procesados'))).map((path) => path.replace(/^[\d-]{10}./, ''))

  it('an export like those of Romexis: index, images without endings, a viewer beside them; the appointment’s study', async () => {
    const about = { study: cita.uid, name: 'Soto Paz^Ana', patient: cita.patient }
    const files = {
      'Soto_Ana_20261127/DICOMDIR': slice(9, { ...about, sopClass: '1.2.840.10008.1.3.10' }),
      'Soto_Ana_20261127/DICOM/PAT00001/STU00001/SER00001/IMG00001': slice(1, about),
      'Soto_Ana_20261127/DICOM/PAT00001/STU00001/SER00001/IMG00002': slice(2, about),
      'Soto_Ana_20261127/Viewer/viewer.exe': 'MZ',
      'Soto_Ana_20261127/autorun.inf': '[autorun]',
    }
    await write(root, files)
    await until(async () =>
      expect(await arrivals(`study_uid = '${cita.uid}'`)).toEqual([
        { state: 'assigned', instances: 2, nobody: true, patient_id: cita.patientId, name: 'Ana Soto Paz' },
      ]),
    )
    await until(async () => expect(await done()).toEqual(expect.arrayContaining(Object.keys(files))))
  })

  it('an export like those of Sidexis: a folder for each series, pictures and a page beside them; it waits for a person', async () => {
    const about = { study: '2.25.501', name: 'Lara^Eva', patient: 'X-17' }
    await write(root, {
      'Export/Lara, Eva (X-17)/3D/slice_001.dcm': slice(1, about),
      'Export/Lara, Eva (X-17)/3D/slice_002.dcm': slice(2, about),
      'Export/Lara, Eva (X-17)/vista.jpg': new Uint8Array([0xff, 0xd8, 0xff, 0xe0]),
      'Export/Lara, Eva (X-17)/index.html': '<p>',
      'Export/Thumbs.db': 'x',
    })
    await until(async () =>
      expect(await arrivals(`study_uid = '2.25.501'`)).toMatchObject([
        { state: 'complete', instances: 2, name: 'Eva Lara' },
      ]),
    )
  })

  it('files side by side, and a ZIP of the rest, are one study', async () => {
    const about = { study: '2.25.502', name: 'Gil^Luis' }
    const zip = await zipOf(
      [3, 4].map((number) => ({ name: `CT/${number}.dcm`, bytes: slice(number, about) })),
    )
    await write(root, {
      'CT001.dcm': slice(1, about),
      'CT002.dcm': slice(2, about),
      'CT.zip': new Uint8Array(await zip.arrayBuffer()),
    })
    await until(async () =>
      expect(await arrivals(`study_uid = '2.25.502'`)).toMatchObject([{ state: 'complete', instances: 4 }]),
    )
    await until(async () =>
      expect(await done()).toEqual(expect.arrayContaining(['CT.zip', 'CT001.dcm', 'CT002.dcm'])),
    )
  })

  it('two scans of a mouth are one that waits without a name', async () => {
    await write(root, { 'boca superior.stl': jaw(1), 'boca inferior.stl': jaw(2) })
    const scans = `a.said ->> 'description' like 'boca%'`
    await until(async () =>
      expect(await arrivals(scans)).toEqual([
        { state: 'complete', instances: 2, nobody: true, patient_id: null, name: '' },
      ]),
    )
  })

  it('a file that grows is taken once it is whole, and a broken one is put aside with why', async () => {
    const bytes = slice(1, { study: '2.25.503', values: 20_000 })
    const broken = slice(1, { study: '2.25.504' }).subarray(0, -8)
    await write(root, { 'roto.dcm': broken, 'lento.dcm': bytes.subarray(0, 1000) })
    for (let at = 1000; at < bytes.length; at += 2000) {
      await appendFile(join(root, 'lento.dcm'), bytes.subarray(at, at + 2000))
      await sleep(100)
    }
    await until(async () =>
      expect(await arrivals(`study_uid in ('2.25.503', '2.25.504')`)).toMatchObject([
        { state: 'complete', instances: 1 },
      ]),
    )
    await until(async () =>
      expect(await filesIn(join(root, 'no-leidos'))).toEqual(['roto.dcm', 'roto.dcm.txt']),
    )
    expect(await readFile(join(root, 'no-leidos', 'roto.dcm'))).toEqual(Buffer.from(broken))
    expect(await readFile(join(root, 'no-leidos', 'roto.dcm.txt'), 'utf8')).toContain(
      'El archivo está incompleto.',
    )
    expect(await done()).toContain('lento.dcm')
  })
})

it('kill -9 while the folder is read loses nothing and stores nothing twice', async () => {
  const root = await mkdtemp(join(tmpdir(), 'indice-killed-'))
  const images = Array.from({ length: 40 }, (_, at) => at)
  for (let round = 0; round < 8; round++) {
    const [folder, watched] = [join(root, `${round}`, 'station'), join(root, `${round}`, 'watched')]
    const about = { study: '2.25.1', values: 20_000 }
    const zip = await zipOf(
      images.slice(20, 40).map((at) => ({ name: `${at}.dcm`, bytes: slice(at, about) })),
    )
    const files = {
      ...Object.fromEntries(images.slice(0, 10).map((at) => [`Soto/${at}.dcm`, slice(at, about)])),
      ...Object.fromEntries(images.slice(10, 20).map((at) => [`${at}.dcm`, slice(at, about)])),
      'a superior.stl': jaw(1),
      'a inferior.stl': jaw(2),
      'z.zip': new Uint8Array(await zip.arrayBuffer()),
    }
    await write(watched, files)
    const first = runProgram('watch-folder', [folder, watched])
    await printed(first, (text) => text.includes('ready'))
    await sleep(randomInt(0, 400))
    await killHard(first)
    const second = runProgram('watch-folder', [folder, watched])
    await until(async () => expect((await readdir(watched)).sort()).toEqual(['no-leidos', 'procesados']))
    await killHard(second)
    const moved = (await filesIn(join(watched, 'procesados'))).map((path) => path.replace(/^[\d-]{10}./, ''))
    expect(moved).toEqual(Object.keys(files).sort())
    expect(await filesIn(join(watched, 'no-leidos'))).toEqual([])
    const kept = (await filesIn(join(folder, 'studies'))).filter((path) => /\.(?:dcm|stl)$/.test(path))
    expect([kept.length, new Set(kept.map((path) => dirname(path))).size]).toEqual([42, 2])
  }
  await rm(root, { recursive: true, force: true })
})
