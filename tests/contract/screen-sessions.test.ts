import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoPassword } from '#demo/generate/accounts.ts'
import { totpCode, totpStep } from '#server/auth/totp.ts'
import { engines } from '#tests/engines.ts'
import { until } from '#tests/until.ts'
import type { AppError } from '#web/backend/errors.ts'
import { openPlace, type Place } from './place.ts'
import { page, read } from './query-case.ts'
import { openScreen } from './screen.ts'
import { patientRow, requestRow } from './write-rows.ts'

// Sessions, passwords and the second factor, by the functions that the screens call.

const reasonOf = (answer: Promise<unknown>) =>
  answer.then(
    () => null,
    ({ code, reason }: AppError) => [code, reason],
  )

describe.each(engines())('the sessions of the screens on $name', (engine) => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace(engine)
  })
  afterAll(() => place?.close())

  const sessionsOf = (id: string) => place.stored(`select id, aal from auth.sessions where user_id = '${id}'`)
  /** Somebody new with a password of their own, and their screen. */
  const somebody = async () => {
    const id = await patientRow(place)
    const { email, tempPassword } = await place.screen('doctora').issuePassword(id)
    const screen = await openScreen(place.product)
    expect(await screen.signIn(` ${email} `, tempPassword)).toEqual({ due: 'new-password' })
    await screen.changePassword('Mi-Propia-1')
    return { id, email, screen }
  }

  it('begin with e-mail and password, and end by signing out', async () => {
    const { id, email, screen } = await somebody()
    await screen.signOut()
    expect(await sessionsOf(id)).toEqual([])
    for (const [who, password] of [
      [email, 'no-es-esta'],
      ['nadie@clinica.test', demoPassword],
    ] as const)
      expect(await reasonOf(screen.signIn(who, password))).toEqual(['sign_in', 'credentials'])
    expect(await sessionsOf(id)).toEqual([])
    expect(await screen.signIn(email, 'Mi-Propia-1')).toEqual({ due: null })
    expect(await sessionsOf(id)).toHaveLength(1)
  })

  it('with a password that everybody knows or that is too short do not go on', async () => {
    const { screen } = await somebody()
    expect(await reasonOf(screen.changePassword('corta'))).toEqual(['change_password', 'weak_password'])
    expect(await reasonOf(screen.changePassword('Indice1'))).toEqual(['change_password', 'easy_password'])
    expect(await reasonOf(screen.changePassword('Mi-Propia-1'))).toEqual(['change_password', 'same_password'])
  })

  it('begin anew where somebody proves the password', async () => {
    const { id, screen } = await somebody()
    const before = await sessionsOf(id)
    expect(await reasonOf(screen.provePassword('no-es-esta'))).toEqual(['prove_password', 'credentials'])
    expect(await sessionsOf(id)).toEqual(before)
    await screen.provePassword('Mi-Propia-1')
    const after = await sessionsOf(id)
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)
  })

  it('begin with the code of a message where the password is lost', async () => {
    const { email } = await somebody()
    const screen = await openScreen(place.product)
    await screen.askRecovery(email)
    const outbox = join(place.product.dataDir, 'outbox')
    const code = await until(async () => {
      for (const name of await readdir(outbox)) {
        // Quoted-printable: soft line breaks.
        const message = (await readFile(join(outbox, name), 'utf8')).replaceAll(/=\r?\n/g, '')
        const [, told] = /escribe este:\s+([\d ]{8,9})\s/.exec(message) ?? []
        if (told && message.includes(`To: ${email}`)) return told
      }
      throw new Error('No message yet')
    })
    const wrong = code === '00000000' ? '00000001' : '00000000'
    expect(await reasonOf(screen.checkRecoveryCode(email, wrong))).toEqual([
      'check_recovery_code',
      'link_expired',
    ])
    await screen.checkRecoveryCode(email, code)
    await screen.changePassword('Otra-Mia-22')
    const { due } = await (await openScreen(place.product)).signIn(email, 'Otra-Mia-22')
    expect(due).toBeNull()
  })

  describe('with a second factor', () => {
    const factorsOf = (id: string) =>
      place.stored(`select status from auth.mfa_factors where user_id = '${id}'`)
    /** A code counts one step early, and none counts twice. */
    const code = ({ secret }: { secret: string }, early: 0 | 1) =>
      totpCode(secret, totpStep(new Date()) + early)
    const guarded = async () => {
      const person = await somebody()
      const factor = await person.screen.beginSecondFactor('Clínica')
      expect(factor.picture).toMatch(/^data:image/)
      await person.screen.verifySecondFactor(factor.id, code(factor, 0))
      expect(await factorsOf(person.id)).toEqual([{ status: 'verified' }])
      return { ...person, factor }
    }

    it('that was only begun go on without it', async () => {
      const { id, screen } = await somebody()
      const { id: factor } = await screen.beginSecondFactor('Clínica')
      await screen.abandonSecondFactor(factor)
      expect(await factorsOf(id)).toEqual([])
    })

    it('wait for its code', async () => {
      const { id, email, factor } = await guarded()
      const other = await openScreen(place.product)
      expect(await other.signIn(email, 'Mi-Propia-1')).toEqual({ due: 'second-factor' })
      expect(await reasonOf(other.passSecondFactor('12'))).toEqual(['check_second_factor', 'wrong_code'])
      await other.passSecondFactor(code(factor, 1))
      expect((await sessionsOf(id)).map(({ aal }) => aal)).toEqual(['aal2', 'aal2'])
    })

    it('are free of it when its owner removes it by a code', async () => {
      const { id, screen, factor } = await guarded()
      expect(await reasonOf(screen.removeSecondFactor(factor.id, '12'))).toEqual([
        'check_second_factor',
        'wrong_code',
      ])
      await screen.removeSecondFactor(factor.id, code(factor, 1))
      expect(await factorsOf(id)).toEqual([])
    })
  })

  it('from an unknown patient’s request to an account', async () => {
    const email = 'rosa@clinica.test'
    const doctora = place.screen('doctora')
    const request = await requestRow(place, { name: 'Rosa Díaz', email })
    const statusOf = () =>
      place.first(`select status as found from public.study_requests where id = ${request}`)
    const accepted = await doctora.acceptRequest(Number(request))
    if (accepted.userExisted) throw new Error('Nobody knows Rosa')
    expect(accepted.newPatientData).toEqual({ full_name: 'Rosa Díaz', email, phone: '2221234567', age: null })
    expect(await statusOf()).toBe('pendiente')
    const made = await doctora.createPatient({ ...accepted.newPatientData, requestId: request })
    if (made.outcome !== 'created') throw new Error(made.message)
    expect(made).toMatchObject({
      email,
      fullName: 'Rosa Díaz',
      tempPassword: expect.stringMatching(/^\w{12}$/),
    })
    const rosa = await openScreen(place.product)
    expect(await rosa.signIn(email, made.tempPassword)).toEqual({ due: 'new-password' })
    const own = async () => (await read(rosa.requestsQuery(page))).rows.map(({ id }) => id)
    expect(await own()).toEqual([])
    await rosa.changePassword('Mi-Propia-1')
    expect(await own()).toEqual([Number(request)])
  })
})
