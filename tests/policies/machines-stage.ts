import { people, uuid } from './people.ts'
import { call, type Stage } from './rehearse.ts'
import { objectRow } from './world.ts'

/** What the station of the world's installation holds. */
export const stationKey = '5'.repeat(32)

export const machines = { tomograph: uuid('9030', 1), panoramic: uuid('9030', 2) } as const

/** What is in the hall: of doctor A's patient, of doctor B's, of nobody, and what does not wait. */
export const arrivals = {
  ofPatientA: uuid('9031', 1),
  ofPatientB: uuid('9031', 2),
  ofNobody: uuid('9031', 3),
  receiving: uuid('9031', 4),
  discarded: uuid('9031', 5),
} as const

const arrival = (name: keyof typeof arrivals, state: string, number: string) =>
  `insert into public.arrivals (id, study_uid, machine_id, completed_at, said, instances, bytes, state, path)
   values ('${arrivals[name]}', '1.2.${Object.keys(arrivals).indexOf(name)}', '${machines.tomograph}', now(),
     jsonb_build_object('name', 'OTRA PERSONA', 'number', ${number}), 3, 30, '${state}', 'recibidos/${arrivals[name]}/DICOM.zip')`
const numberOf = (person: 'patientA' | 'patientB') =>
  `(select patient_number from public.profiles where id = '${people[person]}')`

export const machineRows = [
  `update private.app_settings set value = '${stationKey}' where key = 'station_key'`,
  `insert into public.machines (id, name, aet, address, port, study_types)
   values ('${machines.tomograph}', 'Tomógrafo', 'TOMO', '192.0.2.7', 104, '{Tomografías}'),
     ('${machines.panoramic}', 'Panorámico', 'PANO 1', null, null, '{Radiografía Panorámica}')`,
  `insert into private.unknown_callers (aet, address, day)
   values ('RX', '192.0.2.9', private.clinic_today()), ('TOMO', '192.0.2.9', private.clinic_today()),
     ('VIEJO', '192.0.2.9', private.clinic_today() - 8)`,
  arrival('ofPatientA', 'complete', numberOf('patientA')),
  arrival('ofPatientB', 'complete', numberOf('patientB')),
  arrival('ofNobody', 'complete', `'77777777'`),
  arrival('receiving', 'receiving', numberOf('patientA')),
  arrival('discarded', 'discarded', numberOf('patientA')),
  objectRow(
    uuid('9032', 1),
    'study_files',
    `recibidos/${arrivals.ofPatientA}/DICOM.zip`,
    people.admin,
  ).replace(/'[^']*', '[^']*', '\{/, `null, null, '{`),
]

/** An open appointment at noon of today, or so many days later. */
export const todaysCita = (
  stage: Stage,
  id: string,
  patient: keyof typeof people,
  doctor: keyof typeof people,
  { days = 0, type = 'Tomografía 5x5 cm', at = '12:00' } = {},
) =>
  stage.owner(
    `insert into public.citas (id, patient_id, doctor_id, appointment_date, appointment_time, study_type)
     values ($1, $2, $3, private.clinic_today() + $4::integer, $5, $6)`,
    [id, people[patient], people[doctor], days, at, type],
  )

/** What a call by the station answers. */
export async function station(stage: Stage, name: string, ...args: unknown[]): Promise<unknown> {
  const list = args.map((_, index) => `$${index + 2}`)
  const found = await call(stage, `select public.station_${name}(${['$1', ...list].join(', ')}) as value`, [
    stationKey,
    ...args.map((arg) => (typeof arg === 'object' ? JSON.stringify(arg) : arg)),
  ])
  return Array.isArray(found) ? found[0] : found
}

export type Sent = { uid: string; aet?: string; said?: Record<string, unknown>; instances?: number }

/**
 * Sends a study as the station does: some of it, its file, and that it is complete, with `between` the last two. Answers {id, state} and the path.
 */
export async function send(
  stage: Stage,
  { uid, aet = 'TOMO', said = {}, instances = 2 }: Sent,
  between: () => Promise<unknown> = async () => {},
) {
  const arrival = { study_uid: uid, aet, said, instances, bytes: instances * 10 }
  await station(stage, 'arrived', arrival)
  const place = (await station(stage, 'upload', { study_uid: uid })) as { path: string }
  await stage.owner(
    `insert into storage.objects (bucket_id, name, metadata) values ('study_files', $1, '{"size": 1}')`,
    [place.path],
  )
  await between()
  const done = (await station(stage, 'arrived', { ...arrival, complete: true })) as {
    id: string
    state: string
  }
  return { ...done, path: place.path }
}
