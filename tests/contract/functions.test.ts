import { randomUUID } from 'node:crypto'
import { FunctionsHttpError, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { totpCode, totpStep } from '#server/auth/totp.ts'
import { createFunctions } from '#server/functions/functions.ts'
import { createIdentify, createVerifyToken, type Service } from '#server/identity.ts'
import { createRest } from '#server/rest/rest.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { addAccount, connect, keys, url } from './accounts.ts'

const password = 'Demo-2026!'
const easyToGuess = expect.stringMatching(/^Esa contraseña es fácil de adivinar\. Elige otra/)
const looksTemporary = /^[A-HJ-NP-Za-hjkmnp-z2-9]{12}$/

describe.each(engines())('server functions on $name', (engine) => {
  let fresh: FreshDatabase
  let backend: Service
  let people: Record<
    'main' | 'admin' | 'lucia' | 'andres' | 'patient',
    { id: string; client: SupabaseClient }
  >
  let count = 0
  let email = ''

  beforeAll(async () => {
    fresh = await freshDatabase(engine)
    const { database } = fresh
    const identify = createIdentify(createVerifyToken(keys))
    const auth = createAuth({
      database,
      keys,
      publicUrl: url,
      clinicName: 'Sonrisas',
      sendMail: async () => {},
    })
    const rest = createRest({ database, identify })
    const functions = createFunctions({ url, keys, identify, fetchBackend: (request) => backend(request) })
    backend = (request) => {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/auth/v1')) return auth(request)
      return pathname.startsWith('/rest/v1') ? rest(request) : functions(request)
    }
    await database.query(
      `insert into private.app_settings (key, value) values ('admin_email', 'principal@clinica.test')
       on conflict (key) do update set value = excluded.value`,
    )
    const person = async (account: Omit<Parameters<typeof addAccount>[2], 'password'>) => {
      const id = await addAccount(database, backend, { ...account, password })
      return { id, client: await signedIn(account.email, password) }
    }
    people = {
      main: await person({ email: 'principal@clinica.test', role: 'doctor', is_admin: true }),
      admin: await person({ email: 'admin@clinica.test', role: 'doctor', is_admin: true }),
      lucia: await person({ email: 'lucia@clinica.test', role: 'doctor' }),
      andres: await person({ email: 'andres@clinica.test', role: 'doctor' }),
      patient: await person({ email: 'paciente@clinica.test', full_name: 'Mariana López Hernández' }),
    }
  })
  afterAll(() => fresh?.dispose())

  beforeEach(() => {
    count += 1
    email = `nueva${count}@clinica.test`
  })

  async function signedIn(address: string, secret: string): Promise<SupabaseClient> {
    const client = connect(backend)
    const { error } = await client.auth.signInWithPassword({ email: address, password: secret })
    if (error) throw error
    return client
  }

  async function invoke(client: SupabaseClient, name: string, body: unknown) {
    const { data, error } = await client.functions.invoke(name, { body: JSON.stringify(body) })
    if (!error) return { status: 200, body: data }
    if (!(error instanceof FunctionsHttpError)) throw error
    return { status: error.context.status, body: await error.context.json() }
  }

  const create = (client: SupabaseClient, body: unknown) => invoke(client, 'create-patient-manual', body)

  const profileOf = async (address: string) => {
    const { rows } = await fresh.database.query(
      `select p.full_name, p.phone, p.age::int, p.role, p.is_admin, p.specialty, s.must_change,
         (select count(*)::int from auth.users u where u.email = p.email) as users
       from public.profiles p join private.account_state s on s.user_id = p.id where p.email = $1`,
      [address],
    )
    return rows[0]
  }
  const linkedDoctors = async (address: string) => {
    const { rows } = await fresh.database.query<{ email: string }>(
      `select d.email from private.doctor_patients l join public.profiles d on d.id = l.doctor_id
       join public.profiles p on p.id = l.patient_id where p.email = $1 order by d.email`,
      [address],
    )
    return rows.map((row) => row.email)
  }
  const addRequest = async (address: string, status = 'pendiente', name = 'Rosa Díaz') => {
    const { rows } = await fresh.database.query<{ id: string }>(
      `insert into public.study_requests (patient_name, patient_email, patient_phone, patient_age, study_type, status)
       values ($3, $1, '5551234567', 34, 'Radiografía Panorámica', $2) returning id::text as id`,
      [address, status, name],
    )
    return Number(rows[0]?.id)
  }
  const statusOf = async (id: number) => {
    const { rows } = await fresh.database.query<{ status: string }>(
      'select status from public.study_requests where id = $1',
      [id],
    )
    return rows[0]?.status
  }

  describe('create-patient-manual', () => {
    it('makes a linked patient with a temporary password that only lets choose another one', async () => {
      const made = await create(people.lucia.client, {
        full_name: ' Rosa Díaz ',
        email: email.toUpperCase(),
        phone: '555 123 4567',
        age: '34',
        role: 'patient',
      })
      expect(made).toEqual({
        status: 200,
        body: {
          user: { id: expect.any(String), email, user_metadata: { full_name: 'Rosa Díaz' } },
          tempPassword: expect.stringMatching(looksTemporary),
        },
      })
      expect(await profileOf(email)).toEqual({
        full_name: 'Rosa Díaz',
        phone: '555 123 4567',
        age: 34,
        role: 'patient',
        is_admin: false,
        specialty: null,
        must_change: true,
        users: 1,
      })
      expect(await linkedDoctors(email)).toEqual(['lucia@clinica.test'])

      const rosa = await signedIn(email, made.body.tempPassword)
      const id = await addRequest(email)
      expect((await rosa.from('study_requests').select('id')).data).toEqual([])
      expect((await rosa.auth.updateUser({ password: 'Mi-Propia-1' })).error).toBeNull()
      expect((await rosa.from('study_requests').select('id')).data).toEqual([{ id }])
      await signedIn(email, 'Mi-Propia-1')
    })

    it('gives a doctor a patient whatever else the body asks for', async () => {
      const made = await create(people.lucia.client, {
        full_name: 'Rosa Díaz',
        email,
        role: 'doctor',
        is_admin: true,
        password: 'elegida-por-otro',
        specialty: 'Cirugía',
        must_change: false,
        temporary: false,
        created_by: null,
        id: people.main.id,
      })
      expect(made.status).toBe(200)
      expect(made.body.tempPassword).toMatch(looksTemporary)
      expect(await profileOf(email)).toMatchObject({
        role: 'patient',
        is_admin: false,
        specialty: null,
        must_change: true,
      })
      expect(
        (await connect(backend).auth.signInWithPassword({ email, password: 'elegida-por-otro' })).error?.code,
      ).toBe('invalid_credentials')
    })

    it('lets an administrator choose role, rank and a password, which is temporary as well', async () => {
      const made = await create(people.admin.client, {
        full_name: 'Dra. Nueva',
        email,
        password: 'Primera-2026',
        role: 'doctor',
        specialty: 'Periodoncia',
        is_admin: true,
        age: null,
      })
      expect(made).toMatchObject({ status: 200, body: { tempPassword: 'Primera-2026' } })
      expect(await profileOf(email)).toMatchObject({
        role: 'doctor',
        is_admin: true,
        specialty: 'Periodoncia',
        must_change: true,
      })
      await signedIn(email, 'Primera-2026')
    })

    it('makes an administrator’s dentist from an application, once', async () => {
      const application = { full_name: 'Luz Mora', practice: 'Dental Mora', email, phone: '9621112233' }
      expect((await connect(backend).rpc('ask_dentist_access', { application })).error).toBeNull()
      const { data } = await people.admin.client
        .from('dentist_applications')
        .select('id')
        .eq('email', email)
        .single()
      const invitation = {
        ...{ ...application, role: 'dentist', licence: '1234567', address: 'Calle 5' },
        application_id: data?.id,
      }
      expect((await create(people.admin.client, invitation)).status).toBe(200)
      expect(await create(people.admin.client, { ...invitation, email: `otra.${email}` })).toEqual({
        status: 409,
        body: { error: 'La solicitud de acceso ya se respondió.', code: 'PT409' },
      })
      const { data: dentists } = await people.admin.client
        .from('dentists')
        .select('practice, licence, address, phone')
        .eq('practice', 'Dental Mora')
      expect(dentists).toEqual([
        { practice: 'Dental Mora', licence: '1234567', address: 'Calle 5', phone: '9621112233' },
      ])
    })

    it('says when only the auth service finds a chosen password easy, and makes the account with another', async () => {
      const person = { full_name: 'Dra. Nueva', email, role: 'doctor' }
      expect(await create(people.admin.client, { ...person, password: 'Sonrisas1' })).toEqual({
        status: 400,
        body: { error: easyToGuess, code: 'PT400' },
      })
      expect((await create(people.admin.client, { ...person, password: 'Primera-2026' })).status).toBe(200)
    })

    it('links a known patient of the same name, and not one of another name', async () => {
      await create(people.lucia.client, { full_name: 'Rosa Díaz', email })
      const known = await create(people.andres.client, { full_name: 'rosa diaz', email })
      expect(known).toEqual({
        status: 409,
        body: { error: 'El paciente ya existe y quedó vinculado contigo.', code: 'PT409', linked: true },
      })
      expect(await linkedDoctors(email)).toEqual(['andres@clinica.test', 'lucia@clinica.test'])
      const other = await create(people.admin.client, { full_name: 'Pedro Ruiz', email })
      expect(other).toEqual({
        status: 409,
        body: { error: 'Ya existe una cuenta con ese correo electrónico.', code: 'PT409' },
      })
      expect(await linkedDoctors(email)).toHaveLength(2)
    })

    it('issues a new password for a repeat of the same request, and to nobody else', async () => {
      const body = { full_name: 'Rosa Díaz', email, requestId: '77' }
      const first = await create(people.lucia.client, body)
      const second = await create(people.lucia.client, body)
      expect(second).toMatchObject({ status: 200, body: { user: first.body.user } })
      expect(second.body.tempPassword).not.toBe(first.body.tempPassword)
      expect((await create(people.andres.client, body)).status).toBe(409)
      expect((await profileOf(email))?.users).toBe(1)

      const old = await connect(backend).auth.signInWithPassword({ email, password: first.body.tempPassword })
      expect(old.error?.code).toBe('invalid_credentials')
      const rosa = await signedIn(email, second.body.tempPassword)
      expect((await profileOf(email))?.must_change).toBe(true)
      await rosa.auth.updateUser({ password: 'Mi-Propia-1' })
      expect((await create(people.lucia.client, body)).status).toBe(409)
      await signedIn(email, 'Mi-Propia-1')
    })

    it('makes one account when two doctors ask for it at once', async () => {
      const body = { full_name: 'Rosa Díaz', email }
      const answers = await Promise.all(
        [people.lucia, people.andres].map(({ client }) => create(client, body)),
      )
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
      expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ linked: true })
      expect((await profileOf(email))?.users).toBe(1)
      expect(await linkedDoctors(email)).toEqual(['andres@clinica.test', 'lucia@clinica.test'])
      const { body: made } = answers.find((answer) => answer.status === 200) ?? {}
      await signedIn(email, made?.tempPassword)
    })

    it.each([
      [{ email: 'sin@nombre.test' }, 'Nombre completo: es un dato obligatorio.'],
      [{ full_name: 'Rosa Díaz' }, expect.stringMatching(/^Correo electrónico: /)],
      [{ full_name: 'Rosa Díaz', email: 'no es un correo' }, 'Correo electrónico: no es un correo válido.'],
      [{ full_name: 'Rosa Díaz', email: 'a@b.test', age: 'treinta' }, expect.stringMatching(/^Edad: /)],
      [{ full_name: 'Rosa Díaz', email: 'a@b.test', age: 300 }, expect.stringMatching(/^Edad: /)],
      [{ full_name: 'Rosa Díaz', email: 'a@b.test', phone: 'abc' }, expect.stringMatching(/^Teléfono: /)],
      [{ full_name: 'x'.repeat(500), email: 'a@b.test' }, expect.stringMatching(/^Nombre completo: /)],
      [{ full_name: 'Rosa\u0000', email: 'a@b.test' }, expect.any(String)],
      [{ full_name: ['Rosa'], email: 'a@b.test' }, 'La solicitud no es válida.'],
      [{ full_name: 'Rosa', email: 'a@b.test', age: { years: 3 } }, 'La solicitud no es válida.'],
      [{ full_name: 'Rosa', email: 'a@b.test', password: 12345678 }, 'La solicitud no es válida.'],
      [
        { full_name: 'Rosa', email: 'a@b.test', password: 'corta' },
        'La contraseña debe tener al menos 6 caracteres.',
      ],
      [{ full_name: 'Rosa', email: 'a@b.test', password: 'América1' }, easyToGuess],
      [{ full_name: 'Rosa', email: 'rosa.diaz@b.test', password: 'RosaDiaz26' }, easyToGuess],
      [{ full_name: 'Rosa', email: 'a@b.test', password: 'x'.repeat(73) }, expect.stringMatching(/72/)],
      [{ full_name: 'Rosa', email: 'a@b.test', role: 'dueño' }, 'Rol: elige doctor o paciente.'],
      [{ full_name: 'Rosa', email: 'a@b.test', is_admin: true }, 'Solo un doctor puede ser administrador.'],
      [[], 'La solicitud no es válida.'],
      ['texto', 'La solicitud no es válida.'],
      [null, 'La solicitud no es válida.'],
    ])('answers 400 to $0', async (body, error) => {
      expect(await create(people.admin.client, body)).toEqual({ status: 400, body: { error, code: 'PT400' } })
    })
  })

  describe('accept-study-request', () => {
    const accept = (client: SupabaseClient, request: unknown) =>
      invoke(client, 'accept-study-request', { request })

    it('of somebody unknown tells what is stored and changes nothing', async () => {
      const id = await addRequest(email)
      const answer = await accept(people.lucia.client, {
        id,
        patient_name: 'Otra',
        patient_email: 'otra@x.test',
      })
      expect(answer).toEqual({
        status: 200,
        body: {
          userExisted: false,
          newPatientData: { full_name: 'Rosa Díaz', email, phone: '5551234567', age: 34 },
        },
      })
      expect(await statusOf(id)).toBe('pendiente')
    })

    it('of a known patient accepts and links, once', async () => {
      const id = await addRequest('paciente@clinica.test', 'pendiente', 'Mariana López Hernández')
      expect(await accept(people.lucia.client, { id })).toEqual({ status: 200, body: { userExisted: true } })
      expect(await statusOf(id)).toBe('aceptada')
      expect(await linkedDoctors('paciente@clinica.test')).toContain('lucia@clinica.test')
      expect(await accept(people.andres.client, { id })).toEqual({
        status: 409,
        body: { error: 'La solicitud ya no está pendiente.', code: 'PT409' },
      })
      expect(await linkedDoctors('paciente@clinica.test')).not.toContain('andres@clinica.test')
    })

    it('of a known patient’s e-mail with another name accepts, links nobody, and says that the patient is asked', async () => {
      const id = await addRequest('paciente@clinica.test', 'pendiente', 'Otra Persona')
      expect(await accept(people.andres.client, { id })).toEqual({
        status: 200,
        body: { userExisted: true, linkRequested: true },
      })
      expect(await statusOf(id)).toBe('aceptada')
      expect(await linkedDoctors('paciente@clinica.test')).not.toContain('andres@clinica.test')
    })

    it('is won by one of two doctors who accept at once', async () => {
      const id = await addRequest('paciente@clinica.test')
      const answers = await Promise.all(
        [people.lucia, people.andres].map(({ client }) => accept(client, { id })),
      )
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    })

    it.each([undefined, null, 7, 'siete', {}, { id: 'x' }, { id: -1 }, { id: 1.5 }, { id: '9'.repeat(30) }])(
      'answers 400 to the request $0',
      async (request) => {
        expect((await accept(people.lucia.client, request)).status).toBe(400)
      },
    )

    it('answers 404 to a request that does not exist', async () => {
      expect(await accept(people.lucia.client, { id: 999_999_999 })).toEqual({
        status: 404,
        body: { error: 'No se pudo encontrar la solicitud.', code: 'PT404' },
      })
    })
  })

  describe('admin-delete-user', () => {
    const remove = (client: SupabaseClient, userIdToDelete: unknown) =>
      invoke(client, 'admin-delete-user', { userIdToDelete })
    const usersWith = async (id: string) =>
      (await fresh.database.query('select 1 as one from auth.users where id = $1', [id])).rows.length

    it('erases an account that nothing clinical names', async () => {
      const { body } = await create(people.lucia.client, { full_name: 'Rosa Díaz', email })
      expect(await remove(people.admin.client, body.user.id)).toEqual({
        status: 200,
        body: { outcome: 'erased' },
      })
      expect(await usersWith(body.user.id)).toBe(0)
      expect(await profileOf(email)).toBeUndefined()
      expect((await remove(people.admin.client, body.user.id)).status).toBe(404)
    })

    it('settles a doctor’s appointments ahead with the account, or refuses both', async () => {
      const doctor = await create(people.admin.client, {
        full_name: 'Dr. Que Se Va',
        email: 'se-va@clinica.test',
        role: 'doctor',
      })
      const id = doctor.body.user.id
      const book = (doctorId: string, status = 'pendiente') =>
        fresh.database.query(
          `insert into public.citas (doctor_id, appointment_date, appointment_time, status)
           values ($1, '2099-05-04', '10:00', $2)`,
          [doctorId, status],
        )
      await book(id)
      await book(people.lucia.id)
      const settle = (rest: object) =>
        invoke(people.admin.client, 'admin-delete-user', { userIdToDelete: id, ...rest })
      expect(await settle({ citas: 7 })).toMatchObject({ status: 400 })
      expect(await settle({ citas: 'give', newDoctor: people.lucia.id })).toEqual({
        status: 409,
        body: {
          error: expect.stringContaining('ya tiene citas a esas horas: 04/05/2099 a las 10:00.'),
          code: 'PT409',
        },
      })
      expect(await settle({ citas: 'give', newDoctor: people.andres.id })).toEqual({
        status: 200,
        body: { outcome: 'closed' },
      })
      const { rows } = await fresh.database.query(
        `select doctor_id from public.citas where appointment_date = '2099-05-04' order by created_at`,
      )
      expect(rows).toEqual([{ doctor_id: people.andres.id }, { doctor_id: people.lucia.id }])
    })

    it('closes an account with clinical rows: no sign-in, no token, rows kept', async () => {
      const { body } = await create(people.lucia.client, { full_name: 'Rosa Díaz', email })
      const rosa = await signedIn(email, body.tempPassword)
      const { data } = await rosa.auth.getSession()
      await fresh.database.query(
        `insert into public.medical_notes (patient_id, doctor_id, note) values ($1, $2, 'Sin hallazgos.')`,
        [body.user.id, people.lucia.id],
      )
      expect(await remove(people.admin.client, body.user.id)).toEqual({
        status: 200,
        body: { outcome: 'closed' },
      })
      expect(await usersWith(body.user.id)).toBe(1)
      const again = await connect(backend).auth.signInWithPassword({ email, password: body.tempPassword })
      expect(again.error?.code).toBe('user_banned')
      expect((await rosa.auth.refreshSession(data.session ?? undefined)).error?.code).toBe(
        'refresh_token_not_found',
      )
      expect(await remove(people.admin.client, body.user.id)).toEqual({
        status: 200,
        body: { outcome: 'closed' },
      })
      expect((await create(people.lucia.client, { full_name: 'Rosa Díaz', email })).body).not.toHaveProperty(
        'linked',
      )
    })

    it('keeps the main administrator and whoever asks', async () => {
      expect(await remove(people.admin.client, people.main.id)).toEqual({
        status: 403,
        body: { error: 'No puedes eliminar la cuenta de administrador principal.', code: 'PT403' },
      })
      expect((await remove(people.admin.client, people.admin.id)).status).toBe(403)
      expect(await usersWith(people.main.id)).toBe(1)
      expect(await usersWith(people.admin.id)).toBe(1)
    })

    it.each([undefined, 7, 'no-es-uuid', ['a']])('answers 400 to the id %j', async (id) => {
      expect((await remove(people.admin.client, id)).status).toBe(400)
    })
  })

  describe('issue-temporary-password', () => {
    const issue = (client: SupabaseClient, userId: unknown) =>
      invoke(client, 'issue-temporary-password', { userId })
    const notFound = { status: 404, body: { error: 'No se encontró la cuenta.', code: 'PT404' } }

    it('takes the lost password away and gives another one, which only lets choose one', async () => {
      const first = await create(people.lucia.client, { full_name: 'Rosa Díaz', email })
      const { id } = first.body.user
      const rosa = await signedIn(email, first.body.tempPassword)
      const again = await issue(people.lucia.client, id)
      expect(again).toEqual({
        status: 200,
        body: {
          user: { id, email, user_metadata: { full_name: 'Rosa Díaz' } },
          tempPassword: expect.stringMatching(looksTemporary),
        },
      })
      expect(again.body.tempPassword).not.toBe(first.body.tempPassword)
      expect((await rosa.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
      const old = await connect(backend).auth.signInWithPassword({ email, password: first.body.tempPassword })
      expect(old.error?.code).toBe('invalid_credentials')
      const back = await signedIn(email, again.body.tempPassword)
      expect((await back.rpc('account_status')).data).toMatchObject({
        must_change: true,
        temp_expired: false,
      })
      expect((await back.auth.updateUser({ password: 'Mi-Propia-1' })).error).toBeNull()
      expect((await back.rpc('account_status')).data).toMatchObject({ must_change: false })
    })

    it('replaces one that is too old to be changed', async () => {
      const { body } = await create(people.lucia.client, { full_name: 'Rosa Díaz', email })
      await fresh.database.query(
        `update private.account_state set temp_expires_at = now() - interval '1 hour' where user_id = $1`,
        [body.user.id],
      )
      const again = await issue(people.lucia.client, body.user.id)
      const rosa = await signedIn(email, again.body.tempPassword)
      expect((await rosa.rpc('account_status')).data).toMatchObject({ temp_expired: false })
    })

    it('is refused to a doctor once the patient chose a password, and an administrator may', async () => {
      const { body } = await create(people.lucia.client, { full_name: 'Rosa Díaz', email })
      const rosa = await signedIn(email, body.tempPassword)
      await rosa.auth.updateUser({ password: 'Mi-Propia-1' })
      expect(await issue(people.lucia.client, body.user.id)).toEqual({
        status: 409,
        body: {
          error: 'El paciente ya eligió su contraseña. Un administrador puede generar una nueva.',
          code: 'PT409',
        },
      })
      await signedIn(email, 'Mi-Propia-1')
      const given = await issue(people.admin.client, body.user.id)
      await signedIn(email, given.body.tempPassword)
    })

    it('answers for the patients of others, for doctors and for nobody’s id like for a missing account', async () => {
      const { body } = await create(people.lucia.client, { full_name: 'Rosa Díaz', email })
      expect(await issue(people.andres.client, body.user.id)).toEqual(notFound)
      expect(await issue(people.lucia.client, people.andres.id)).toEqual(notFound)
      expect(await issue(people.lucia.client, randomUUID())).toEqual(notFound)
      await signedIn(email, body.tempPassword)
      await signedIn('andres@clinica.test', password)
    })

    it('is never for oneself nor for the main administrator', async () => {
      expect((await issue(people.admin.client, people.admin.id)).status).toBe(403)
      expect((await issue(people.admin.client, people.main.id)).status).toBe(403)
      await signedIn('principal@clinica.test', password)
    })

    it('gives one of two who ask at once a password that works', async () => {
      const { body } = await create(people.lucia.client, { full_name: 'Rosa Díaz', email })
      const answers = await Promise.all([1, 2].map(() => issue(people.lucia.client, body.user.id)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      await signedIn(email, answers.find(({ status }) => status === 200)?.body.tempPassword)
    })

    it.each([undefined, 7, 'no-es-uuid', ['a']])('answers 400 to the id %j', async (id) => {
      expect(await issue(people.admin.client, id)).toEqual({
        status: 400,
        body: { error: 'La solicitud no es válida.', code: 'PT400' },
      })
    })
  })

  describe('remove-second-factor', () => {
    const free = (client: SupabaseClient, userId: unknown) =>
      invoke(client, 'remove-second-factor', { userId })

    /** Somebody with a verified authenticator app, signed in, and another person who only gave the password. */
    async function guarded() {
      const { body } = await create(people.admin.client, { full_name: 'Rosa Díaz', email, password })
      const rosa = await signedIn(email, password)
      await rosa.auth.updateUser({ password: 'Mi-Propia-1' })
      const enrolled = await rosa.auth.mfa.enroll({ factorType: 'totp' })
      if (enrolled.error) throw enrolled.error
      const { id, totp } = enrolled.data
      const code = totpCode(totp.secret, totpStep(new Date()))
      const verified = await rosa.auth.mfa.challengeAndVerify({ factorId: id, code })
      if (verified.error) throw verified.error
      return { id: String(body.user.id), rosa, waiting: await signedIn(email, 'Mi-Propia-1') }
    }
    const factorsOf = async (id: string) =>
      (
        await fresh.database.query('select status::text as status from auth.mfa_factors where user_id = $1', [
          id,
        ])
      ).rows

    it('frees an account whose phone is lost: its sessions end, and the password is enough', async () => {
      const { id, rosa, waiting } = await guarded()
      await fresh.database.query(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
         values (gen_random_uuid(), $1, 'totp', 'unverified', now(), now())`,
        [id],
      )
      expect((await waiting.rpc('account_status')).data).toMatchObject({ second_factor_due: true })
      const beside = await people.admin.client.from('profiles').select('second_factor').eq('id', id)
      expect(beside.data).toEqual([{ second_factor: true }])

      expect(await free(people.admin.client, id)).toEqual({ status: 200, body: { removed: 2 } })
      expect(await factorsOf(id)).toEqual([])
      for (const client of [rosa, waiting]) expect((await client.auth.getUser()).error).not.toBeNull()
      const back = await signedIn(email, 'Mi-Propia-1')
      expect((await back.rpc('account_status')).data).toMatchObject({ second_factor_due: false })
      expect((await back.from('profiles').select('id').eq('id', id)).data).toEqual([{ id }])
      const { rows } = await fresh.database.query(
        `select actor::text as actor, action from private.audit_log
         where row_id = $1 and action in ('free_factor', 'remove_factor') order by id`,
        [id],
      )
      expect(rows).toEqual([
        { actor: people.admin.id, action: 'free_factor' },
        { actor: null, action: 'remove_factor' },
      ])
      expect(await free(people.admin.client, id)).toEqual({
        status: 409,
        body: { error: 'Esta cuenta ya no tiene verificación en dos pasos.', code: 'PT409' },
      })
    })

    it('is for administrators alone, and never for oneself nor for the main administrator', async () => {
      const { id } = await guarded()
      expect((await free(people.lucia.client, id)).status).toBe(403)
      expect((await free(people.admin.client, people.admin.id)).status).toBe(403)
      expect((await free(people.admin.client, people.main.id)).status).toBe(403)
      expect((await free(people.admin.client, randomUUID())).status).toBe(404)
      expect(await factorsOf(id)).toEqual([{ status: 'verified' }])
    })

    it.each([undefined, 7, 'no-es-uuid', ['a']])('answers 400 to the id %j', async (id) => {
      expect((await free(people.admin.client, id)).status).toBe(400)
    })
  })

  describe('who may call', () => {
    const calls = () =>
      [
        ['accept-study-request', { request: { id: 1 } }],
        ['create-patient-manual', { full_name: 'Rosa Díaz', email: 'rosa@clinica.test' }],
        ['admin-delete-user', { userIdToDelete: people.andres.id }],
        ['issue-temporary-password', { userId: people.andres.id }],
        ['remove-second-factor', { userId: people.andres.id }],
      ] as const

    it('is nobody without a session', async () => {
      const forged = `${keys.anonKey.slice(0, -4)}AAAA`
      for (const [name, body] of calls()) {
        const anonymous: HeadersInit[] = [
          {},
          { apikey: keys.anonKey },
          { apikey: keys.anonKey, authorization: `Bearer ${keys.anonKey}` },
          { apikey: keys.anonKey, authorization: `Bearer ${keys.serviceRoleKey}` },
          { apikey: keys.anonKey, authorization: `Bearer ${forged}` },
          { apikey: keys.anonKey, authorization: 'Basic abc' },
        ]
        for (const headers of anonymous) {
          const response = await backend(
            new Request(`${url}/functions/v1/${name}`, {
              method: 'POST',
              headers,
              body: JSON.stringify(body),
            }),
          )
          expect([name, response.status]).toEqual([name, 401])
          expect(await response.json()).toEqual({ error: expect.any(String), code: 'PT401' })
        }
      }
    })

    it('is no patient', async () => {
      for (const [name, body] of calls())
        expect([name, (await invoke(people.patient.client, name, body)).status]).toEqual([name, 403])
    })

    it('is for erasing no doctor', async () => {
      const answer = await invoke(people.lucia.client, 'admin-delete-user', {
        userIdToDelete: people.andres.id,
      })
      expect(answer.status).toBe(403)
    })

    it('is no closed account and no session that was signed out, though their tokens are still signed', async () => {
      const doctor = await create(people.admin.client, { full_name: 'Dr. Breve', email, role: 'doctor' })
      const first = await signedIn(email, doctor.body.tempPassword)
      await first.auth.updateUser({ password })
      const second = await signedIn(email, password)
      const token = (await second.auth.getSession()).data.session?.access_token
      const statusWithToken = async () => {
        const response = await backend(
          new Request(`${url}/functions/v1/create-patient-manual`, {
            method: 'POST',
            headers: { apikey: keys.anonKey, authorization: `Bearer ${token}` },
            body: '{}',
          }),
        )
        return response.status
      }
      expect(await statusWithToken()).toBe(400)
      await fresh.database.query('update private.account_state set closed_at = now() where user_id = $1', [
        doctor.body.user.id,
      ])
      expect(await statusWithToken()).toBe(401)
      await fresh.database.query('update private.account_state set closed_at = null where user_id = $1', [
        doctor.body.user.id,
      ])
      expect(await statusWithToken()).toBe(400)
      await second.auth.signOut()
      expect(await statusWithToken()).toBe(401)
    })

    it('is no doctor who still has to change the password', async () => {
      const doctor = await create(people.admin.client, { full_name: 'Dr. Nuevo', email, role: 'doctor' })
      const client = await signedIn(email, doctor.body.tempPassword)
      expect((await create(client, { full_name: 'Rosa Díaz', email: `rosa.${email}` })).status).toBe(403)
    })
  })

  describe('the wire', () => {
    const ask = (path: string, init: RequestInit) => backend(new Request(`${url}/functions/v1/${path}`, init))
    const headers = async () => {
      const { data } = await people.lucia.client.auth.getSession()
      return { apikey: keys.anonKey, authorization: `Bearer ${data.session?.access_token}` }
    }

    it('answers a preflight from any origin', async () => {
      const response = await ask('create-patient-manual', { method: 'OPTIONS' })
      expect(response.status).toBe(200)
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-allow-headers')).toContain('authorization')
    })

    it.each(['GET', 'PUT', 'DELETE'])('refuses %s with 405', async (method) => {
      expect((await ask('create-patient-manual', { method, headers: await headers() })).status).toBe(405)
    })

    it('refuses two megabytes with 413 and broken JSON with 400', async () => {
      const post = async (body: string) =>
        ask('create-patient-manual', { method: 'POST', headers: await headers(), body })
      expect((await post(JSON.stringify({ full_name: 'x'.repeat(2_000_000) }))).status).toBe(413)
      expect((await post('{"full_name":')).status).toBe(400)
    })

    it('knows no other function', async () => {
      expect((await ask('otra', { method: 'POST', headers: await headers(), body: '{}' })).status).toBe(404)
    })
  })

  describe('activate-account', () => {
    const chosen = 'tres-mesas-azules'
    const activate = (body: object) => invoke(connect(backend), 'activate-account', body)
    const refused = (status: number, error: unknown, outcome?: string) => ({
      status,
      body: { error, code: `PT${status}`, ...(outcome && { outcome }) },
    })
    const busy = refused(503, 'No se pudo activar tu cuenta. Inténtalo de nuevo.', 'busy')
    const ended = refused(410, 'Este enlace ya no sirve. Pide otro a la clínica.', 'ended')

    /** The token of a link of a new account, and its temporary password. */
    async function linked(): Promise<{ token: string; tempPassword: string }> {
      await fresh.database.query('delete from private.rate_limits')
      const made = await create(people.lucia.client, { full_name: 'Rosa Díaz', email })
      const { data } = await people.lucia.client.rpc('create_activation', { user_id: made.body.user.id })
      return { token: data.token, tempPassword: made.body.tempPassword }
    }

    it('sets the password once; the temporary one and its sessions end', async () => {
      const { token, tempPassword } = await linked()
      const old = await signedIn(email, tempPassword)
      expect(await activate({ token, email, password: chosen })).toEqual({ status: 200, body: {} })
      expect((await old.auth.getUser()).error).not.toBeNull()
      await signedIn(email, chosen)
      await expect(signedIn(email, tempPassword)).rejects.toThrow()
      expect(await activate({ token, email, password: 'otra-mesa-verde' })).toEqual(ended)
      expect(await profileOf(email)).toMatchObject({ must_change: false })
    })

    it('of twenty at once one sets the password', async () => {
      const { token } = await linked()
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => activate({ token, email, password: `${chosen}-${index}x` })),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      await signedIn(email, `${chosen}-${answers.findIndex(({ status }) => status === 200)}x`)
    })

    it('has the rules of passwords, and gives a refused one back', async () => {
      const { token } = await linked()
      for (const password of ['corta', 'password1', 'Sonrisas1', email])
        expect(await activate({ token, email, password })).toMatchObject({ status: 400 })
      expect(await activate({ token, email, password: chosen })).toMatchObject({ status: 200 })
    })

    it('cut between claim and password the same link works again, a minute later', async () => {
      const { token } = await linked()
      const whole = backend
      backend = (request) =>
        request.url.includes('/auth/v1/admin/users/')
          ? Promise.resolve(new Response('{}', { status: 500 }))
          : whole(request)
      try {
        expect((await activate({ token, email, password: chosen })).status).toBe(503)
      } finally {
        backend = whole
      }
      expect(await activate({ token, email, password: chosen })).toEqual(busy)
      await fresh.database.query(`update private.activations set claimed_until = now() where used_at is null`)
      expect(await activate({ token, email, password: chosen })).toMatchObject({ status: 200 })
    })

    it('refuses another e-mail, and bodies without what it needs', async () => {
      const { token } = await linked()
      expect(await activate({ token, email: 'otra@correo.test', password: chosen })).toEqual(
        refused(403, 'El correo no coincide con este enlace.', 'wrong'),
      )
      for (const body of [
        {},
        { token, email },
        { token: 7, email, password: chosen },
        { email, password: chosen },
      ])
        expect((await activate(body)).status).toBe(400)
    })
  })
})
