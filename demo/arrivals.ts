import { dayInZone } from '#domain/days.ts'
import type { Identity } from '#server/identity.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'
import { type FileStore, storageOf, upload } from './files.ts'
import type { Accounts } from './generate/accounts.ts'
import { filmDicom } from './generate/films.ts'
import type { Moment } from './generate/moment.ts'
import { createRandom } from './generate/random.ts'
import { tomographyZip } from './generate/tomography.ts'

const film = 'Radiografía Panorámica'
const tomograph = { name: 'Tomógrafo', aet: 'TOMOGRAFO', study_types: ['Tomografías'] }
const panoramic = {
  name: 'Panorámico',
  aet: 'PANORAMICO',
  study_types: [film, 'Radiografía Lateral de Cráneo', 'Radiografía Carpal'],
}

type Visit = { id: string; at: string; day: string; name: string; number: string; accession: string }

type Sent = {
  aet: string
  /** The study's id, of which its StudyInstanceUID is the number. */
  id: string
  at: string
  said: Record<string, string>
  instances: number
  file: Uint8Array<ArrayBuffer>
}

/**
 * Two machines, and what they sent, as the station brings it: a film that went to its appointment with doctora@ by itself, a tomography
 * with a name that somebody typed and no number, and a film of a person whom nobody knows. A demo of another day has nothing of it. Returns how many
 * came; what an interrupted start has made is kept.
 */
export async function writeArrivals(
  store: FileStore,
  { seed, accounts, moment, zone }: { seed: number; accounts: Accounts; moment: Moment; zone: string },
): Promise<number> {
  const { database } = store
  const first = async <Row extends object>(sql: string, ...values: unknown[]): Promise<Row | undefined> =>
    (await database.query<Row>(sql, values)).rows[0]
  const { came = 0 } =
    (await first<{ came: number }>(
      `select count(*)::int as came from public.arrivals where path is not null`,
    )) ?? {}
  if (came > 0 || moment.today !== dayInZone(new Date(), zone)) return came

  const random = createRandom(seed, 'arrivals')
  const setting = await first<{ key: string }>(
    `select value as key from private.app_settings where key = 'station_key'`,
  )
  const key = setting?.key
  const call = async <Answer>(who: Identity, name: string, ...args: unknown[]): Promise<Answer> => {
    const places = args.map((_, at) => `$${at + 1}`).join(', ')
    const { rows } = await database.as(who, (tx) =>
      tx.query<{ value: Answer }>(`select public.${name}(${places}) as value`, args),
    )
    return rows[0]?.value as Answer
  }

  const admin: Identity = {
    role: 'authenticated',
    claims: { sub: accounts.admin.id, role: 'authenticated', aal: 'aal1' },
  }
  for (const machine of [tomograph, panoramic]) {
    await call(admin, 'set_machine', JSON.stringify({ id: random.uuid(), ...machine }))
    await call(station, 'station_heard', key, machine.aet, '127.0.0.1', true)
  }

  /** The newest appointment with doctora@ that began and has no study, of a patient without a printed account, and when its images came. */
  const visit = (type: string) =>
    first<Visit>(
      `select c.id::text, (private.slot_moment(c.appointment_date, c.appointment_time) + interval '12 minutes')::text as at, c.appointment_date::text as day,
         p.full_name as name, lpad(p.patient_number::text, 8, '0') as number, c.accession_number::text as accession
       from public.citas c join public.profiles p on p.id = c.patient_id
       where c.doctor_id = $1 and c.patient_id <> all ($3) and private.filed_type(c.study_type) = $2 and c.status not in ('cancelada', 'no_asistio')
         and private.slot_moment(c.appointment_date, c.appointment_time) < now() - interval '12 minutes' and not private.has_study(c)
       order by private.slot_moment(c.appointment_date, c.appointment_time) desc, c.id limit 1`,
      accounts.doctora.id,
      type,
      [accounts.paciente.id, accounts.paciente2.id],
    )
  const known = await visit(film)
  const typed = await visit('Tomografías')
  /** When last nobody had an appointment. */
  const quiet = await first<{ at: string; day: string }>(
    `select s.at::text, private.clinic_day(s.at)::text as day
     from generate_series(now(), now() - interval '1 day', interval '-10 minutes') s(at)
     where not exists (
       select from public.citas c where private.slot_moment(c.appointment_date, c.appointment_time)
         between s.at - interval '1 hour' and s.at + interval '1 hour'
     )
     limit 1`,
  )
  const [typedId, strangersId, stranger] = [random.uuid(), random.uuid(), 'Fernanda Ochoterena Wong']
  // A clinic with few hours may have none of these.
  const sent: (Sent | undefined)[] = [
    known && {
      ...{ aet: panoramic.aet, id: known.id, at: known.at, instances: 1 },
      said: {
        ...{ name: known.name, number: known.number, accession: known.accession },
        ...{ modality: 'PX', description: film },
      },
      file: await filmZip('panoramica-adult-2', known.id, known.day, known.name),
    },
    typed && {
      ...{ aet: tomograph.aet, id: typedId, at: typed.at, instances: 200 },
      said: { name: typedAtConsole(typed.name), modality: 'CT', description: 'Tomografía de demostración' },
      file: await tomographyZip('tomografia-5x5-1'),
    },
    quiet && {
      ...{ aet: panoramic.aet, id: strangersId, at: quiet.at, instances: 1 },
      said: { name: stranger, modality: 'PX', description: film },
      file: await filmZip('panoramica-young-2', strangersId, quiet.day, stranger),
    },
  ]
  const storage = storageOf(store, station)
  const arrivals = sent.filter((one) => one !== undefined)
  for (const { aet, id, at, said, instances, file } of arrivals) {
    const study_uid = `2.25.${BigInt(`0x${id.replaceAll('-', '')}`)}`
    const arrival = { aet, study_uid, said, instances, bytes: file.length }
    await call(station, 'station_arrived', key, JSON.stringify(arrival))
    await database.query('update public.arrivals set received_at = $2 where study_uid = $1', [study_uid, at])
    const { path } = await call<{ path: string }>(
      station,
      'station_upload',
      key,
      JSON.stringify({ study_uid }),
    )
    await upload(storage, path, file, 'application/zip')
    await call(station, 'station_arrived', key, JSON.stringify({ ...arrival, complete: true }))
  }
  return arrivals.length
}

const station: Identity = { role: 'anon', claims: { role: 'anon' } }

async function filmZip(asset: string, id: string, study_date: string, full_name: string) {
  const bytes = filmDicom(asset, { id, study_type: film, study_date }, { full_name, age: null })
  const zip = await zipOf([{ name: 'DICOM/001/00001.dcm', bytes }], { level: 0 })
  return new Uint8Array(await zip.arrayBuffer())
}

/** 'Mariana López Hernández' as consoles have it: 'MARIANA LOPEZ HERNANDEZ'. */
const typedAtConsole = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()
