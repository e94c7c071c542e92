import { randomUUID } from 'node:crypto'
import type { Place } from './place.ts'

/** A study that waits, with its file, and by its number is Mariana's, who has an appointment with doctora today. */
export async function arrivalRow(place: Place): Promise<string> {
  const id = randomUUID()
  await storeArrival(place, id, `recibidos/${id}/DICOM.zip`)
  await place.product.database.query('delete from private.arrival_places where arrival_id = $1', [id])
  return id
}

/** The same, whose file is in Mariana's folder already because nobody waited for the end. */
export async function movedRow(place: Place): Promise<string> {
  const id = randomUUID()
  await storeArrival(place, id, `${place.id('paciente')}/${randomUUID()}/DICOM.zip`)
  return id
}

/** Its row says that the file waits in 'recibidos', and it lies at `path`, where it was to go. */
async function storeArrival(place: Place, id: string, path: string): Promise<void> {
  const { database } = place.product
  await database.query(
    // At midnight: an hour in which some other doctor has an appointment would make it that doctor's as well.
    `insert into public.arrivals (id, study_uid, received_at, completed_at, said, instances, bytes, state, path)
     select $1::uuid, '1.2.' || $1, private.slot_moment(private.clinic_today(), '00:00'), now(), jsonb_build_object('name', 'OTRA PERSONA', 'number', patient_number::text), 1, 12,
       'complete', 'recibidos/' || $1 || '/DICOM.zip'
     from public.profiles where id = $2`,
    [id, place.id('paciente')],
  )
  await database.query(
    `insert into public.citas (patient_id, doctor_id, appointment_date, study_type)
     values ($1, $2, private.clinic_today(), 'Radiografía Carpal')`,
    [place.id('paciente'), place.id('doctora')],
  )
  await database.query('insert into private.arrival_places (arrival_id, path) values ($1, $2)', [id, path])
  const { error } = await place
    .as('visitor')
    .storage.from('study_files')
    .upload(path, new Blob(['PK\x03\x04 x']))
  if (error) throw error
}

/** The same, put away. */
export async function discardedRow(place: Place): Promise<string> {
  const id = await arrivalRow(place)
  await place.product.database.query(
    `update public.arrivals set state = 'discarded', reason = 'Era una prueba' where id = $1`,
    [id],
  )
  return id
}

/** A machine with an address; returns its id. */
export async function machineRow(place: Place): Promise<string> {
  const id = randomUUID()
  await place.product.database.query(
    `insert into public.machines (id, name, aet, address, port) values ($1, 'Tomógrafo', $2, '192.0.2.7', 104)`,
    [id, id.slice(0, 13)],
  )
  return id
}
