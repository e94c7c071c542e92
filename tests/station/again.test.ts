import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BlobReader, ZipReader } from '@zip.js/zip.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { quoteLiteral } from '#server/db/quote.ts'
import { engines } from '#tests/engines.ts'
import { until } from '#tests/until.ts'
import { at, dcmtk, hasDcmtk, storescu } from './dcmtk.ts'
import { type Cita, type Clinic, openClinic, writeImage } from './stage.ts'

const [engine] = engines()

describe.runIf(hasDcmtk && engine)('a study that comes again', () => {
  let clinic: Clinic
  let root = ''

  beforeAll(async () => {
    if (!engine) throw new Error('There is an engine')
    root = await mkdtemp(join(tmpdir(), 'indice-again-'))
    clinic = await openClinic(engine)
    await clinic.addMachine('PANO', '{Tomografías}')
    // The station asks every ten seconds who may call.
    await until(async () =>
      expect((await dcmtk('echoscu', ['-aet', 'PANO', ...at(clinic.port)])).status).toBe(0),
    )
  })
  afterAll(async () => {
    await clinic?.close()
    await rm(root, { recursive: true, force: true })
  })

  /** A folder with these slices of the appointment's study. */
  async function slices(cita: Cita, from: number, count: number): Promise<string> {
    const folder = join(root, `${cita.number}-${from}`)
    await mkdir(folder)
    for (let number = from; number < from + count; number++)
      await writeImage(folder, {
        ...{ study: cita.uid, instance: `${cita.uid.slice(0, 50)}.${number}`, name: 'Vega Ríos^Raúl' },
        ...{ number: cita.patient, more: { '00200013': ['IS', String(number)] } },
      })
    return folder
  }

  async function send(folder: string, aet?: string): Promise<void> {
    expect((await storescu(clinic.port, folder, aet)).status).toBe(0)
  }

  const arrivals = ({ uid }: Cita) =>
    clinic.stored(`select state, instances, study_id from public.arrivals where study_uid = '${uid}'`)
  /** The patient's studies, the oldest first. */
  const studies = ({ patientId }: Cita) =>
    clinic.stored(
      `select id, study_type, comments, file_url from public.studies where patient_id = '${patientId}' order by created_at`,
    )
  const membersOf = async (path: unknown) =>
    (await new ZipReader(new BlobReader(await clinic.file(path))).getEntries()).length

  /** Waits until so many images are the patient's, in the file of the newest study. */
  async function delivered(cita: Cita, instances: number): Promise<Record<string, unknown>[]> {
    return until(async () => {
      expect(await arrivals(cita)).toMatchObject([{ state: 'assigned', instances }])
      const found = await studies(cita)
      expect(await membersOf(found.at(-1)?.file_url)).toBe(instances)
      return found
    }, 60)
  }

  it('twice: it stays one study with the same file', async () => {
    const cita = await clinic.addCita('Raúl Vega Ríos')
    const folder = await slices(cita, 1, 20)
    await send(folder)
    const before = await delivered(cita, 20)
    await send(folder)
    const other = await clinic.addCita('Raúl Vega Ríos')
    await send(await slices(other, 1, 1))
    // What came later is delivered: the other one had its turn.
    await delivered(other, 1)
    expect(await delivered(cita, 20)).toEqual(before)
  })

  it('in two halves an hour apart: one study with all of them', async () => {
    const cita = await clinic.addCita('Raúl Vega Ríos')
    await send(await slices(cita, 1, 20))
    const before = await delivered(cita, 20)
    await clinic.product.database.query(
      `update public.arrivals set received_at = received_at - interval '1 hour', completed_at = completed_at - interval '1 hour'
       where study_uid = $1`,
      [cita.uid],
    )
    await send(await slices(cita, 21, 20))
    const after = await delivered(cita, 40)
    expect(after).toEqual(before.map((study) => ({ ...study, file_url: after[0]?.file_url })))
  })

  it('by two machines at once, each with most of it: one study with each image once', async () => {
    const cita = await clinic.addCita('Raúl Vega Ríos')
    const [first, both, last] = [
      await slices(cita, 1, 5),
      await slices(cita, 6, 30),
      await slices(cita, 36, 5),
    ]
    await Promise.all([
      send(first, 'TOMO').then(() => send(both, 'TOMO')),
      send(both, 'PANO').then(() => send(last, 'PANO')),
    ])
    expect(await delivered(cita, 40)).toHaveLength(1)
  })

  it('after its report was signed: a study beside it, which says so; the reported one keeps its file', async () => {
    const cita = await clinic.addCita('Raúl Vega Ríos')
    await send(await slices(cita, 1, 20))
    const [reported] = await delivered(cita, 20)
    await sign(cita, String(reported?.id))
    await send(await slices(cita, 21, 20))
    const found = await delivered(cita, 40)
    expect(found).toEqual([
      reported,
      {
        ...{ id: expect.any(String), file_url: expect.any(String) },
        ...{ study_type: 'Tomografías', comments: 'Llegó después del informe' },
      },
    ])
    expect(await membersOf(reported?.file_url)).toBe(20)
    // And more of it: the one beside grows.
    await send(await slices(cita, 41, 5))
    expect(await delivered(cita, 45)).toMatchObject([reported, { id: found[1]?.id }])
  })

  /** The doctor's signed report of the study. */
  async function sign({ patientId, doctorId }: Cita, study: string): Promise<void> {
    const [id, patient, doctor] = [study, patientId, doctorId].map(quoteLiteral)
    await clinic.product.database.exec(`
      insert into public.reports (id, study_id, patient_id, author_id, impression) values (${id}, ${id}, ${patient}, ${doctor}, 'Normal');
      update public.reports set state = 'firmado', folio = 'INF-000001', signed_at = now(), signer_name = 'Nombre', signer_license = '1',
        clinic = '{}', signed_text = 'Normal', content_hash = encode(sha256('Normal'), 'hex'), verify_token = private.share_token(),
        visible_from = now() where id = ${id}`)
  }
})
