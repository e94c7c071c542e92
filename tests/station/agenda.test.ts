import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stationTimes } from '#station/settings.ts'
import { postgrest, startHostedProduct } from '#tests/contract/hosted-product.ts'
import { type Engine, engines } from '#tests/engines.ts'
import { startTestProduct } from '#tests/product.ts'
import { until } from '#tests/until.ts'
import { createPhantom, scan } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, type NamedFile, sliceFile } from '#tools/imaging/phantom-files.ts'
import { workerHere } from '#tools/imaging/worker-here.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { openThrough } from '#web/imaging/client.ts'
import { findscu, hasDcmtk, storescu, worklistKeys } from './dcmtk.ts'
import { startProgram } from './program.ts'
import { type Cita, type Clinic, openClinic } from './stage.ts'

// From the agenda to the console, and back into the record: with the station in the product, and alone at a clinic whose backend is hosted.
// Times are those of a real clinic.

type Place = { clinic: Clinic; port: number; close(): Promise<void> }
type Open = (engine: Engine, folder: string) => Promise<Place>

async function openInProduct(engine: Engine): Promise<Place> {
  const clinic = await openClinic(engine, {}, (options) => startTestProduct({ ...options, stationTimes }))
  return { clinic, port: clinic.port, close: () => clinic.close() }
}

/** PostgREST and the roles of a hosted project, at an origin of their own; the station is a program beside it. */
async function openBesideHosted(engine: Engine, folder: string): Promise<Place> {
  const clinic = await openClinic(engine, {}, () => startHostedProduct({ engine, demo: false }))
  const { url, keys } = clinic.product
  const [key] = await clinic.stored(`select private.setting('station_key', null) as value`)
  const backend = { url, anonKey: keys.anonKey, stationKey: String(key?.value) }
  const running = await startProgram(join(folder, 'alone'), { backend })
  const close = async () => {
    await running.close()
    await clinic.close()
  }
  return { clinic, port: running.port, close }
}

const [engine] = engines()
const isHosted = engine?.kind === 'postgres' && existsSync(postgrest)

const places: [where: string, open: Open][] = [
  ['in the product', openInProduct],
  ...(isHosted ? [['alone beside a hosted project', openBesideHosted] satisfies [string, Open]] : []),
]

