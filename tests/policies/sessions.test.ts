import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { identityOf, type Person, people } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

/** A token may outlive its session by up to an hour; its access does not. */
describe.each(engines())('the session behind a token on $name', (engine) => {
  const world = useWorld(engine)

  /** What patient A or the doctor with a second factor sees with a token of the session that `make` returns. */
  const seenWith = (
    caller: 'patientA' | 'factorDue' | 'factorPassed',
    make: (stage: Stage) => Promise<string | undefined>,
  ) =>
    rehearse(world(), identityOf(caller), async (stage) => {
      const session_id = await make(stage)
      const { role, claims } = identityOf(caller)
      await stage.become({ role, claims: { ...claims, session_id } })
      const counts: number[] = []
      for (const table of ['public.profiles', 'public.citas', 'public.studies', 'storage.objects'])
        counts.push((await stage.attempt(`select 1 as one from ${table}`)).rows.length)
      return counts.every((count) => count === 0)
        ? 'nothing'
        : counts.every((count) => count > 0)
          ? 'all'
          : counts
    })

  const session = (stage: Stage, person: Person, aal = 'aal1') =>
    stage
      .owner('insert into auth.sessions (user_id, aal) values ($1, $2) returning id::text', [
        people[person],
        aal,
      ])
      .then(([row]) => String(row?.id))

  it('is alive: everything is as without', async () => {
    expect(await seenWith('patientA', (stage) => session(stage, 'patientA'))).toBe('all')
    expect(await seenWith('factorPassed', (stage) => session(stage, 'factorDoctor', 'aal2'))).toBe('all')
  })

  it('has ended: nothing is seen', async () => {
    const ended = async (stage: Stage) => {
      const id = await session(stage, 'patientA')
      await stage.owner('delete from auth.sessions where id = $1', [id])
      return id
    }
    expect(await seenWith('patientA', ended)).toBe('nothing')
  })

  it('is somebody else’s: nothing is seen', async () => {
    expect(await seenWith('patientA', (stage) => session(stage, 'patientB'))).toBe('nothing')
  })

  // How long ago it started and was last renewed.
  it.each([
    ['patientA', '89 days', '29 days', 'all'],
    ['patientA', '90 days', '1 hour', 'nothing'],
    ['patientA', '40 days', '30 days', 'nothing'],
    ['factorPassed', '29 days', '11 hours', 'all'],
    ['factorPassed', '30 days', '1 minute', 'nothing'],
    ['factorPassed', '13 hours', '12 hours', 'nothing'],
  ] as const)('of %s, begun %s ago and renewed %s ago: %s is seen', async (caller, begun, renewed, seen) => {
    const make = async (stage: Stage) => {
      const id = await session(
        stage,
        caller === 'patientA' ? 'patientA' : 'factorDoctor',
        caller === 'patientA' ? 'aal1' : 'aal2',
      )
      await stage.owner(
        `update auth.sessions set created_at = now() - $2::interval, updated_at = now() - $2::interval,
           refreshed_at = (now() - $3::interval) at time zone 'UTC' where id = $1`,
        [id, begun, renewed],
      )
      return id
    }
    expect(await seenWith(caller, make)).toBe(seen)
  })

  it('is over: it is deleted, says so in the trail, and those that stand are left alone', async () => {
    const found = await rehearse(world(), identityOf('patientA'), async (stage) => {
      const over = await session(stage, 'doctorA')
      const stands = await session(stage, 'patientA')
      await stage.owner(
        `update auth.sessions set created_at = now() - interval '13 hours', updated_at = now() - interval '13 hours'
         where id in ($1, $2)`,
        [over, stands],
      )
      const ended = await stage.owner('select private.end_old_sessions()')
      return {
        ended,
        left: await stage.owner('select id::text from auth.sessions where id in ($1, $2)', [over, stands]),
        lines: await stage.owner(
          `select actor::text, row_id from private.audit_log where at = now() and action = 'expire_session'`,
        ),
        stands,
      }
    })
    expect(found.ended).toEqual([{ end_old_sessions: 1 }])
    expect(found.left).toEqual([{ id: found.stands }])
    expect(found.lines).toEqual([{ actor: people.doctorA, row_id: people.doctorA }])
  })

  it('was refused: the trail counts it for the account, and knows nothing of other e-mails', async () => {
    const found = await rehearse(world(), identityOf('patientA'), async (stage) => {
      const [row] = await stage.owner('select email from auth.users where id = $1', [people.patientA])
      for (const email of [row?.email, 'nadie@fuera.test'])
        await stage.owner('select private.record_refused_sign_ins($1, 3, now())', [email])
      return stage.owner(
        `select actor::text, row_id, columns::text from private.audit_log
         where at = now() and action = 'refuse_sign_in'`,
      )
    })
    expect(found).toEqual([{ actor: people.patientA, row_id: people.patientA, columns: '{times=3}' }])
  })

  it('was given an end by the auth service: nothing is seen after it', async () => {
    const make = async (stage: Stage) => {
      const id = await session(stage, 'patientA')
      await stage.owner('update auth.sessions set not_after = now() where id = $1', [id])
      return id
    }
    expect(await seenWith('patientA', make)).toBe('nothing')
  })

  it('has not passed the second factor that the token tells of: nothing is seen', async () => {
    expect(await seenWith('factorPassed', (stage) => session(stage, 'factorDoctor', 'aal1'))).toBe('nothing')
  })

  it('has passed it, and the token has not: only the own profile is seen', async () => {
    expect(await seenWith('factorDue', (stage) => session(stage, 'factorDoctor', 'aal2'))).toEqual([
      1, 0, 0, 0,
    ])
  })
})
