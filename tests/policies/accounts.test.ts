import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import {
  makePrepared,
  makeUser,
  newEmail,
  newId,
  person,
  prepare,
  setPassword,
  stateOf,
} from './accounts-stage.ts'
import { type Caller, identityOf, people, serviceRole } from './people.ts'
import { rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

describe.each(engines())('accounts on $name', (engine) => {
  const world = useWorld(engine)
  const asOwner = <T>(run: (stage: Stage) => Promise<T>) => rehearseAsOwner(world(), run)
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)

  describe('a new user', () => {
    it('is refused without a prepared account', async () => {
      const { outcome, message } = await asOwner((stage) => makeUser(stage, newId, newEmail))
      expect(outcome).toBe('rule')
      expect(message).toBe('El registro está cerrado: un doctor o un administrador crea las cuentas.')
    })

    it('becomes profile, state and link at once, and uses up what was prepared', async () => {
      const found = await as('doctorA', async (stage) => {
        const { id } = await prepare(stage, person({ phone: ' 55 5123 4567 ', age: '40', request_id: '12' }))
        const { outcome } = await makePrepared(stage, id)
        return {
          outcome,
          profile: await stage.owner(
            'select full_name, email, phone, role, age, is_admin from public.profiles where id = $1',
            [id],
          ),
          state: await stateOf(stage, id ?? ''),
          link: await stage.owner(
            'select doctor_id::text from private.doctor_patients where patient_id = $1',
            [id],
          ),
          left: await stage.owner('select 1 as one from private.prepared_accounts where id = $1', [id]),
        }
      })
      expect(found).toEqual({
        outcome: 'done',
        profile: [
          {
            full_name: 'Nueva Persona',
            email: newEmail,
            phone: '55 5123 4567',
            role: 'patient',
            age: 40,
            is_admin: false,
          },
        ],
        state: { must_change: true, seven_days: true, no_end: false, issuing: false, closed: false },
        link: [{ doctor_id: people.doctorA }],
        left: [],
      })
    })

    it('of an administrator may be a doctor, and links nobody then', async () => {
      const found = await as('admin', async (stage) => {
        const details = {
          role: 'doctor',
          is_admin: true,
          specialty: 'Endodoncia',
          professional_license: '99',
        }
        const { id } = await prepare(stage, person(details))
        await makePrepared(stage, id)
        return {
          profile: await stage.owner(
            'select role, is_admin, specialty, professional_license from public.profiles where id = $1',
            [id],
          ),
          links: await stage.owner(
            'select 1 as one from private.doctor_patients where $1 in (doctor_id, patient_id)',
            [id],
          ),
        }
      })
      expect(found).toEqual({
        profile: [{ role: 'doctor', is_admin: true, specialty: 'Endodoncia', professional_license: '99' }],
        links: [],
      })
    })

    it('must have the id and the e-mail that somebody prepared', async () => {
      const outcomes = await as('doctorA', async (stage) => {
        const { id } = await prepare(stage, person())
        return [
          (await makePrepared(stage, newId)).outcome,
          (await makePrepared(stage, id, 'otra@fuera.test')).outcome,
          (await makePrepared(stage, id, newEmail.toUpperCase())).outcome,
          (await makePrepared(stage, newId)).outcome,
        ]
      })
      expect(outcomes).toEqual(['rule', 'rule', 'done', '23505'])
    })

    it('whom the owner prepared is found by e-mail, once', async () => {
      const outcomes = await asOwner(async (stage) => {
        await stage.owner(
          `insert into private.prepared_accounts (email, full_name, must_change) values ($1, 'Persona', false)`,
          [newEmail],
        )
        const first = (await makeUser(stage, newId, newEmail)).outcome
        const state = await stateOf(stage, newId)
        await stage.owner('delete from auth.users where id = $1', [newId])
        return [first, state?.must_change, state?.no_end, (await makeUser(stage, newId, newEmail)).outcome]
      })
      expect(outcomes).toEqual(['done', false, true, 'rule'])
    })

    it.each([
      [`full_name = ' '`, 'PT400'],
      [`role = 'enfermera'`, 'PT400'],
      ['is_admin = true', 'PT400'],
      ['age = 200', 'PT400'],
    ])('is not made when its profile cannot be: %s', async (set, expected) => {
      const found = await asOwner(async (stage) => {
        await stage.owner(`insert into private.prepared_accounts (email, full_name) values ($1, 'Persona')`, [
          newEmail,
        ])
        await stage.owner(`update private.prepared_accounts set ${set}`)
        const { outcome } = await makeUser(stage, newId, newEmail)
        return [outcome, await stage.owner('select 1 as one from auth.users where id = $1', [newId])]
      })
      expect(found).toEqual([expected, []])
    })
  })

  describe('a password', () => {
    it('chosen by its owner ends the temporary one', async () => {
      const found = await asOwner(async (stage) => {
        const before = await stateOf(stage, people.newPatient)
        await setPassword(stage, 'newPatient')
        return [before, await stateOf(stage, people.newPatient)]
      })
      expect(found).toEqual([
        { must_change: true, seven_days: false, no_end: false, issuing: false, closed: false },
        { must_change: false, seven_days: null, no_end: true, issuing: false, closed: false },
      ])
    })

    it('chosen opens what was shut', async () => {
      const seen = await as('newPatient', async (stage) => {
        const read = async () => (await stage.attempt('select id from public.studies')).rows.length
        const before = await read()
        await stage.owner(`update auth.users set encrypted_password = 'second' where id = $1`, [
          people.newPatient,
        ])
        return [before, await read()]
      })
      expect(seen).toEqual([0, 1])
    })

    it('that was just issued is temporary, and the next one ends it', async () => {
      const found = await asOwner(async (stage) => {
        await stage.owner('update private.account_state set issuing = now() where user_id = $1', [
          people.newPatient,
        ])
        await setPassword(stage, 'newPatient')
        const issued = await stateOf(stage, people.newPatient)
        await setPassword(stage, 'newPatient', 'third')
        return [issued, await stateOf(stage, people.newPatient)]
      })
      expect(found).toMatchObject([
        { must_change: true, issuing: false },
        { must_change: false, issuing: false },
      ])
    })

    it('that comes more than a minute after its announcement is its owner’s', async () => {
      const found = await asOwner(async (stage) => {
        await stage.owner(
          `update private.account_state set issuing = now() - interval '61 seconds' where user_id = $1`,
          [people.newPatient],
        )
        await setPassword(stage, 'newPatient')
        return stateOf(stage, people.newPatient)
      })
      expect(found).toMatchObject({ must_change: false })
    })

    it('cannot follow a temporary one that is too old, but a new one can be issued', async () => {
      const outcomes = await asOwner(async (stage) => {
        await stage.owner('update private.account_state set temp_expires_at = now() where user_id = $1', [
          people.newPatient,
        ])
        const late = await setPassword(stage, 'newPatient')
        const kept = await stage.owner('select encrypted_password as hash from auth.users where id = $1', [
          people.newPatient,
        ])
        await stage.owner('update private.account_state set issuing = now() where user_id = $1', [
          people.newPatient,
        ])
        return [late.outcome, kept, (await setPassword(stage, 'newPatient')).outcome]
      })
      expect(outcomes).toEqual(['rule', [{ hash: 'first' }], 'done'])
    })

    it('of a settled account changes nothing else, and neither does another column', async () => {
      const found = await asOwner(async (stage) => {
        await setPassword(stage, 'patientA')
        await stage.owner('update auth.users set last_sign_in_at = now() where id = $1', [people.newPatient])
        return [await stateOf(stage, people.patientA), await stateOf(stage, people.newPatient)]
      })
      expect(found).toMatchObject([{ must_change: false }, { must_change: true }])
    })
  })

  it.each([
    ['owner', undefined],
    ['service role', serviceRole],
  ] as const)('keeps e-mails and the main administrator, also for the %s', async (_name, identity) => {
    const outcomes = await asOwner(async (stage) => {
      if (identity) {
        await stage.owner('grant all on auth.users to service_role')
        await stage.become(identity)
      }
      const change = (set: string, id: string) =>
        stage.attempt(`update auth.users set ${set} where id = $1`, [id])
      return [
        (await change(`email = 'otro@fuera.test'`, people.patientA)).outcome,
        (await change('email = null', people.patientA)).outcome,
        (await change('email = email, phone = null', people.patientA)).outcome,
        (await stage.attempt('delete from auth.users where id = $1', [people.mainAdmin])).outcome,
      ]
    })
    expect(outcomes).toEqual(['rule', 'rule', 'done', 'rule'])
  })

  describe('the second factor', () => {
    it.each([
      ['aal1 of somebody without a factor', `delete from auth.mfa_factors`, true],
      ['aal1 while the factor is not verified', `update auth.mfa_factors set status = 'unverified'`, true],
      ['aal1 with a verified factor', 'select 1', false],
    ])('is not asked for: %s: %s', async (_what, change, sees) => {
      const rows = await as('factorDue', async (stage) => {
        await stage.owner(change)
        return (await stage.attempt('select id from public.studies')).rows.length
      })
      expect(rows > 0).toBe(sees)
    })
  })
})
