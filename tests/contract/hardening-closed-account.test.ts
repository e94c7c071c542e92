import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import WebSocket from 'ws'
import type { Service } from '#server/identity.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { until } from '#tests/until.ts'
import { addAccount, keys, url } from './accounts.ts'

const password = 'Clave-de-prueba-7'

/** A doctor with a signed-in browser: a session, an open socket and a signed link. */
describe.each(engines())('an account that is closed on $name', (engine) => {
  let product: TestProduct
  const clients: SupabaseClient[] = []
  let doctorId = ''
  let patientId = ''

  const clientOf = () => {
    const client = createClient(product.url, keys.anonKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    })
    clients.push(client)
    return client
  }
  const signedIn = async (email: string) => {
    const client = clientOf()
    const { error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    return client
  }
  /** Follows the patient's studies; `heard` has the kinds of events in order. */
  const listen = async (client: SupabaseClient) => {
    const heard: unknown[] = []
    let state = ''
    await client.realtime.setAuth()
    client
      .channel(`estudios ${Math.random()}`)
      .on('postgres_changes', { event: '*', schema: 'public', table: 'studies' }, ({ new: row }) => {
        if ('study_type' in row) heard.push(row.study_type)
      })
      .subscribe((next) => {
        state = next
      })
    await until(() => expect(state).toBe('SUBSCRIBED'))
    return heard
  }
  const addStudy = (kind: string) =>
    product.database.query(
      `insert into public.studies (patient_id, doctor_id, study_type, study_date)
       values ($1::text::uuid, $2::text::uuid, $3, current_date)`,
      [patientId, doctorId, kind],
    )

  beforeAll(async () => {
    vi.stubGlobal('WebSocket', WebSocket)
    const env = { JWT_SECRET: keys.jwtSecret, ANON_KEY: keys.anonKey, SERVICE_ROLE_KEY: keys.serviceRoleKey }
    product = await startTestProduct({ engine, env })
    const service: Service = async (request) =>
      fetch(request.url.replace(url, product.url), {
        method: request.method,
        headers: request.headers,
        ...(request.body && { body: await request.arrayBuffer() }),
      })
    const make = (email: string, role: 'doctor' | 'patient') =>
      addAccount(product.database, service, { email, password, role })
    doctorId = await make('doctora@clinica.test', 'doctor')
    await make('otra@clinica.test', 'doctor')
    patientId = await make('paciente@clinica.test', 'patient')
    await product.database.query(
      `insert into private.doctor_patients (doctor_id, patient_id)
       select id, $1::text::uuid from public.profiles where role = 'doctor' and email <> $2`,
      [patientId, product.admin.email],
    )
  })
  afterAll(async () => {
    for (const client of clients) await client.realtime.disconnect()
    await product?.stop()
    vi.unstubAllGlobals()
  })

  it('stops at once, everywhere, though its token is good for an hour', async () => {
    const doctor = await signedIn('doctora@clinica.test')
    const other = await signedIn('otra@clinica.test')
    const { data: session } = await doctor.auth.getSession()
    const token = session.session?.access_token ?? ''
    const files = doctor.storage.from('study_files')
    const path = `${patientId}/estudio.zip`
    expect((await files.upload(path, 'PK\x03\x04', { contentType: 'application/zip' })).error).toBeNull()
    const { data: link } = await files.createSignedUrl(path, 600)
    expect((await fetch(link?.signedUrl ?? '')).status).toBe(200)
    const heard = await listen(doctor)
    const heardByOther = await listen(other)
    await addStudy('Panorámica')
    await until(() => expect(heard).toEqual(['Panorámica']))
    const read = async () => (await doctor.from('studies').select('id')).data?.length ?? 0
    expect(await read()).toBe(1)

    await product.database.query('update private.account_state set closed_at = now() where user_id = $1', [
      doctorId,
    ])

    for (const table of ['profiles', 'study_requests', 'citas', 'studies', 'medical_notes', 'invoices']) {
      expect([table, (await doctor.from(table).select('*')).data]).toEqual([table, []])
    }
    const row = { patient_id: patientId, doctor_id: doctorId, note: 'x' }
    expect((await doctor.from('medical_notes').insert(row)).error).not.toBeNull()
    expect(
      (await doctor.from('studies').update({ comments: 'x' }).eq('doctor_id', doctorId).select()).data,
    ).toEqual([])
    expect((await doctor.rpc('get_doctor_patients', { d_id: doctorId })).data ?? []).toEqual([])
    expect((await doctor.rpc('taken_slots', { d_id: doctorId, day: '2099-03-02' })).data ?? []).toEqual([])
    expect((await doctor.rpc('accept_study_request', { request_id: 1 })).error).not.toBeNull()
    expect((await doctor.rpc('account_status')).data).toMatchObject({ closed: true })

    expect((await files.download(path)).error).not.toBeNull()
    expect((await files.list(patientId)).data ?? []).toEqual([])
    expect((await files.createSignedUrl(path, 60)).error).not.toBeNull()
    expect((await files.upload(`${patientId}/otro.zip`, 'PK\x03\x04')).error).not.toBeNull()
    // The link is older: it is checked again for its maker.
    expect((await fetch(link?.signedUrl ?? '')).status).toBe(404)

    for (const name of [
      'accept-study-request',
      'create-patient-manual',
      'admin-delete-user',
      'issue-temporary-password',
      'remove-second-factor',
    ]) {
      const { error } = await doctor.functions.invoke(name, { body: {} })
      expect([name, error?.context?.status]).toEqual([name, 401])
    }

    await addStudy('Cráneo')
    await until(() => expect(heardByOther).toContain('Cráneo'))
    // Both are sent in the same round; after one more, nothing can still be on its way.
    await addStudy('Perfil')
    await until(() => expect(heardByOther).toContain('Perfil'))
    expect(heard).toEqual(['Panorámica'])
    const again = await listen(doctor)
    await addStudy('Carpal')
    await until(() => expect(heardByOther).toContain('Carpal'))
    await addStudy('Oclusal')
    await until(() => expect(heardByOther).toContain('Oclusal'))
    expect(again).toEqual([])

    expect((await doctor.auth.getUser(token)).error).toMatchObject({ status: 403 })
    expect((await doctor.auth.updateUser({ password: 'Otra-clave-99' })).error).not.toBeNull()
    expect((await doctor.auth.refreshSession()).error).not.toBeNull()
    const { error } = await clientOf().auth.signInWithPassword({ email: 'doctora@clinica.test', password })
    expect(error).toMatchObject({ code: 'user_banned' })
  })
})
