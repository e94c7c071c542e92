import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callStation, find, store } from '#tests/dimse-client.ts'
import { engines } from '#tests/engines.ts'
import { until } from '#tests/until.ts'
import { type Running, startProgram } from './program.ts'
import { type Cita, type Clinic, openClinic, writeImage } from './stage.ts'

const [engine] = engines()

describe.runIf(engine)('the station alone, beside a backend at another address', () => {
  let clinic: Clinic
  let cita: Cita
  let folder = ''
  let running: Running

  const start = (stationKey: string) => {
    const { url, keys } = clinic.product
    return startProgram(folder, { backend: { url, anonKey: keys.anonKey, stationKey } })
  }

  beforeAll(async () => {
    if (!engine) throw new Error('There is an engine')
    folder = await mkdtemp(join(tmpdir(), 'indice-alone-'))
    clinic = await openClinic(engine)
    cita = await clinic.addCita('Zoé Peña Gil')
    const [key] = await clinic.stored(`select private.setting('station_key', null) as value`)
    running = await start(String(key?.value))
  })
  afterAll(async () => {
    await running?.close()
    await clinic?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('gives the list, takes the image and brings it as the patient’s study', async () => {
    const { found } = await callStation(running.port, 'TOMO', [
      find({ PatientID: cita.patient, StudyInstanceUID: '' }),
    ])
    expect(found).toMatchObject([{ StudyInstanceUID: cita.uid }])
    const image = await writeImage(folder, { study: cita.uid, instance: '2.25.71', name: 'Peña Gil^Zoé' })
    expect((await callStation(running.port, 'TOMO', [store(image)])).status).toEqual([0])
    const state = () => clinic.stored(`select state from public.arrivals where study_uid = '${cita.uid}'`)
    await until(async () => expect(await state()).toEqual([{ state: 'receiving' }]))
    await until(async () => expect(await state()).toEqual([{ state: 'assigned' }]), 120)
  })

  it('with a wrong key takes nobody', async () => {
    await running.close()
    await rm(join(folder, 'station'), { recursive: true })
    running = await start('6'.repeat(32))
    const { rejected } = await callStation(running.port, 'TOMO', [find({})])
    expect(rejected).toEqual({ result: 2, source: 3, reason: 1 })
  })
})
