import type { Database } from '#server/base/database.ts'
import type { Accounts } from './generate/accounts.ts'
import type { DentistPerson } from './generate/dentists.ts'
import { inventedName, inventedPhone } from './generate/patients.ts'
import { createRandom } from './generate/random.ts'

type Asked = {
  type: string
  teeth?: number[]
  areas?: string[]
  question?: string
  urgent?: boolean
  /** How many days ago it was sent. */
  days: number
}

/** What is open or was given up: of people without an account. */
const open: (Asked & { status: 'pendiente' | 'aceptada' | 'rechazada' })[] = [
  {
    ...{ type: 'Tomografías', days: 0, status: 'pendiente', urgent: true },
    ...{ teeth: [36, 37, 38], question: '¿Relación del tercer molar con el conducto?' },
  },
  {
    type: 'Radiografía Panorámica',
    days: 2,
    status: 'aceptada',
    areas: ['arcada_superior', 'arcada_inferior'],
  },
  {
    type: 'Radiografía Carpal',
    days: 9,
    status: 'rechazada',
    question: 'Edad ósea para iniciar ortodoncia.',
  },
]

/** What there was an appointment for: the next one to come, the last one kept, and studies that are delivered. */
const booked: (Asked & { of: 'coming' | 'kept' | 'study' })[] = [
  { type: 'Tomografías', days: 4, of: 'coming', teeth: [46], question: 'Planeación de implante.' },
  { type: 'Radiografía Panorámica', days: 6, of: 'kept' },
  { type: 'Tomografías', days: 14, of: 'study', teeth: [11, 21], question: 'Descartar fractura radicular.' },
  { type: 'Escaneo Intraoral', days: 20, of: 'study', areas: ['arcada_inferior'] },
  { type: 'Radiografía Panorámica', days: 30, of: 'study', teeth: [18, 28, 38, 48] },
]

/**
 * Orders of the first dentist in every state, and two of the second. Which of a dentist's delivered studies were opened, the person did by
 * `note_seen`. Writes all in one transaction; what an earlier start has written stays.
 */
export async function writeOrders(
  database: Database,
  {
    seed,
    accounts,
    dentists,
    privacyVersion,
  }: {
    seed: number
    accounts: Accounts
    dentists: readonly DentistPerson[]
    privacyVersion: string
  },
): Promise<number> {
  const random = createRandom(seed, 'orders')
  const [first, second] = dentists
  if (!first || !second) return 0
  const written = await database.transaction(async (tx) => {
    const { rows: before } = await tx.query<{ n: number }>('select count(*)::int as n from public.orders')
    if (before[0]?.n) return before[0].n
    let count = 0

    const add = async (
      dentist: DentistPerson,
      { type, teeth = [], areas = [], question, urgent = false, days }: Asked,
      who: {
        name: string
        phone: string | null
        email: string | null
        age: number | null
        id: string | null
      },
      status: string,
    ): Promise<{ order: string; request: string }> => {
      const { rows } = await tx.query<{ order: string; request: string }>(
        `with asked as (
           insert into public.study_requests (patient_name, patient_email, patient_phone, patient_age, study_type, referring_doctor,
             status, privacy_version, privacy_accepted_at, is_order, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, true, $9) returning id
         )
         insert into public.orders (request_id, dentist_id, sending_id, patient_id, teeth, areas, types, question, urgent, deliver,
           consent_at, cancelled_at, created_at)
         select a.id, $10, $11, $12, $13, $14, array[$5], $15, $16, array['portal', 'dicom'], $9, $17, $9 from asked a
         returning id::text as order, request_id::text as request`,
        [
          ...[
            who.name,
            who.email,
            who.phone ?? inventedPhone(random),
            who.age,
            type,
            dentist.full_name,
            status,
            privacyVersion,
          ],
          ...[
            new Date(Date.now() - days * 86_400_000 - 3_600_000).toISOString(),
            dentist.id,
            random.uuid(),
            who.id,
            teeth,
            areas,
          ],
          ...[question ?? null, urgent, status === 'rechazada' ? new Date().toISOString() : null],
        ],
      )
      count += 1
      if (!rows[0]) throw new Error('The order was not written.')
      return rows[0]
    }

    const nobody = () => ({
      name: inventedName(random),
      phone: null,
      email: null,
      age: random.whole(18, 70),
      id: null,
    })
    for (const asked of open) await add(first, asked, nobody(), asked.status)
    const taken: string[] = [accounts.paciente2.id]
    for (const [place, asked] of booked.entries()) {
      const { rows } = await tx.query<Found>(asked.of === 'study' ? ofStudy : ofCita, [
        asked.type,
        // The patient with a printed account sees who receives the images.
        place === 2 ? [accounts.paciente2.id] : [...taken, accounts.paciente.id],
        ...(asked.of === 'study' ? [place === 2 ? accounts.paciente.id : null] : [asked.of === 'coming']),
      ])
      const found = rows[0]
      // A clinic with few hours may have none of these.
      if (!found) continue
      taken.push(found.patient)
      const { order, request } = await add(
        first,
        { ...asked, type: found.type },
        { name: found.name, phone: found.phone, email: found.email, age: found.age, id: found.patient },
        'aceptada',
      )
      if (asked.of === 'study') {
        await tx.query(
          `insert into public.study_recipients (study_id, dentist_id, order_id, since, until)
           select id, $2, $3, least(now(), created_at + interval '1 hour'), now() from public.studies where id = $1`,
          [found.id, first.id, order],
        )
      } else {
        await tx.query('update public.citas set request_id = $2 where id = $1', [found.id, request])
      }
    }
    for (const asked of open.slice(0, 2))
      await add(second, { ...asked, days: asked.days + 1 }, nobody(), asked.status)
    return count
  })
  const claims = { sub: first.id, role: 'authenticated', aal: 'aal1' }
  await database.as({ role: 'authenticated', claims }, (tx) =>
    tx.query(
      `select public.note_seen(study_id, 'images') from public.study_recipients order by since limit 1`,
    ),
  )
  return written
}

type Found = {
  id: string
  patient: string
  name: string
  phone: string | null
  email: string
  age: number | null
  type: string
}

const person = `p.id::text as patient, p.full_name as name, p.phone, p.email, p.age`

const ofCita = `select c.id::text, c.study_type as type, ${person}
  from public.citas c join public.profiles p on p.id = c.patient_id
  where private.filed_type(c.study_type) = $1 and c.patient_id <> all ($2) and c.request_id is null
    and case when $3 then c.status in ('pendiente', 'confirmada') and private.slot_moment(c.appointment_date, c.appointment_time) > now() + interval '1 day'
      else c.status = 'completada' end
  order by abs(extract(epoch from private.slot_moment(c.appointment_date, c.appointment_time) - now())), c.id limit 1`

const ofStudy = `select s.id::text, s.study_type as type, ${person}
  from public.studies s join public.profiles p on p.id = s.patient_id
    join public.study_previews v on v.study_id = s.id and v.thumb_path is not null
  where private.filed_type(s.study_type) = $1 and s.patient_id <> all ($2) and ($3::uuid is null or s.patient_id = $3::uuid)
  order by s.created_at desc, s.id limit 1`
