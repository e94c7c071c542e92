import { addDays } from '#domain/days.ts'
import { linkedCita, soonMonday } from './links-stage.ts'
import type { Stage } from './rehearse.ts'

/** The clinic's day before the appointment of `makeCita`, when its reminder goes out. */
export const dayBefore = addDays(soonMonday, -1)

/** A mail as a sender gets it. */
export type Taken = { id: string; kind: string; token: string | null } & Record<string, unknown>

/** As a server does that has a mail server. */
export const mailOn = (stage: Stage) =>
  stage.owner(`insert into private.app_settings (key, value) values ('mail', 'on')`)

/** A moment of the clinic's clock, for SQL. */
export const clock = (day: string, time: string) =>
  `timestamp '${day} ${time}' at time zone 'America/Mexico_City'`

/** One round of a sender at that moment (SQL). */
export async function take(stage: Stage, at = 'now()', most = 20): Promise<Taken[]> {
  const rows = await stage.owner(`select m as mail from private.take_messages($1, ${at}) m`, [most])
  return rows.map(({ mail }) => mail as Taken)
}

export const settle = (stage: Stage, id: unknown, outcome: string, at = 'now()') =>
  stage.owner(`select private.settle_message($1, $2, ${at})`, [id, outcome])

/** The messages of the test's appointment, oldest kind first. */
export const kept = (stage: Stage, columns = 'kind, state, problem') =>
  stage.owner(`select ${columns} from public.messages where cita_id = $1 order by kind, due_at, key`, [
    linkedCita,
  ])
