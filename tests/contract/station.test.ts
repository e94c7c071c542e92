import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callStation, echo, find, store } from '#tests/dimse-client.ts'
import { engines } from '#tests/engines.ts'
import { type Cita, type Clinic, openClinic, writeImage } from '#tests/station/stage.ts'
import { until } from '#tests/until.ts'

describe.each(engines())('a machine and the station on $name', (engine) => {
  let clinic: Clinic
  let cita: Cita
  let folder = ''

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'indice-station-'))
    clinic = await openClinic(engine)
    cita = await clinic.addCita('María de los Ángeles Núñez Soto', { days: 1 })
  })
  afterAll(async () => {
    await clinic?.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('the machine is heard; a stranger is refused, and remembered', async () => {
    expect(await callStation(clinic.port, 'TOMO', [echo()])).toMatchObject({ status: [0] })
    const { status, rejected } = await callStation(clinic.port, 'NADIE', [echo()])
    expect([status, rejected]).toEqual([[], { result: 1, source: 1, reason: 3 }])
    await until(async () => {
      const strangers = await clinic.stored('select aet, address from private.unknown_callers')
      expect(strangers).toEqual([{ aet: 'NADIE', address: '127.0.0.1' }])
    })
  })

  it('its list has the appointment, and the image of it becomes that patient’s study', async () => {
    const keys = { PatientName: 'NUNEZ*', PatientID: '', AccessionNumber: '', StudyInstanceUID: '' }
    const { found } = await callStation(clinic.port, 'TOMO', [find(keys)])
    const name = 'Núñez Soto^María de los Ángeles'
    expect(found).toMatchObject([
      {
        PatientName: [{ Alphabetic: name }],
        PatientID: cita.patient,
        AccessionNumber: cita.number,
        StudyInstanceUID: cita.uid,
      },
    ])
    const file = await writeImage(folder, {
      ...{ study: cita.uid, instance: '2.25.4711', name, number: cita.patient, accession: cita.number },
    })
    expect((await callStation(clinic.port, 'TOMO', [store(file)])).status).toEqual([0])
    await until(async () => {
      const studies = await clinic.stored(
        `select a.state, a.instances, s.study_type, s.patient_id, s.doctor_id, o.metadata ->> 'mimetype' as type
         from public.arrivals a join public.studies s on s.id = a.study_id
         join storage.objects o on o.bucket_id = 'study_files' and o.name = s.file_url
         where a.study_uid = '${cita.uid}'`,
      )
      expect(studies).toEqual([
        {
          ...{ state: 'assigned', instances: 1, study_type: 'Tomografías', type: 'application/zip' },
          ...{ patient_id: cita.patientId, doctor_id: cita.doctorId },
        },
      ])
    })
    expect((await callStation(clinic.port, 'TOMO', [find(keys)])).found).toEqual([])
  })
})
