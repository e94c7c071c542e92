import type { Queryable } from '#server/db/database.ts'

/** Sign-ins that were refused, counted until the trail is told: one line a minute and account. */
export type Refusals = {
  /** `email` as it was typed, in lower case; whether it is anybody's is asked later, so that no answer takes longer. */
  add(email: string, at: Date): void
  /** Writes what was counted. An e-mail that is nobody's leaves no line. Throws when the database does; nothing is lost then. */
  write(): Promise<void>
}

type Counted = { email: string; times: number; at: string }

/** Whoever tries thousands of e-mails within a minute fills no memory. */
const MOST_EMAILS = 10_000

export function createRefusals(database: Queryable): Refusals {
  const counted = new Map<string, Counted>()

  function count({ email, times, at }: Counted): void {
    const known = counted.get(email)
    if (known) known.times += times
    else if (counted.size < MOST_EMAILS) counted.set(email, { email, times, at })
  }

  return {
    add: (email, at) => count({ email, times: 1, at: at.toISOString() }),
    async write() {
      const lines = [...counted.values()]
      if (lines.length === 0) return
      counted.clear()
      try {
        await database.query(
          `select private.record_refused_sign_ins(r.email, r.times, r.at)::text
           from jsonb_to_recordset($1::jsonb) as r (email text, times integer, at timestamptz)
           join auth.users u on lower(u.email) = r.email order by r.at`,
          [JSON.stringify(lines)],
        )
      } catch (error) {
        for (const line of lines) count(line)
        throw error
      }
    },
  }
}