describe.runIf(hasDcmtk && engine).each(places)('the station %s', (_where, open) => {
  let place: Place
  let root = ''

  beforeAll(async () => {
    if (!engine) throw new Error('There is an engine')
    root = await mkdtemp(join(tmpdir(), 'indice-agenda-'))
    place = await open(engine, root)
  })
  afterAll(async () => {
    await place?.close()
    await rm(root, { recursive: true, force: true })
  })

  it('the list is the open appointments of today and tomorrow, attribute by attribute, and follows what changes', async () => {
    const { clinic, port } = place
    const cita = await clinic.addCita('José Núñez Ruiz', { time: '08:15' })
    const [today] = await clinic.stored(
      `select to_char(private.clinic_today(), 'YYYYMMDD') as day, to_char(private.clinic_today() + 1, 'YYYYMMDD') as next`,
    )
    const own = [`AccessionNumber=${cita.number}`, ...worklistKeys.slice(1)]
    const expected = {
      AccessionNumber: cita.number,
      ReferringPhysicianName: '',
      PatientName: 'Núñez Ruiz^José',
      PatientID: cita.patient,
      PatientBirthDate: '',
      PatientSex: '',
      StudyInstanceUID: cita.uid,
      RequestedProcedureDescription: 'Tomografía 5x5 cm',
      RequestedProcedureID: cita.number,
      Modality: 'CT',
      ScheduledStationAETitle: 'TOMO',
      ScheduledProcedureStepStartDate: today?.day,
      ScheduledProcedureStepStartTime: '081500',
      ScheduledPerformingPhysicianName: 'Ferrer Soto^Lucía^^Dra.',
      ScheduledProcedureStepDescription: 'Tomografía 5x5 cm',
      ScheduledProcedureStepID: cita.number,
      SpecificCharacterSet: 'ISO_IR 100',
    }
    expect(await findscu(port, own)).toEqual([expected])
    const later = await clinic.addCita('Sofía O’Neill', { days: 1 })
    const [utf8] = await findscu(port, [`PatientID=${later.patient}`, 'PatientName'], { characters: 'utf8' })
    expect(utf8).toMatchObject({ SpecificCharacterSet: 'ISO_IR 192', PatientName: 'O’Neill^Sofía' })
    await clinic.product.database.query(
      `update public.citas set appointment_date = appointment_date + 1 where id = $1`,
      [cita.id],
    )
    expect(await findscu(port, own)).toEqual([{ ...expected, ScheduledProcedureStepStartDate: today?.next }])
    await clinic.product.database.query(`update public.citas set status = 'cancelada' where id = any($1)`, [
      `{${cita.id},${later.id}}`,
    ])
    expect(await findscu(port, own)).toEqual([])
  })

  it('140 and 560 slices are their patients’ studies within 90 s of the last one, voxel by voxel those of the slices', async () => {
    const { clinic, port } = place
    const sent: { cita: Cita; files: NamedFile[]; folder: string }[] = []
    for (const [name, count, columns] of [
      ['Raúl Vega Ríos', 140, 128],
      ['Inés Luna Paz', 560, 64],
    ] as const) {
      const cita = await clinic.addCita(name)
      const files = slicesOf(cita, name, count, columns)
      const folder = join(root, String(count))
      await mkdir(folder)
      for (const [at, { bytes }] of files.entries()) await writeFile(join(folder, String(at)), bytes)
      sent.push({ cita, files, folder })
    }
    const ran = await Promise.all(sent.map(({ folder }) => storescu(port, folder)))
    expect(ran.map(({ status }) => status)).toEqual([0, 0])
    const stored = (cita: Cita) =>
      clinic.stored(`select s.patient_id, s.doctor_id, s.study_type, s.study_date = private.clinic_today() as today, a.instances, s.file_url
        from public.arrivals a join public.studies s on s.id = a.study_id where a.study_uid = '${cita.uid}'`)
    const studies = await until(async () => {
      const found = (await Promise.all(sent.map(({ cita }) => stored(cita)))).flat()
      expect(found).toMatchObject(
        sent.map(({ cita, files }) => ({
          ...{ patient_id: cita.patientId, doctor_id: cita.doctorId, study_type: 'Tomografías' },
          ...{ today: true, instances: files.length },
        })),
      )
      return found
    }, 90)
    for (const [at, { files }] of sent.entries()) {
      const [delivered, uploaded] = [await clinic.file(studies[at]?.file_url), await zipOf(files)]
      const volume = await volumeOf(delivered)
      expect(volume.size[2]).toBe(files.length)
      expect(volume).toEqual(await volumeOf(uploaded))
    }
  })
})

/** A tomography of the phantom as the machine of that appointment makes it. */
function slicesOf(
  { uid, number, patient }: Cita,
  fullName: string,
  count: number,
  columns: number,
): NamedFile[] {
  const [first = '', ...last] = fullName.split(' ')
  const step = 60 / columns
  const raster = { columns, rows: columns, mmAcross: step, mmDown: step }
  const phantom = createPhantom(14, [60, 60, count * 0.2])
  return axialSlices(evenHeights(count, 0.2)).map((slice, at) => ({
    name: `CT/${(at * 37) % 1009}`,
    bytes: sliceFile(scan(phantom, slice, raster), slice, raster, at + 1, '1', {
      '00080005': ['CS', 'ISO_IR 192'],
      '00080018': ['UI', `${uid.slice(0, 50)}.${at + 1}`],
      '00080050': ['SH', number],
      '00100010': ['PN', `${last.join(' ')}^${first}`],
      '00100020': ['LO', patient],
      '0020000D': ['UI', uid],
    }),
  }))
}

/** What the viewer makes of an archive, which must hold one volume: what it says of it, and a fingerprint of each of its cuts. */
async function volumeOf(archive: Blob) {
  const study = await openThrough(workerHere(), [{ name: 'estudio.zip', blob: archive }])
  try {
    const [part, ...others] = study.parts
    if (part?.kind !== 'volume' || others.length > 0)
      throw new Error(`Not one volume but ${JSON.stringify(study.parts)}`)
    const volume = await study.volume(part.id)
    const { size, spacing, windows, range, unit, inverted, scale } = volume
    const voxels: string[] = []
    for (let at = 0; at < size[2]; at++) {
      const { values } = await volume.cut('axial', at)
      voxels.push(createHash('sha256').update(values).digest('hex'))
    }
    return { size, spacing, windows, range, unit, inverted, scale, voxels }
  } finally {
    study.close()
  }
}
