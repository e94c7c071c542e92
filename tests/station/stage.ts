import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import type { Item } from '#tools/imaging/dicom-elements.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'

/** An open appointment, as the station tells machines of it. */
export type Cita = {
  id: string
  uid: string
  number: string
  patient: string
  patientId: string
  doctorId: string
}

export type Clinic = {
  product: TestProduct
  port: number
  stored(sql: string): Promise<Record<string, unknown>[]>
  /** A study's file. */
  file(path: unknown): Promise<Blob>
  addMachine(aet: string, studyTypes?: string): Promise<void>
  /** Of a new patient of that name; days from today, a minute after the last one. */
  addCita(name: string, more?: { days?: number; time?: string; type?: string }): Promise<Cita>
  close(): Promise<void>
}

/**
 * A clinic with one doctor, the machine TOMO, unless it has them already, and a station that machines reach. `env` adds to the product's environment; `start` is another way
 * to start it.
 */
export async function openClinic(
  engine: Engine,
  env: Record<string, string> = {},
  start: typeof startTestProduct = startTestProduct,
): Promise<Clinic> {
  const product = await start({ engine, env: { DICOM_PORT: '0', ...env } })
  const { database } = product
  const stored = async (sql: string) => {
    const { rows } = await database.query<{ found: Record<string, unknown>[] }>(
      `select coalesce(json_agg(r), '[]') as found from (${sql}) r`,
    )
    return rows[0]?.found ?? []
  }
  let people = 0
  async function addPerson(name: string, role: 'doctor' | 'patient'): Promise<string> {
    people += 1
    const email = `persona${people}@clinica.test`
    await database.query(
      `insert into private.prepared_accounts (email, full_name, role) values ($1, $2, $3)`,
      [email, name, role],
    )
    const answer = await fetch(`${product.url}/auth/v1/admin/users`, {
      method: 'POST',
      headers: {
        apikey: product.keys.serviceRoleKey,
        authorization: `Bearer ${product.keys.serviceRoleKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        email,
        password: 'Una frase larga 47',
        email_confirm: true,
        user_metadata: { full_name: name },
      }),
    })
    if (!answer.ok) throw new Error(await answer.text())
    const { id }: { id: string } = await answer.json()
    return id
  }
  async function addMachine(aet: string, studyTypes = '{}'): Promise<void> {
    await database.query(
      `insert into public.machines (name, aet, study_types) values ($1, $1, $2) on conflict (aet) do nothing`,
      [aet, studyTypes],
    )
  }
  await addMachine('TOMO', '{Tomografías}')
  const doctor = 'Dra. Lucía Ferrer Soto'
  const [known] = await stored(`select id from public.profiles where full_name = '${doctor}'`)
  const doctorId = known ? String(known.id) : await addPerson(doctor, 'doctor')
  return {
    product,
    port: product.dicomPort ?? 0,
    stored,
    async file(path) {
      const { serviceRoleKey } = product.keys
      const answer = await fetch(`${product.url}/storage/v1/object/study_files/${path}`, {
        headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` },
      })
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      return answer.blob()
    },
    addMachine,
    async addCita(
      name,
      { days = 0, time = `20:${String(people).padStart(2, '0')}`, type = 'Tomografía 5x5 cm' } = {},
    ) {
      const patientId = await addPerson(name, 'patient')
      const { rows } = await database.query<{ id: string }>(
        `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type)
         values ($1, $2, private.clinic_today() + $3::integer, $4, $5) returning id`,
        [patientId, doctorId, days, time, type],
      )
      const [cita] = await stored(
        `select c.id, private.study_uid(c.id) as uid, c.accession_number::text as number,
           lpad(p.patient_number::text, 8, '0') as patient
         from public.citas c join public.profiles p on p.id = c.patient_id where c.id = '${rows[0]?.id}'`,
      )
      const { id, uid, number, patient } = cita ?? {}
      return {
        id: String(id),
        uid: String(uid),
        number: String(number),
        patient: String(patient),
        patientId,
        doctorId,
      }
    },
    close: () => product.stop(),
  }
}

export type Image = {
  study: string
  instance: string
  name?: string
  number?: string
  accession?: string
  more?: Item
}

/** A small tomographic slice with these identifying elements, as a file. */
export async function writeImage(folder: string, image: Image): Promise<string> {
  const { study, instance, name = '', number = '', accession = '', more } = image
  const file = join(folder, `${instance}.dcm`)
  const bytes = writeDicom({
    elements: {
      ...imageElements({ columns: 4, rows: 4 }),
      '00080005': ['CS', 'ISO_IR 192'],
      '00080018': ['UI', instance],
      '00080050': ['SH', accession],
      '00100010': ['PN', name],
      '00100020': ['LO', number],
      '0020000D': ['UI', study],
      ...more,
    },
    pixels: new Uint16Array(16),
  })
  await writeFile(file, bytes)
  return file
}
