import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { keys, url } from '#tests/contract/accounts.ts'
import { engines } from '#tests/engines.ts'
import { emailOf, type Session, useTestBackend } from '#tests/hostile/test-backend.ts'

// On a slow machine hundreds at once wait for their turns longer than people would.
vi.mock('#server/base/numbers.ts', async (load) => {
  const numbers = await load<typeof import('#server/base/numbers.ts')>()
  return {
    ...numbers,
    turnLimits: { ...numbers.turnLimits, patienceMs: 240_000 },
    statementLimits: { people: 240_000, service: 240_000 },
  }
})

describe.each(engines())('floods on $name', (engine) => {
  const backend = useTestBackend(engine)
  let patient: Session
  let doctor: Session
  let colleague: Session
  beforeAll(async () => {
    patient = await backend().signIn('paciente')
    doctor = await backend().signIn('doctora')
    colleague = await backend().signIn('admin')
    // The first request of each token also verifies its signature, so these are sent one after the other.
    for (const { access_token: token } of [patient, doctor, colleague])
      expect((await backend().call('GET', '/rest/v1/profiles?select=id', { token })).status).toBe(200)
  })

  /** How many requests of a crowd were answered before the one that came last. */
  const answeredBefore = async (crowd: Promise<unknown>[], last: () => Promise<{ status: number }>) => {
    let answered = 0
    for (const one of crowd) void one.then(() => (answered += 1))
    const { status } = await last()
    const before = answered
    await Promise.all(crowd)
    return { status, before }
  }

  it.each([
    ['rows', (token: string) => backend().call('GET', '/rest/v1/profiles?select=*', { token })],
    [
      'a procedure',
      (token: string) => backend().call('POST', '/rest/v1/rpc/account_status', { token, body: {} }),
    ],
    [
      'lists of files',
      (token: string) =>
        backend().call('POST', '/storage/v1/object/list/study_files', { token, body: { prefix: '' } }),
    ],
  ])('who asks for %s three hundred times at once waits for themselves', async (_what, ask) => {
    const crowd = Array.from({ length: 300 }, () => ask(patient.access_token))
    const { status, before } = await answeredBefore(crowd, () => ask(colleague.access_token))
    expect(status).toBe(200)
    expect(before).toBeLessThan(100)
    for (const answer of await Promise.all(crowd)) expect(answer.status).toBe(200)
  })

  it('without an account it is the address that waits', async () => {
    const ask = (from: string) => backend().call('GET', '/rest/v1/services?select=id', { from })
    const crowd = Array.from({ length: 300 }, () => ask('198.51.100.1'))
    const { status, before } = await answeredBefore(crowd, () => ask('198.51.100.2'))
    expect(status).toBe(200)
    expect(before).toBeLessThan(100)
  })

  it('what is too much even to wait is told to come later', async () => {
    const crowd = Array.from({ length: 600 }, () =>
      backend().call('GET', '/rest/v1/profiles?select=id', { token: patient.access_token }),
    )
    const { status } = await backend().call('GET', '/rest/v1/profiles?select=id', {
      token: colleague.access_token,
    })
    expect(status).toBe(200)
    const statuses = new Set((await Promise.all(crowd)).map((answer) => answer.status))
    expect([...statuses].sort()).toEqual([200, 503])
  })

  it('asking the accounts service without an end keeps nobody else from it', async () => {
    const ask = (token: string, from: string) => backend().call('GET', '/auth/v1/user', { token, from })
    const crowd = Array.from({ length: 250 }, () => ask(patient.access_token, '198.51.100.3'))
    const { status, before } = await answeredBefore(crowd, () => ask(doctor.access_token, '198.51.100.4'))
    expect(status).toBe(200)
    expect(before).toBeLessThan(100)
  })

  it('a person has twelve uploads open, and nobody else notices', async () => {
    const folder = backend().ids.paciente
    const open = Array.from({ length: 12 }, (_, at) => endless(`${folder}/abierta-${at}.pdf`))
    await expect.poll(async () => (await readdir(join(backend().folder, '.incoming'))).length).toBe(12)
    let late = 'waiting'
    const next = backend()
      .call('POST', `/storage/v1/object/study_files/${folder}/tarde.pdf`, {
        token: doctor.access_token,
        body: '%PDF-',
        headers: { 'content-type': 'application/pdf' },
      })
      .then(({ status }) => {
        late = String(status)
      })
    for (const name of ['otro', 'otro-mas', 'uno-mas']) {
      const other = await backend().call('POST', `/storage/v1/object/study_files/${folder}/${name}.pdf`, {
        token: colleague.access_token,
        body: '%PDF-',
        headers: { 'content-type': 'application/pdf' },
      })
      expect({ other: other.status, late }).toEqual({ other: 200, late: 'waiting' })
    }
    open[0]?.end()
    await next
    expect(late).toBe('200')
    for (const { end } of open) end()
    expect(await Promise.all(open.map(({ status }) => status))).toEqual(Array(12).fill(200))
    expect(await readdir(join(backend().folder, '.incoming'))).toEqual([])
  })

  /** An upload by the doctor that goes on until `end`. */
  function endless(name: string) {
    let end = () => {}
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('%PDF-'))
        end = () => {
          controller.close()
          end = () => {}
        }
      },
    })
    const streamed = {
      method: 'POST',
      headers: { authorization: `Bearer ${doctor.access_token}`, 'content-type': 'application/pdf' },
      body,
      duplex: 'half',
    }
    const request = new Request(`${url}/storage/v1/object/study_files/${name}`, streamed)
    return {
      end: () => end(),
      status: backend()
        .service(request)
        .then(({ status }) => status),
    }
  }

  it('an upload that would fill the disk is refused before its first byte', async () => {
    const answer = await backend().call(
      'POST',
      `/storage/v1/object/study_files/${backend().ids.paciente}/enorme.zip`,
      {
        token: doctor.access_token,
        body: 'x',
        headers: { 'content-type': 'application/zip', 'content-length': '900000000000000' },
      },
    )
    expect(answer.status).toBe(507)
    expect(await readdir(join(backend().folder, '.incoming'))).toEqual([])
  })

  it('a copy of a large file writes no bytes and is still a file of its own', async () => {
    const folder = backend().ids.paciente
    const token = doctor.access_token
    const body = new TextEncoder().encode('%PDF-grande')
    const sent = await backend().call('POST', `/storage/v1/object/study_files/${folder}/grande.pdf`, {
      token,
      body,
      headers: { 'content-type': 'application/pdf' },
    })
    expect(sent.status).toBe(200)
    const copies = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        backend().call('POST', '/storage/v1/object/copy', {
          token,
          body: {
            bucketId: 'study_files',
            sourceKey: `${folder}/grande.pdf`,
            destinationKey: `${folder}/copia-${at}.pdf`,
          },
        }),
      ),
    )
    expect(copies.map(({ status }) => status)).toEqual(Array(20).fill(200))
    const versions = await readdir(join(backend().folder, 'study_files', String(sent.json.Id)))
    expect(
      (await stat(join(backend().folder, 'study_files', String(sent.json.Id), versions[0] ?? ''))).nlink,
    ).toBe(21)
    await backend().call('PUT', `/storage/v1/object/study_files/${folder}/grande.pdf`, {
      token,
      body: '%PDF-otra',
      headers: { 'content-type': 'application/pdf' },
    })
    await backend().call('DELETE', `/storage/v1/object/study_files/${folder}/copia-0.pdf`, { token })
    const copy = await backend().call('GET', `/storage/v1/object/study_files/${folder}/copia-1.pdf`, {
      token,
    })
    expect(copy.text).toBe('%PDF-grande')
  })

  it('thirty recoveries from thirty places put five messages into one mailbox', async () => {
    const before = backend().letters.length
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        backend().call('POST', '/auth/v1/recover', {
          body: { email: at % 2 ? emailOf('ajena') : ` ${emailOf('ajena').toUpperCase()} ` },
          from: `203.0.113.${at}`,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(5)
    expect(answers.filter(({ status }) => status === 429).length).toBe(25)
    await expect.poll(() => backend().letters.length - before).toBe(5)
    // The same for an e-mail without an account.
    const unknown = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        backend().call('POST', '/auth/v1/recover', {
          body: { email: 'nadie@clinica.test' },
          from: `203.0.113.${at + 50}`,
        }),
      ),
    )
    expect(unknown.map(({ status, text }) => [status, text]).sort()).toEqual(
      answers.map(({ status, text }) => [status, text]).sort(),
    )
  })

  it('one place asks for twenty messages an hour, also with an address for each', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        backend().call('POST', '/auth/v1/recover', {
          body: { email: `nadie${at}@clinica.test` },
          from: `2001:db8:0:7::${at.toString(16)}`,
        }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBe(20)
  })

  it('a stranger’s tries keep nobody out of the place where they always sign in', async () => {
    const home = '203.0.113.200'
    await backend().signIn('ajena', home)
    const guesses = [
      emailOf('ajena'),
      `${emailOf('ajena')} ${home}`,
      `pair ${home} ${emailOf('ajena')}`,
      `account ${emailOf('ajena')}`,
      JSON.stringify([emailOf('ajena'), home]),
    ]
    for (const [at, email] of guesses.entries()) {
      const tries = Array.from({ length: 15 }, () =>
        backend().call('POST', '/auth/v1/token?grant_type=password', {
          body: { email, password: 'adivina' },
          from: `198.51.100.${100 + at}`,
        }),
      )
      for (const { status } of await Promise.all(tries)) expect([400, 429]).toContain(status)
    }
    expect((await backend().signIn('ajena', home)).user.id).toBe(backend().ids.ajena)
  })

  it.each([
    ['/auth/v1/token?grant_type=password', { email: 'a@b.mx', password: 'x'.repeat(200_000) }],
    ['/auth/v1/recover', { email: `${'a'.repeat(200_000)}@b.mx` }],
    ['/functions/v1/create-patient-manual', { full_name: 'x'.repeat(200_000) }],
    ['/storage/v1/object/sign/study_files', { expiresIn: 60, paths: ['x'.repeat(3_000_000)] }],
    ['/storage/v1/object/sign/study_files', { expiresIn: 60, paths: Array(101).fill('x') }],
    ['/storage/v1/object/list/study_files', { prefix: '', limit: 1e9 }],
    ['/storage/v1/object/list/study_files', `{"prefix":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
  ])('a body that is too much for %s is refused', async (path, body) => {
    const answer = await backend().call('POST', path, { token: doctor.access_token, body })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.text.length).toBeLessThan(1000)
    expect(answer.text).not.toContain(keys.jwtSecret)
  })
})
