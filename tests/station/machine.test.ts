import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readFileHead } from '#station/part10.ts'
import { engines } from '#tests/engines.ts'
import { freePort } from '#tests/free-port.ts'
import { until } from '#tests/until.ts'
import { at, dcmtk, dump2dcm, findscu, hasDcmtk, ofStep, storescu, worklistKeys } from './dcmtk.ts'
import { type Cita, type Clinic, openClinic, writeImage } from './stage.ts'

const [engine] = engines()

describe.runIf(hasDcmtk && engine)('machines of others, by dcmtk', () => {
  let clinic: Clinic
  let root = ''
  let folder = ''
  let counted = 0

  beforeAll(async () => {
    if (!engine) throw new Error('There is an engine')
    clinic = await openClinic(engine)
    root = await mkdtemp(join(tmpdir(), 'indice-machine-'))
  })
  afterAll(async () => {
    await clinic?.close()
    await rm(root, { recursive: true, force: true })
  })
  beforeEach(async () => {
    counted += 1
    folder = join(root, String(counted))
    await mkdir(folder)
  })

  const echo = (aet: string) => dcmtk('echoscu', ['-v', '-aet', aet, ...at(clinic.port)])
  const send = (path = folder, aet = 'TOMO') => storescu(clinic.port, path, aet)

  const arrivals = (uid: string) =>
    clinic.stored(`select a.state, a.instances, a.cita_id, a.study_id, a.said ->> 'different' as different, s.patient_id, s.doctor_id,
      s.study_type, s.file_url, s.comments from public.arrivals a left join public.studies s on s.id = a.study_id where a.study_uid = '${uid}'`)

  /** The data sets of a study's file, without the heads that each program writes in its own way. */
  async function dataSets(path: unknown): Promise<string[]> {
    const zip = new ZipReader(new BlobReader(await clinic.file(path)))
    const sets: string[] = []
    for (const entry of await zip.getEntries())
      if (!entry.directory) sets.push(dataSetOf(Buffer.from(await entry.getData(new Uint8ArrayWriter()))))
    return sets.sort()
  }
  const dataSetOf = (file: Buffer) => file.subarray(readFileHead(file)?.start).toString('base64')

  /** Slices of the appointment's study, each with pixels of its own. */
  async function slices(cita: Cita, name: string, from: number, count: number): Promise<string[]> {
    const sets: string[] = []
    for (let number = from; number < from + count; number++) {
      const file = await writeImage(folder, {
        ...{
          study: cita.uid,
          instance: `${cita.uid.slice(0, 50)}.${number}`,
          name,
          number: cita.patient,
          accession: cita.number,
        },
        more: { '00200013': ['IS', String(number)], '00204000': ['LT', String(number).repeat(5000)] },
      })
      sets.push(dataSetOf(await readFile(file)))
    }
    return sets
  }

  it('an unknown machine is refused and offered; once it is added it is heard, told and taken', async () => {
    const cita = await clinic.addCita('Ana Soto Paz')
    await slices(cita, 'Soto Paz^Ana', 1, 1)
    for (const { status, text } of [
      await echo('NUEVO'),
      await dcmtk('findscu', ['-W', '-v', '-aet', 'NUEVO', '-k', 'PatientName', ...at(clinic.port)]),
      await send(folder, 'NUEVO'),
    ]) {
      expect(status).not.toBe(0)
      expect(text).toContain('Calling AE Title Not Recognized')
    }
    await until(async () =>
      expect(await clinic.stored('select aet from private.unknown_callers')).toEqual([{ aet: 'NUEVO' }]),
    )
    await clinic.addMachine('NUEVO')
    await until(async () => expect((await echo('NUEVO')).status).toBe(0))
    expect(await findscu(clinic.port, ['PatientName'], { aet: 'NUEVO' })).toEqual([
      { PatientName: 'Soto Paz^Ana' },
    ])
    expect((await send(folder, 'NUEVO')).status).toBe(0)
    await until(async () => expect(await arrivals(cita.uid)).toMatchObject([{ state: 'assigned' }]))
  })

  it('keys, ranges and wildcards find what dcmtk’s own list finds of the same items', async () => {
    await clinic.addMachine('PANO', '{Radiografía Panorámica}')
    const people: [string, Parameters<Clinic['addCita']>[1]][] = [
      ['Ana Mora Paz', { time: '09:00' }],
      ['Ana Morales Gil', { time: '12:30', type: 'Radiografía Panorámica' }],
      ['Luis Mora Gil', { days: 1, time: '17:45' }],
      ['Eva Lara', { days: 1, time: '10:00', type: 'Escaneo Intraoral' }],
    ]
    for (const [name, more] of people) await clinic.addCita(name, more)
    const items = await findscu(clinic.port, worklistKeys)
    expect(items.length).toBeGreaterThanOrEqual(4)
    const lists = join(folder, 'lists', 'INDICE')
    await mkdir(lists, { recursive: true })
    await writeFile(join(lists, 'lockfile'), '')
    const tags: Record<string, string> = {
      ...{
        AccessionNumber: '0008,0050) SH',
        PatientName: '0010,0010) PN',
        PatientID: '0010,0020) LO',
        StudyInstanceUID: '0020,000d) UI',
      },
      ...{ RequestedProcedureDescription: '0032,1060) LO', RequestedProcedureID: '0040,1001) SH' },
    }
    const tagsOfStep: Record<string, string> = {
      ...{
        Modality: '0008,0060) CS',
        ScheduledStationAETitle: '0040,0001) AE',
        ScheduledProcedureStepStartDate: '0040,0002) DA',
      },
      ...{
        ScheduledProcedureStepStartTime: '0040,0003) TM',
        ScheduledPerformingPhysicianName: '0040,0006) PN',
      },
      ...{ ScheduledProcedureStepDescription: '0040,0007) LO', ScheduledProcedureStepID: '0040,0009) SH' },
    }
    for (const [place, item] of items.entries()) {
      const lines = (of: Record<string, string>) =>
        Object.entries(of).map(
          ([keyword, tag]) => `(${tag} ${item[keyword] ? `[${item[keyword]}]` : '(no value available)'}`,
        )
      const dump = [
        '(0008,0005) CS [ISO_IR 100]',
        ...lines(tags),
        '(0040,0100) SQ',
        '(fffe,e000) -',
        ...lines(tagsOfStep),
        '(fffe,e00d) -',
        '(fffe,e0dd) -',
      ]
      await writeFile(join(folder, 'item.dump'), Buffer.from(dump.join('\n'), 'latin1'))
      expect(dump2dcm(join(folder, 'item.dump'), join(lists, `${place}.wl`)).status).toBe(0)
    }
    const port = await freePort()
    const server = spawn('wlmscpfs', ['-dfp', join(folder, 'lists'), '-dfr', String(port)], {
      stdio: 'ignore',
    })
    try {
      await until(async () => expect((await dcmtk('echoscu', at(port))).status).toBe(0))
      const day = items[0]?.ScheduledProcedureStepStartDate
      const asked = [
        ['PatientName=*'],
        ['PatientName=Mora*'],
        ['PatientName=Mora ???^Ana'],
        ['PatientName=Mora Paz^Ana'],
        [`PatientID=${items[0]?.PatientID}`],
        [`AccessionNumber=${items[1]?.AccessionNumber}`],
        [`${ofStep('ScheduledProcedureStepStartDate')}=${day}`],
        [`${ofStep('ScheduledProcedureStepStartDate')}=${day}-`],
        [`${ofStep('ScheduledProcedureStepStartDate')}=-${day}`],
        [`${ofStep('ScheduledProcedureStepStartTime')}=0900-1230`],
        [`${ofStep('ScheduledProcedureStepStartTime')}=120000-`],
        [`${ofStep('Modality')}=CT`],
        [`${ofStep('ScheduledStationAETitle')}=PANO`, `${ofStep('Modality')}=DX`],
        [`${ofStep('ScheduledStationAETitle')}=OTRO`],
      ]
      const uids = async (of: number, keys: readonly string[]) =>
        (await findscu(of, [...keys, 'StudyInstanceUID'])).map((found) => found.StudyInstanceUID).sort()
      for (const keys of asked) {
        const [ours, theirs] = [await uids(clinic.port, keys), await uids(port, keys)]
        expect([keys, ours]).toEqual([keys, theirs])
      }
    } finally {
      server.kill()
    }
  })

  it('140 slices of an appointment stand as its patient’s study, byte by byte; again, and the rest later, it stays one study', async () => {
    const name = 'Vega Ríos^Raúl'
    const cita = await clinic.addCita('Raúl Vega Ríos')
    const first = await slices(cita, name, 1, 140)
    expect((await send()).status).toBe(0)
    const assigned = {
      ...{
        state: 'assigned',
        instances: 140,
        cita_id: cita.id,
        patient_id: cita.patientId,
        doctor_id: cita.doctorId,
      },
      ...{ study_type: 'Tomografías', different: null },
    }
    const [study] = await until(async () => {
      const found = await arrivals(cita.uid)
      expect(found).toMatchObject([assigned])
      return found
    })
    expect(await dataSets(study?.file_url)).toEqual(first.sort())
    expect((await send()).status).toBe(0)
    const rest = await slices(cita, name, 141, 20)
    const [one, other] = await Promise.all([send(), send()])
    expect([one.status, other.status]).toEqual([0, 0])
    const fuller = await until(async () => {
      const found = await arrivals(cita.uid)
      expect(found).toMatchObject([{ ...assigned, instances: 160, study_id: study?.study_id }])
      expect(found[0]?.file_url).not.toBe(study?.file_url)
      return found[0]
    })
    expect(await dataSets(fuller?.file_url)).toEqual([...first, ...rest].sort())
    expect(
      await clinic.stored(`select from public.studies where patient_id = '${cita.patientId}'`),
    ).toHaveLength(1)
  })

  it('another content under a known UID is kept beside it, and named', async () => {
    const cita = await clinic.addCita('Inés Luna Paz')
    const instance = '2.25.777.1'
    const image = { study: cita.uid, instance, name: 'Luna Paz^Inés', number: cita.patient }
    for (const note of ['uno', 'dos']) {
      await writeImage(folder, { ...image, more: { '00204000': ['LT', note] } })
      expect((await send()).status).toBe(0)
    }
    await until(async () =>
      expect(await arrivals(cita.uid)).toMatchObject([
        { state: 'assigned', instances: 2, different: `["${instance}"]` },
      ]),
    )
  })

  it.each<
    [
      what: string,
      sent: { uid?: boolean; number?: 'own' | 'wrong'; accession?: 'own' | 'wrong'; name?: string },
      goes: boolean,
    ]
  >([
    ['our UID and the name', { uid: true }, true],
    ['our UID in capitals without accents', { uid: true, name: 'PENA GIL^ZOE' }, true],
    ['our UID and another name', { uid: true, name: 'Otra^Persona' }, false],
    ['our UID without a name', { uid: true, name: '' }, false],
    ['our UID and another patient’s number', { uid: true, number: 'wrong' }, false],
    ['the accession number and the name', { accession: 'own' }, true],
    ['the accession number and another name', { accession: 'own', name: 'Otra^Persona' }, false],
    ['another’s accession number', { accession: 'wrong' }, false],
    ['the patient’s number and the name', { number: 'own' }, true],
    ['the patient’s number and another name', { number: 'own', name: 'Otra^Persona' }, false],
    ['another’s number', { number: 'wrong' }, false],
    ['nothing but the name', {}, false],
  ])('with %s it goes to the patient by itself, or waits', async (_what, sent, goes) => {
    const cita = await clinic.addCita('Zoé Peña Gil')
    const other = await clinic.addCita('Otra Persona Más')
    const of = (which: 'own' | 'wrong' | undefined, key: 'patient' | 'number') =>
      which === undefined ? '' : (which === 'own' ? cita : other)[key]
    const study = sent.uid ? cita.uid : `2.25.55.${counted}`
    await writeImage(folder, {
      ...{ study, instance: `2.25.66.${counted}`, name: sent.name ?? 'Peña Gil^Zoé' },
      ...{ number: of(sent.number, 'patient'), accession: of(sent.accession, 'number') },
    })
    expect((await send()).status).toBe(0)
    await until(async () =>
      expect(await arrivals(study)).toMatchObject([
        goes ? { state: 'assigned', patient_id: cita.patientId } : { state: 'complete', patient_id: null },
      ]),
    )
  })
})
