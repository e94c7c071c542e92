import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callStation, store } from '#tests/dimse-client.ts'
import { engines } from '#tests/engines.ts'
import { freePort } from '#tests/free-port.ts'
import { startTestProduct } from '#tests/product.ts'
import { runCommand } from '#tests/programs/command.ts'
import { until } from '#tests/until.ts'
import { type Cita, type Clinic, openClinic, writeImage } from './stage.ts'

const [engine] = engines()

describe.runIf(engine)('a clinic that was restored from its backup', () => {
  let root = ''
  let clinic: Clinic
  let cita: Cita
  let before: Awaited<ReturnType<typeof read>>
  const envOf = (name: string, port = 0) => ({
    ADMIN_EMAIL: 'principal@clinica.test',
    DATA_DIR: join(root, name),
    ALLOW_PGLITE: '1',
    DICOM_PORT: String(port),
  })
  /** A clinic finds its database in its folder. */
  const open = (name: string, port?: number) => {
    if (!engine) throw new Error('There is an engine')
    return openClinic(engine, envOf(name, port), ({ env = {} }) => startTestProduct({ env }))
  }

  async function send(from: number, count: number, more: { study?: string; name?: string } = {}) {
    const folder = await mkdtemp(join(root, 'images-'))
    const study = more.study ?? cita.uid
    const files = []
    for (let number = from; number < from + count; number++)
      files.push(
        await writeImage(folder, {
          ...{ study, instance: `${study.slice(0, 50)}.${number}`, name: more.name ?? 'Peña Gil^Zoé' },
          ...{ number: more.study ? '' : cita.patient },
        }),
      )
    const { status } = await callStation(clinic.port, 'TOMO', files.map(store))
    expect(status).toEqual(files.map(() => 0))
  }

  /** The key, the machines, and all that they sent, with its files. */
  async function read() {
    const [key] = await clinic.stored(`select private.setting('station_key', null) as value`)
    const machines = await clinic.stored('select name, aet, study_types, active from public.machines')
    const arrivals = await clinic.stored(
      `select a.study_uid, a.said, a.instances, a.bytes, a.state, a.path, a.study_id, a.cita_id, a.received_at, s.file_url
       from public.arrivals a left join public.studies s on s.id = a.study_id order by a.received_at`,
    )
    const files = []
    for (const { path } of arrivals) files.push(await (await clinic.file(path)).text())
    return { key: String(key?.value), machines, arrivals, files }
  }

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'indice-restored-'))
    await mkdir(join(root, 'clinic'), { mode: 0o711 })
    clinic = await open('clinic')
    cita = await clinic.addCita('Zoé Peña Gil')
    await send(1, 3)
    await send(1, 2, { study: '2.25.71', name: 'Nadie^Nadie' })
    await until(async () =>
      expect((await read()).arrivals).toMatchObject([{ state: 'assigned' }, { state: 'complete' }]),
    )
    before = await read()
    await clinic.close()
    const archive = join(root, 'clinic.tar.gz')
    expect(await runCommand('backup', envOf('clinic'), archive)).toMatchObject({ code: 0 })
    expect(await runCommand('restore', envOf('other'), archive)).toMatchObject({ code: 0 })
  })
  afterAll(async () => {
    await clinic?.close()
    await rm(root, { recursive: true, force: true })
  })

  it('has a new key, and its machines and arrivals with their files; a machine is served, and replaces no study by less', async () => {
    const port = await freePort()
    const env = envOf('other', port)
    const silent = await runCommand('doctor', env)
    expect(silent.output).toContain(`Nadie atiende a los equipos de imagen en 127.0.0.1, puerto ${port}`)
    clinic = await open('other', port)
    const after = await read()
    expect(after.key).toMatch(/^[0-9a-f]{32}$/)
    expect(after.key).not.toBe(before.key)
    expect({ ...after, key: '' }).toEqual({ ...before, key: '' })
    expect((await runCommand('doctor', env)).output).toContain(
      `Los equipos de imagen solo pueden conectarse desde esta computadora: 127.0.0.1, puerto ${port}, AE title INDICE.`,
    )
    await send(4, 1)
    await until(async () =>
      expect(
        await clinic.stored(
          `select file_url, comments from public.studies where patient_id = '${cita.patientId}' order by created_at`,
        ),
      ).toEqual([
        { file_url: before.arrivals[0]?.file_url, comments: null },
        { file_url: expect.any(String), comments: 'Llegó después, sin las imágenes anteriores' },
      ]),
    )
  })
})
