import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { everyone, withoutAnyRights } from './matrix.ts'
import { anonymous, type Caller, callers, identityOf, type Person, people, uuid } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

const session = (number: number) => uuid('9009', number)
/** One session of everybody, and a second one of patient A. */
const ofPerson = (person: Person) => session(Object.keys(people).indexOf(person) + 1)
const another = session(50)

async function fill(stage: Stage) {
  for (const person of Object.keys(people) as Person[])
    await stage.owner(
      `insert into auth.sessions (id, user_id, aal, created_at, updated_at, user_agent)
       values ($1, $2, case when $3 = 'factorDoctor' then 'aal2' else 'aal1' end::auth.aal_level,
         now() - interval '3 days', now() - interval '2 hours', 'Navegador de ' || $3::text)`,
      [ofPerson(person), people[person], person],
    )
  await stage.owner(
    `insert into auth.sessions (id, user_id, created_at, updated_at, refreshed_at)
     values ($1, $2, now() - interval '9 days', now() - interval '8 days', now() at time zone 'UTC' - interval '1 hour')`,
    [another, people.patientA],
  )
}

describe.each(engines())('own sessions on $name', (engine) => {
  const world = useWorld(engine)
  const play = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), async (stage) => {
      await fill(stage)
      return run(stage)
    })
  const become = (stage: Stage, caller: Caller, session_id: string) => {
    const { role, claims } = identityOf(caller)
    return stage.become({ role, claims: { ...claims, session_id } })
  }

  const seen: Record<Caller, unknown> = {
    ...everyone('nothing'),
    anonymous: 'no grant',
    patientA: [another, ofPerson('patientA')],
    patientB: [ofPerson('patientB')],
    liar: [ofPerson('patientB')],
    doctorA: [ofPerson('doctorA')],
    doctorB: [ofPerson('doctorB')],
    admin: [ofPerson('admin')],
    mainAdmin: [ofPerson('mainAdmin')],
    factorPassed: [ofPerson('factorDoctor')],
    dentist: [ofPerson('dentist')],
  }
  it.each(callers)('shows %s exactly their own', async (caller) => {
    expect(
      await play(caller, (stage) => call(stage, 'select id::text as value from public.my_sessions()')),
    ).toEqual(seen[caller])
  })

  it('says since when, last seen, with what, and which one asks; that one first', async () => {
    const found = await play('patientA', async (stage) => {
      await become(stage, 'patientA', ofPerson('patientA'))
      return stage.attempt(
        `select id::text, is_current, user_agent, round(extract(epoch from now() - created_at) / 3600)::int as since,
           round(extract(epoch from now() - last_seen_at) / 3600)::int as seen from public.my_sessions()`,
      )
    })
    expect(found.rows).toEqual([
      {
        id: ofPerson('patientA'),
        is_current: true,
        user_agent: 'Navegador de patientA',
        since: 72,
        seen: 2,
      },
      { id: another, is_current: false, user_agent: '', since: 216, seen: 1 },
    ])
  })

  it('leaves out what is over by our rule', async () => {
    const found = await play('patientA', async (stage) => {
      await stage.owner(`update auth.sessions set created_at = now() - interval '90 days' where id = $1`, [
        another,
      ])
      return call(stage, 'select id::text as value from public.my_sessions()')
    })
    expect(found).toEqual([ofPerson('patientA')])
  })

  it('leaves out what the auth service let expire', async () => {
    const found = await play('patientA', async (stage) => {
      await stage.owner('update auth.sessions set not_after = now() where id = $1', [another])
      return call(stage, 'select id::text as value from public.my_sessions()')
    })
    expect(found).toEqual([ofPerson('patientA')])
  })

  const ends: Record<Caller, string> = {
    ...everyone('PT404'),
    anonymous: 'no grant',
    patientA: 'done',
    ...withoutAnyRights('PT404'),
  }
  it.each(callers)('patient A’s is ended by %s only if it is theirs', async (caller) => {
    const found = await play(caller, async (stage) => {
      const { outcome } = await stage.attempt('select public.end_session($1)', [another])
      return [outcome, await stage.owner('select 1 as one from auth.sessions where id = $1', [another])]
    })
    expect(found).toEqual([ends[caller], caller === 'patientA' ? [] : [{ one: 1 }]])
  })

  it.each(['newPatient', 'factorDue', 'closedPatient'] as const)(
    '%s ends not even an own one',
    async (caller) => {
      const own = ofPerson(caller === 'factorDue' ? 'factorDoctor' : caller)
      const found = await play(caller, async (stage) => [
        (await stage.attempt('select public.end_session($1)', [own])).outcome,
        await stage.owner('select 1 as one from auth.sessions where id = $1', [own]),
      ])
      expect(found).toEqual(['PT404', [{ one: 1 }]])
    },
  )

  it('an ended one opens nothing any more, and its refresh tokens went with it', async () => {
    const found = await play('patientA', async (stage) => {
      await stage.owner(
        `insert into auth.refresh_tokens (token, user_id, session_id) values ('ficha', $1::text, $2::text::uuid)`,
        [people.patientA, another],
      )
      const profiles = () =>
        call(stage, 'select id::text as value from public.profiles where id = auth.uid()')
      await become(stage, 'patientA', another)
      const before = await profiles()
      await become(stage, 'patientA', ofPerson('patientA'))
      const ended = (await stage.attempt('select public.end_session($1)', [another])).outcome
      await become(stage, 'patientA', another)
      return [
        before,
        ended,
        await profiles(),
        await stage.owner(`select 1 as one from auth.refresh_tokens where token = 'ficha'`),
      ]
    })
    expect(found).toEqual([[people.patientA], 'done', 'nothing', []])
  })

  it('is not for visitors', async () => {
    const found = await rehearse(world(), anonymous, async (stage) => [
      (await stage.attempt('select * from public.my_sessions()')).outcome,
      (await stage.attempt('select public.end_session($1)', [another])).outcome,
    ])
    expect(found).toEqual(['no grant', 'no grant'])
  })
})
