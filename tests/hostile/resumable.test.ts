import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { locationOf, metadataHeader, offsetOf, tusClient } from '#tests/contract/resumable.ts'
import { engines } from '#tests/engines.ts'
import { type Person, type Session, useTestBackend } from './test-backend.ts'

describe.each(engines())('resumable uploads and an attacker on $name', (engine) => {
  const backend = useTestBackend(engine)
  let doctora: Session

  const pdf = new TextEncoder().encode(`%PDF-1.7 ${'x'.repeat(991)}`)
  const clientOf = (session: Session | undefined) =>
    tusClient((request) => backend().service(request), session?.access_token)
  const about = (name: string, folder = backend().ids.paciente) => ({
    bucketName: 'study_files',
    objectName: `${folder}/${name}`,
    contentType: 'application/pdf',
  })
  const rows = async () => {
    const result = await backend().database.query('select name from storage.objects order by name')
    return result.rows
  }

  beforeAll(async () => {
    doctora = await backend().signIn('doctora')
  })

  it.each<Person>(['paciente', 'ajena', 'doctor', 'nueva'])(
    '%s begins none in a patient’s folder',
    async (who) => {
      const session = await backend().signIn(who)
      const before = await rows()
      const answer = await clientOf(session).create(about(`de-${who}.pdf`), pdf.byteLength)
      expect([answer.status, answer.headers.get('location')]).toEqual([403, null])
      expect(await rows()).toEqual(before)
      expect(await readdir(join(backend().folder, '.unfinished')).catch(() => [])).toEqual([])
    },
  )

  it('a known id is of no use to anybody else, not even an administrator', async () => {
    const address = locationOf(await clientOf(doctora).create(about('ajeno.pdf'), pdf.byteLength))
    for (const who of ['paciente', 'doctor', 'admin'] as const) {
      const stranger = clientOf(await backend().signIn(who))
      for (const answer of [
        await stranger.head(address),
        await stranger.patch(address, 0, pdf),
        await stranger.remove(address),
      ]) {
        expect(answer.status).toBe(404)
        expect(answer.headers.get('upload-metadata')).toBeNull()
      }
    }
    // Another session of the same account continues.
    const again = clientOf(await backend().signIn('doctora'))
    expect((await again.patch(address, 0, pdf)).status).toBe(204)
  })

  it.each([
    '../../../etc/passwd',
    '%2e%2e%2f%2e%2e%2fetc',
    '..%5c..%5cx',
    '0123456789abcdef0123456789abcdef',
    '0123456789abcdef0123456789abcdef.json',
    '0123456789abcdef0123456789abcdef%00',
    '',
    '.',
    'constructor',
  ])('the id %j is nobody’s', async (id) => {
    const client = clientOf(doctora)
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const headers = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
      const answer = await client.ask(method, `/storage/v1/upload/resumable/${id}`, headers)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
  })

  it('stops at once when the session has ended, and nothing is stored', async () => {
    const session = await backend().signIn('doctora')
    const client = clientOf(session)
    const address = locationOf(await client.create(about('sesion.pdf'), pdf.byteLength))
    expect((await client.patch(address, 0, pdf.slice(0, 500))).status).toBe(204)
    await backend().call('POST', '/auth/v1/logout?scope=local', { token: session.access_token })
    expect((await client.patch(address, 500, pdf.slice(500))).status).toBe(403)
    expect((await client.head(address)).status).toBe(403)
    // Signed in again it goes on.
    const again = clientOf(await backend().signIn('doctora'))
    expect(offsetOf(await again.head(address))).toBe(500)
    expect((await again.patch(address, 500, pdf.slice(500))).status).toBe(204)
  })

  it('stops for an account that was closed, and for a doctor who is not linked any more', async () => {
    const { ids, database } = backend()
    const client = clientOf(doctora)
    const address = locationOf(await client.create(about('cerrada.pdf'), pdf.byteLength))
    for (const [close, open] of [
      [
        'update private.account_state set closed_at = now() where user_id = $1',
        'update private.account_state set closed_at = null where user_id = $1',
      ],
      ['delete from private.doctor_patients where doctor_id = $1', null],
    ] as const) {
      await database.query(close, [ids.doctora])
      expect((await client.patch(address, 0, pdf)).status).toBe(403)
      if (open) await database.query(open, [ids.doctora])
    }
    await database.query('insert into private.doctor_patients (doctor_id, patient_id) values ($1, $2)', [
      ids.doctora,
      ids.paciente,
    ])
    expect((await client.patch(address, 0, pdf)).status).toBe(204)
  })

  it('what is stored so is in the trail like any other file', async () => {
    const client = clientOf(doctora)
    const trail = async (name: string) => {
      const { rows: found } = await backend().database.query(
        `select l.action, l.subject, l.actor::text, l.patient_id::text from private.audit_log l
         join storage.objects o on o.id::text = l.row_id where o.name = $1 order by l.id`,
        [`${backend().ids.paciente}/${name}`],
      )
      return found
    }
    const address = locationOf(await client.create(about('rastro.pdf'), pdf.byteLength))
    expect(await trail('rastro.pdf')).toEqual([])
    await client.patch(address, 0, pdf)
    await backend().call('POST', `/storage/v1/object/study_files/${backend().ids.paciente}/llano.pdf`, {
      token: doctora.access_token,
      body: pdf,
      headers: { 'content-type': 'application/pdf' },
    })
    const found = await trail('rastro.pdf')
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(await trail('llano.pdf'))
  })

  it('odd headers are refused, and none of them is an error of ours', async () => {
    const client = clientOf(doctora)
    const begin = { 'upload-metadata': metadataHeader(about('raro.pdf')) }
    const odd: Record<string, string>[] = [
      { 'upload-length': '1e3' },
      { 'upload-length': '0x10' },
      { 'upload-length': '10, 20' },
      { 'upload-length': '10', 'upload-metadata': '__proto__ eA==' },
      { 'upload-length': '10', 'upload-metadata': 'bucketName c3R1ZHlfZmlsZXM=,bucketName eA==' },
      {
        'upload-length': '10',
        'upload-metadata': metadataHeader({ ...about('a'), metadata: '{"a":'.repeat(3000) }),
      },
      {
        'upload-length': '10',
        'upload-metadata': metadataHeader({ ...about('a'), contentType: 'x'.repeat(300) }),
      },
      {
        'upload-length': '10',
        'upload-metadata': metadataHeader({ bucketName: 'study_files', objectName: 'a\u0000b' }),
      },
      {},
    ]
    for (const headers of odd) {
      const answer = await client.ask('POST', '/storage/v1/upload/resumable', { ...begin, ...headers })
      expect([JSON.stringify(headers).slice(0, 80), answer.status]).toEqual([expect.anything(), 400])
    }
  })
})
