import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { identityOf, type Person, people } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

/** A signature outlives its session by up to an hour; what it opens does not. */
describe.each(engines())('the session behind a token on $name', (engine) => {
  const world = useWorld(engine)

  /** What patient A or the doctor with a second factor sees with a token of the session that `make` answers. */
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

  it('has not passed the second factor that the token tells of: nothing is seen', async () => {
    expect(await seenWith('factorPassed', (stage) => session(stage, 'factorDoctor', 'aal1'))).toBe('nothing')
  })

  it('has passed it, and the token has not: only the own profile is seen', async () => {
    expect(await seenWith('factorDue', (stage) => session(stage, 'factorDoctor', 'aal2'))).toEqual([
      1, 0, 0, 0,
    ])
  })
})
