import type { Queryable } from '#server/base/database.ts'

/** Refused sign-ins, counted until they are written to the trail: one line per minute and account. */
export type Refusals = {
  /**
   * `email` as typed, in lower case. Whether it has an account is looked up later, so that all answers take equally long.
   */
  add(email: string, at: Date): void
  /**
   * Writes the counts. An e-mail without an account leaves no line. Throws when the database does; the counts
   * are then kept.
   */
  write(): Promise<void>
}

type Counted = { email: string; times: number; at: string }

/** Bounds the memory when somebody tries thousands of e-mails within a minute. */
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
