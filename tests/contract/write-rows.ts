import { randomUUID } from 'node:crypto'
import { addDays } from '#domain/days.ts'
import type { NewAppointment, NewStudy, NewStudyPreview } from '#web/backend/database.ts'
import { signedIn } from './calls-stage.ts'
import type { Place } from './place.ts'
import { read } from './query-case.ts'

// What the screens' writes are tried with. Each is made anew, mostly as the screens make it, and known by its id.

let slots = 0

/** A booking of Mariana's in a slot that nobody has; the demo's end thirty days ahead. */
export function newAppointment(place: Place, doctor: string): NewAppointment {
  slots += 1
  return {
    patient_id: place.id('paciente'),
    doctor_id: doctor,
    appointment_date: addDays(place.today, 60 + slots),
    appointment_time: '10:00',
    study_type: 'Escaneo Intraoral',
    nombre: 'Mariana López',
    telefono: '962 010 0005',
    status: 'pendiente',
  }
}

export async function appointmentRow(place: Place): Promise<string> {
  const id = randomUUID()
  await place.screen('doctora').createAppointment({ id, ...newAppointment(place, place.id('doctora')) })
  return id
}

/** A study of Mariana's with a link. */
export function newStudy(place: Place, doctor: string): NewStudy {
  return {
    patient_id: place.id('paciente'),
    doctor_id: doctor,
    study_type: 'Tomografías',
    study_date: place.today,
    comments: 'Arcada completa',
    file_url: 'https://visor.clinica.test/estudios/1',
    file_name: null,
  }
}

export async function studyRow(place: Place): Promise<string> {
  const id = randomUUID()
  await place.screen('doctora').createStudy({ id, ...newStudy(place, place.id('doctora')) })
  return id
}

export function newInvoice(place: Place, doctor: string) {
  return {
    patient_id: place.id('paciente'),
    doctor_id: doctor,
    payment_date: place.today,
    payment_method: 'Transferencia',
    services: [
      { name: 'Radiografía Panorámica', price: 250 },
      { name: 'Escaneo Intraoral', price: 399.95 },
    ],
    total_amount: 1,
  }
}

export async function invoiceRow(place: Place): Promise<string> {
  const id = randomUUID()
  await place.screen('doctora').createInvoice({ id, ...newInvoice(place, place.id('doctora')) })
  return id
}

/** A study has 20 living links at most. */
export const endShares = (place: Place) =>
  place.product.database.query(
    'update public.study_shares set revoked_at = now() where study_id = $1 and revoked_at is null',
    [place.study],
  )

export async function shareRow(place: Place): Promise<string> {
  await endShares(place)
  const id = randomUUID()
  const share = { id, studyId: place.study, label: 'Dra. Rivas', days: 7, uses: 3, copyPath: null }
  await place.screen('doctora').createShare(share)
  return id
}

/** A pending request; the public form takes only so many in ten minutes. */
export async function requestRow(
  place: Place,
  { name = 'Ana Prueba', email = 'ana@example.com', referrer = '' } = {},
): Promise<string> {
  const { rows } = await place.product.database.query<{ id: string }>(
    `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type, referring_doctor, status)
     values ($1, $2, '2221234567', 'Radiografía Panorámica', $3, 'pendiente') returning id::text as id`,
    [name, email, referrer],
  )
  return rows[0]?.id ?? ''
}

export const newAccount = (id: string) => ({
  full_name: 'Dra. Nueva Cuenta',
  email: `${id}@clinica.test`,
  phone: '55 5123 4567',
  age: 40,
  requestId: id,
})

/** A doctor's account that nothing clinical names; returns its id. */
export async function accountRow(place: Place): Promise<string> {
  const account = {
    ...newAccount(randomUUID()),
    role: 'doctor' as const,
    specialty: 'Periodoncia',
    professional_license: '123',
    is_admin: false,
    password: '',
  }
  return idOf(await place.screen('admin').createUser(account))
}

/** A patient whom Mariana's doctor added. */
export async function patientRow(place: Place): Promise<string> {
  return idOf(await place.screen('doctora').createPatient(newAccount(randomUUID())))
}

function idOf(made: Awaited<ReturnType<ReturnType<Place['screen']>['createPatient']>>): string {
  if (made.outcome !== 'created') throw new Error(made.message)
  return made.id
}

/** A session of Mariana's on another device. */
export async function sessionRow(place: Place): Promise<string> {
  await signedIn(place.product, 'paciente@clinica.test')
  return place.first(
    `select id as found from auth.sessions where user_id = '${place.id('paciente')}' order by created_at desc, id`,
  )
}

/** Letters alone, because names with digits are hidden. */
const letters = () =>
  randomUUID().replaceAll(/[\d-]/g, (sign) => 'ghijklmnopq'['-0123456789'.indexOf(sign)] ?? '')

/** Two referring doctors, as one text: their keys with a comma between them. */
export async function referrersRow(place: Place): Promise<string> {
  const keys: string[] = []
  for (const name of [letters(), letters()]) {
    await requestRow(place, { referrer: name })
    const query = place.screen('admin').referringDoctorsQuery({ search: name, page: 1, pageSize: 1 })
    keys.push((await read(query)).rows[0]?.key ?? '')
  }
  return keys.join()
}

/** A file of Mariana's that no study names; returns its path. */
export async function fileRow(place: Place): Promise<string> {
  const { file_url } = await place
    .screen('doctora')
    .uploadStudyFile(place.id('paciente'), newFile(randomUUID()))
  return file_url
}

/** A study of Mariana's with a file; returns the file's path. */
export async function studyFileRow(place: Place): Promise<string> {
  const path = await fileRow(place)
  const study = { ...newStudy(place, place.id('doctora')), file_url: path, file_name: 'estudio.zip' }
  await place.screen('doctora').createStudy({ id: studyOf(path), ...study })
  return path
}

/** Of a file that cannot be read. */
export const failedPreview = (source: string): NewStudyPreview => ({
  source,
  state: 'failed',
  reason: 'corrupt',
  kind: null,
  thumb_path: null,
  thumb_width: null,
  thumb_height: null,
  cover_path: null,
  cover_width: null,
  cover_height: null,
  tint: null,
  sheets: null,
  index_path: null,
  parts: {},
  facts: {},
  maker: 1,
})

/** The study of `studyFileRow`: its id is that of the file's folder. */
export const studyOf = (path: string) => path.split('/')[1] ?? ''

/** Stored with the type that its first bytes confirm. */
export const newFile = (id: string) =>
  new File(['PK\x03\x04 estudio'], `${id}.zip`, { type: 'application/zip' })

export const newPhoto = () => new Blob([Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0)], { type: 'image/jpeg' })

/** As where a mail server is; with `off` as where there is none. */
export const mail = (place: Place, value: 'on' | 'off') =>
  place.product.database.query(
    `insert into private.app_settings (key, value) values ('mail', $1) on conflict (key) do update set value = $1`,
    [value],
  )
