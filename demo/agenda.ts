import { dayWindows } from '#domain/clinic-hours.ts'
import { addDays, dayInZone, weekday } from '#domain/days.ts'
import type { Queryable } from '#server/base/database.ts'
import { actAs } from '#server/db/begin.ts'
import type { Identity } from '#server/identity.ts'
import type { Accounts } from './generate/accounts.ts'
import type { Moment } from './generate/moment.ts'
import { createRandom } from './generate/random.ts'

/**
 * What people did to the agenda of doctora@, through the functions that they would use: tomorrow, or on the next day with room,
 * somebody confirmed by a link, somebody cancelled by one, and somebody sits behind another; a request waits for its patient's
 * choice, and the clinic closes for a day that it works on. They act now: a demo of another day has nothing of it. The last part of the transaction that writes the rows.
 */
export async function writeAgenda(
  tx: Queryable,
  accounts: Accounts,
  { moment, zone }: { moment: Moment; zone: string },
): Promise<void> {
  if (moment.today !== dayInZone(new Date(), zone)) return
  const random = createRandom(moment.seed, 'agenda')
  const { admin, doctora } = accounts
  const call = async <Answer>(who: Identity, name: string, ...args: unknown[]): Promise<Answer> => {
    await tx.query(actAs(who))
    const places = args.map((_, at) => `$${at + 1}`).join(', ')
    const { rows } = await tx.query<{ value: Answer }>(`select public.${name}(${places}) as value`, args)
    await tx.query(`select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)`)
    return rows[0]?.value as Answer
  }

  // The first day that has two free starts which a link may still cancel.
  const { rows: rooms } = await tx.query<{ day: string; first: string; second: string }>(
    `with free as (
       select s.start::date as day, s.start::time as at, row_number() over (partition by s.start::date order by s.start) as place
       from generate_series(1, 31) later
       cross join lateral private.day_windows($1, $2::date + later) w
       cross join lateral generate_series(
         $2::date + later + w.opens, $2::date + later + w.closes - interval '1 minute', interval '30 minutes'
       ) s(start)
       where private.refused_start($1, s.start::date, s.start::time) is null and not exists (
         select from public.citas c
         where (c.doctor_id, c.appointment_date, c.appointment_time) = ($1, s.start::date, s.start::time)
           and c.status <> 'cancelada'
       )
     )
     select one.day::text, one.at::text as first, other.at::text as second
     from free one join free other using (day) where (one.place, other.place) = (1, 2) order by day limit 1`,
    [doctora.id, moment.today],
  )
  for (const { day, first, second } of rooms) {
    const { rows: patients } = await tx.query<{ id: string }>(
      `select l.patient_id::text as id from private.doctor_patients l
       where l.doctor_id = $1 and l.patient_id not in (select c.patient_id from public.citas c
         where c.appointment_date = $2 and c.patient_id is not null)
       order by 1 limit 3`,
      [doctora.id, day],
    )
    const [confirms, cancels, urgent] = patients.map(({ id }) => id)
    const book = async (patient: string | undefined, at: string, overReason: string | null) => {
      const id = random.uuid()
      await call(
        signedIn(doctora.id),
        'book_cita',
        ...[id, patient, doctora.id, day, at, 'Radiografía Panorámica', null, overReason],
      )
      return id
    }
    const linkOf = async (appointment: string) =>
      (await call<{ token: string }>(signedIn(doctora.id), 'cita_token', appointment, 'whatsapp')).token

    await call(stranger, 'confirm_by_link', await linkOf(await book(confirms, first, null)))
    await call(stranger, 'cancel_by_link', await linkOf(await book(cancels, second, null)))
    await book(urgent, first, 'Dolor intenso: viene entre dos citas.')
  }

  const { rows: accepted } = await tx.query<{ id: string }>(
    `select r.id::text as id from public.study_requests r
     join public.profiles p on p.email = r.patient_email
     join private.doctor_patients l on l.patient_id = p.id and l.doctor_id = $1
     where r.status = 'aceptada' order by r.created_at desc limit 1`,
    [doctora.id],
  )
  if (accepted[0]) await call(signedIn(doctora.id), 'send_choice', accepted[0].id, doctora.id, 'whatsapp')

  const closed = dayToClose(moment)
  if (closed !== undefined) {
    await call(
      signedIn(admin.id),
      'add_closure',
      ...[random.uuid(), null, 'cierre', closed, closed, null, null, 'Mantenimiento del tomógrafo'],
    )
  }
  await writeMessages(tx, doctora.id, moment.today)
  // What was counted here was nobody's.
  await tx.query('delete from private.rate_limits')
}

/**
 * One message of each state about appointments of the past, as a clinic with a mail server would have them. All were due before
 * yesterday, so that whoever sends mail leaves them out as late.
 */
async function writeMessages(tx: Queryable, doctor: string, today: string): Promise<void> {
  await tx.query(
    `with told (place, kind, channel, state, problem, tries) as (values
       (1, 'recordatorio', 'correo', 'enviado', null, 0), (2, 'recordatorio', 'whatsapp', 'abierto', null, 0),
       (3, 'recordatorio', 'correo', 'fallido', 'rechazado', 5), (4, 'recordatorio', 'correo', 'omitido', 'sin_recordatorios', 0),
       (5, 'cita_cambio', 'correo', 'pendiente', 'sin_servidor', 0), (6, 'cita_nueva', 'correo', 'enviando', null, 0)
     ), past as (
       select c as cita, row_number() over (order by c.appointment_date desc, c.appointment_time, c.id) as place,
         (c.appointment_date - 1 + time '10:00') at time zone private.setting('clinic_time_zone', 'America/Mexico_City') as due
       from public.citas c where c.doctor_id = $1 and c.patient_id is not null and c.appointment_date < $2::date
     )
     insert into public.messages
       (kind, channel, state, problem, tries, cita_id, patient_id, created_at, due_at, sent_at, sent_by, lease_until, key)
     select t.kind, t.channel, t.state, t.problem, t.tries, (p.cita).id, (p.cita).patient_id, p.due, p.due,
       case when t.state in ('enviado', 'abierto') then p.due + interval '2 minutes' end,
       case when t.kind <> 'recordatorio' or t.channel = 'whatsapp' then $1::uuid end,
       case t.state when 'enviando' then p.due + interval '2 minutes' end,
       private.message_key(t.kind, t.channel, p.cita)
     from told t join past p using (place)`,
    [doctor, today],
  )
}

const stranger: Identity = { role: 'anon', claims: { role: 'anon' } }

function signedIn(id: string): Identity {
  return { role: 'authenticated', claims: { sub: id, role: 'authenticated', aal: 'aal1' } }
}

/** A day two weeks ahead that the clinic works on, a Wednesday if it does; undefined when it never does. */
function dayToClose({ today, hours }: Moment): string | undefined {
  const open = Array.from({ length: 7 }, (_, index) => addDays(today, 16 + index)).filter(
    (day) => dayWindows(day, hours).length > 0,
  )
  return open.find((day) => weekday(day) === 3) ?? open[0]
}
