import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { type Ask, type Person, type Session, useTestBackend } from './test-backend.ts'

const secretText = 'secreto-del-paciente'
const pdf = `%PDF-1.7 ${secretText}`

const names = (own: string, other: string): Record<string, string> => ({
  'two dots': `study_files/${own}/../${other}/libre.pdf`,
  'two dots, encoded': `study_files/${own}/%2e%2e/${other}/libre.pdf`,
  'two dots, slash encoded': `study_files/${own}%2f..%2f${other}%2flibre.pdf`,
  'all encoded': `study_files/${own}%2F%2E%2E%2F${other}%2Flibre.pdf`,
  'encoded twice': `study_files/${own}/%252e%252e%252f${other}/libre.pdf`,
  backslash: `study_files/${own}/..%5c${other}%5clibre.pdf`,
  'empty segment': `study_files/${own}//../${other}/libre.pdf`,
  'two dots as the bucket': `../${other}/libre.pdf`,
  'two dots as the bucket, encoded': `%2e%2e/${other}/libre.pdf`,
  'a bucket in the bucket': `study_files%2f${other}/libre.pdf`,
  'the folder of removed files': `.removed/study_files/x/y`,
  'the folder of what arrives': `.incoming/x`,
  'an overlong UTF-8 dot': `study_files/${own}/%c0%ae%c0%ae/${other}/libre.pdf`,
  'a broken escape': `study_files/${own}/%zz`,
  'a zero': `study_files/${other}%00/libre.pdf`,
  'a zero at the end': `study_files/${other}/libre.pdf%00.png`,
  'a line end': `study_files/${own}/a%0d%0aset-cookie:x`,
  'full-width dots': `study_files/${own}/．．/${other}/libre.pdf`,
  'a fraction slash': `study_files/${own}∕..∕${other}∕libre.pdf`,
  capitals: `study_files/${other.toUpperCase()}/libre.pdf`,
  'a space before the folder': `study_files/%20${other}/libre.pdf`,
  'a space after the name': `study_files/${other}/libre.pdf%20`,
  'a dot after the name': `study_files/${other}/libre.pdf.`,
  'an alternate stream': `study_files/${other}/libre.pdf::$DATA`,
  'a parameter': `study_files/${other}/libre.pdf;x`,
  'no folder': 'study_files/libre.pdf',
  'a name that is too long': `study_files/${own}/${'a'.repeat(1100)}`,
  absolute: 'study_files//etc/passwd',
  'the own folder of photos in the other bucket': `study_files/${own}/foto.jpg`,
})

describe.each(engines())('files and an attacker on $name', (engine) => {
  const backend = useTestBackend(engine)
  const sessions = new Map<Person, Session>()
  let path = ''
  let named = ''

  const call = (method: string, rest: string, as: Person | 'anon', ask: Ask = {}) =>
    backend().call(method, `/storage/v1${rest}`, {
      ...ask,
      ...(as !== 'anon' && { token: sessions.get(as)?.access_token }),
    })
  const bytes = { 'content-type': 'application/pdf' }
  const put = (as: Person | 'anon', name: string, headers: Record<string, string> = {}) =>
    call('POST', `/object/${name}`, as, { body: pdf, headers: { ...bytes, ...headers } })
  /** All rows and owners of the store, to see that nothing moved. */
  const rows = async () => {
    const result = await backend().database.query(
      'select bucket_id, name, owner_id, version from storage.objects order by bucket_id, name',
    )
    return result.rows
  }

  beforeAll(async () => {
    for (const person of ['admin', 'doctora', 'doctor', 'paciente', 'ajena'] as const)
      sessions.set(person, await backend().signIn(person))
    const folder = backend().ids.paciente
    path = `study_files/${folder}/libre.pdf`
    named = `study_files/${folder}/estudio.pdf`
    for (const name of [path, named]) expect((await put('doctora', name)).status).toBe(200)
    await backend().database.query(
      `insert into public.studies (patient_id, doctor_id, study_type, study_date, file_url, file_name)
       values ($1, $2, 'Escaneo Intraoral', '2026-01-05', $3, 'estudio.pdf')`,
      [folder, backend().ids.doctora, `${folder}/estudio.pdf`],
    )
    const photo = new Uint8Array([0xff, 0xd8, 0xff, 1])
    const own = `/object/profile_photos/${backend().ids.ajena}/foto.jpg`
    const sent = await call('POST', own, 'ajena', { body: photo, headers: { 'content-type': 'image/jpeg' } })
    expect(sent.status).toBe(200)
  })

  const strangers = ['anon', 'ajena', 'doctor'] as const

  it.each(strangers)('%s reads nothing of another’s folder, by whatever way', async (who) => {
    const folder = backend().ids.paciente
    const ways = [
      ['GET', `/object/${path}`],
      ['HEAD', `/object/${path}`],
      ['GET', `/object/authenticated/${path}`],
      ['GET', `/object/public/${path}`],
      ['GET', `/object/info/${path}`],
      ['GET', `/object/info/public/${path}`],
      ['GET', `/object/info/authenticated/${path}`],
      ['GET', `/render/image/authenticated/${path}`],
      ['GET', `/render/image/public/${path}`],
      ['GET', `/object/sign/${path}`],
      ['GET', `/object/sign/${path}?token=`],
      ['POST', `/object/sign/${path}`, { expiresIn: 60 }],
      ['POST', '/object/sign/study_files', { expiresIn: 60, paths: [`${folder}/libre.pdf`, '../x', ''] }],
      ['POST', '/object/list/study_files', { prefix: folder }],
      ['POST', '/object/list/study_files', { prefix: `${folder}/` }],
      ['POST', '/object/list/study_files', { prefix: `//${folder}//` }],
      ['POST', '/object/list/study_files', { prefix: '', search: folder.slice(0, 8) }],
      ['POST', '/object/list/study_files', { prefix: '%' }],
      ['POST', '/object/list/study_files', { prefix: `${folder.slice(0, 10)}_%` }],
      ['POST', '/object/list/study_files', { prefix: `x/../${folder}` }],
      ['POST', '/object/list/STUDY_FILES', { prefix: folder }],
      ['POST', '/object/list-v2/study_files', { prefix: folder }],
      [
        'POST',
        '/object/copy',
        { bucketId: 'study_files', sourceKey: `${folder}/libre.pdf`, destinationKey: 'x/y' },
      ],
      [
        'POST',
        '/object/move',
        { bucketId: 'study_files', sourceKey: `${folder}/libre.pdf`, destinationKey: 'x/y' },
      ],
      ['POST', `/object/upload/sign/${path}`, {}],
      ['PUT', `/object/upload/sign/${path}?token=x`, {}],
      ['GET', '/bucket'],
      ['GET', '/bucket/study_files'],
      ['GET', '/s3/study_files?list-type=2'],
      ['POST', '/upload/resumable', {}],
    ] as const
    for (const [method, rest, body] of ways) {
      const answer = await call(method, rest, who, { ...(body && { body }) })
      expect(answer.status, `${rest} ${answer.text}`).toBeLessThan(500)
      expect(answer.text, rest).not.toContain(secretText)
      expect(answer.text, rest).not.toContain('"name":"libre.pdf"')
      expect(answer.json.signedURL ?? null, rest).toBeNull()
      expect(answer.text, rest).not.toMatch(/"signedURL":"/)
      expect(answer.headers.get('etag')).toBeNull()
    }
  })

  it.each(Object.keys(names('', '')))('a name with %s leads nowhere', async (kind) => {
    for (const who of ['ajena', 'doctor', 'paciente'] as const) {
      const name = names(backend().ids[who], backend().ids.paciente)[kind]
      const before = await rows()
      if (who !== 'paciente') {
        const read = await call('GET', `/object/${name}`, who)
        expect(read.status, `${name} ${read.text}`).toBeGreaterThanOrEqual(400)
        expect(read.status, `${name} ${read.text}`).toBeLessThan(500)
        expect(read.text).not.toContain(secretText)
      }
      for (const method of ['POST', 'PUT']) {
        const write = await call(method, `/object/${name}`, who, {
          body: pdf,
          headers: { ...bytes, 'x-upsert': 'true' },
        })
        expect(write.status, `${name} ${write.text}`).toBeGreaterThanOrEqual(400)
        expect(write.status, `${name} ${write.text}`).toBeLessThan(500)
      }
      const removal = await call('DELETE', `/object/${name}`, who)
      expect(removal.status).toBeGreaterThanOrEqual(400)
      expect(removal.status).toBeLessThan(500)
      expect(await rows()).toEqual(before)
    }
  })

  it.each([
    ['CON.pdf'],
    ['aux'],
    ['a'.repeat(250)],
    ['.htaccess'],
    ['-rf'],
    ['e\u0301.pdf'],
    ['é.pdf'],
    ["'; drop table studies; --"],
    ['..pdf'],
    ['a..b'],
  ])('an odd name is only a name, whatever the disk thinks of it: $0', async (name) => {
    const target = `study_files/${backend().ids.paciente}/${encodeURIComponent(name)}`
    const sent = await put('doctora', target)
    expect(sent.status, sent.text).toBe(200)
    const got = await call('GET', `/object/${target}`, 'paciente')
    expect(got.text).toBe(pdf)
    for (const entry of await readdir(backend().folder, { recursive: true }))
      for (const part of String(entry).split(/[/\\]/))
        expect(part).toMatch(/^(\.incoming|\.removed|study_files|profile_photos|[0-9a-f-]{36}(\.json)?)$/)
    expect((await call('DELETE', `/object/${target}`, 'doctora')).status).toBe(200)
  })

  it('nobody takes, replaces, moves or erases what is not theirs to change', async () => {
    const folder = backend().ids.paciente
    const before = await rows()
    const upsert = { 'x-upsert': 'true' }
    const tries = [
      // A patient owns the folder, but its files are the doctors'.
      put('paciente', path, upsert),
      put('paciente', `study_files/${folder}/nuevo.pdf`),
      call('DELETE', `/object/${path}`, 'paciente'),
      call('DELETE', '/object/study_files', 'paciente', {
        body: { prefixes: [`${folder}/libre.pdf`, `${folder}/`] },
      }),
      // Nobody may change the file of a study.
      put('doctora', named, upsert),
      put('admin', named, upsert),
      call('PUT', `/object/${named}`, 'doctora', { body: pdf, headers: bytes }),
      call('DELETE', `/object/${named}`, 'doctora'),
      call('DELETE', `/object/${named}`, 'admin'),
      ...(['doctora', 'admin'] as const).map((who) =>
        call('POST', '/object/move', who, {
          body: {
            bucketId: 'study_files',
            sourceKey: `${folder}/estudio.pdf`,
            destinationKey: `${folder}/otro.pdf`,
          },
        }),
      ),
      // Over the file of a study, by copying.
      call('POST', '/object/copy', 'doctora', {
        body: {
          bucketId: 'study_files',
          sourceKey: `${folder}/libre.pdf`,
          destinationKey: `${folder}/estudio.pdf`,
        },
      }),
      call('POST', '/object/move', 'doctora', {
        body: {
          bucketId: 'study_files',
          sourceKey: `${folder}/libre.pdf`,
          destinationKey: `${backend().ids.ajena}/libre.pdf`,
        },
      }),
      call('POST', '/object/move', 'doctora', {
        body: {
          bucketId: 'study_files',
          sourceKey: `${folder}/libre.pdf`,
          destinationKey: `${folder}/../x.pdf`,
        },
      }),
      call('POST', '/object/copy', 'doctora', {
        body: {
          bucketId: 'study_files',
          destinationBucket: '.removed',
          sourceKey: `${folder}/libre.pdf`,
          destinationKey: 'a',
        },
      }),
      // A PDF is no photo, wherever it is copied from.
      call('POST', '/object/copy', 'doctora', {
        body: {
          bucketId: 'study_files',
          destinationBucket: 'profile_photos',
          sourceKey: `${folder}/libre.pdf`,
          destinationKey: `${backend().ids.doctora}/x.pdf`,
        },
      }),
      call('POST', '/object/move', 'ajena', {
        body: {
          bucketId: 'profile_photos',
          destinationBucket: 'study_files',
          sourceKey: `${backend().ids.ajena}/foto.jpg`,
          destinationKey: `${backend().ids.ajena}/foto.jpg`,
        },
      }),
      put('doctora', `profile_photos/${folder}/foto.jpg`, { ...upsert, 'content-type': 'image/jpeg' }),
      put('doctora', `study_files/${backend().ids.ajena}/x.pdf`, upsert),
      ...(['paciente', 'doctora', 'admin', 'anon'] as const).flatMap((who) => [
        call('POST', '/bucket', who, { body: { id: 'mio', name: 'mio', public: true } }),
        call('PUT', '/bucket/study_files', who, { body: { public: true } }),
        call('POST', '/bucket/study_files/empty', who, { body: {} }),
        call('DELETE', '/bucket/study_files', who),
      ]),
    ]
    for (const answer of await Promise.all(tries)) {
      expect(answer.status === 200 ? answer.text : answer.status, answer.text).toSatisfy(
        (outcome: number | string) =>
          outcome === '[]' || (typeof outcome === 'number' && outcome >= 400 && outcome < 500),
      )
    }
    expect(await rows()).toEqual(before)
    const buckets = await backend().database.query('select id from storage.buckets where public')
    expect(buckets.rows).toEqual([])
  })

  it('a link opens its own file for its own time, and is nothing else', async () => {
    const folder = backend().ids.paciente
    const { json } = await call('POST', `/object/sign/${path}`, 'paciente', { body: { expiresIn: 60 } })
    const link = new URL(String(json.signedURL), 'http://x/')
    const token = link.searchParams.get('token') ?? ''
    expect((await call('GET', link.pathname + link.search, 'anon')).text).toBe(pdf)
    const [head = '', body = '', signature = ''] = token.split('.')
    const other = { ...JSON.parse(Buffer.from(body, 'base64url').toString()), url: named }
    const rewritten = `${head}.${Buffer.from(JSON.stringify(other)).toString('base64url')}.${signature}`
    const bare = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
    const tries: [string, string][] = [
      [named, token],
      [`study_files/${folder}/LIBRE.pdf`, token],
      [`study_files/${folder}/./libre.pdf`, token],
      [`profile_photos/${folder}/libre.pdf`, token],
      [named, rewritten],
      [path, `${token}x`],
      [path, `${bare}.${body}.`],
      [path, sessions.get('paciente')?.access_token ?? ''],
      [path, ''],
      [path, `${token}&token=${token}`.slice(0, 20)],
    ]
    for (const [name, used] of tries.filter(([name]) => !name.includes('/./'))) {
      const answer = await call('GET', `/object/sign/${name}?token=${used}`, 'anon')
      expect([400, 404], `${name} ${answer.status}`).toContain(answer.status)
      expect(answer.text).not.toContain(secretText)
    }
    // Nor does it act for its maker anywhere else.
    for (const door of ['/rest/v1/profiles?select=id', '/auth/v1/user', `/storage/v1/object/${path}`])
      expect([401, 403]).toContain((await backend().call('GET', door, { token })).status)
    for (const expiresIn of [0, -1, 3601, 1e9, 1.5, '60', null])
      expect((await call('POST', `/object/sign/${path}`, 'paciente', { body: { expiresIn } })).status).toBe(
        400,
      )
    // It ends with its maker's session.
    const again = await backend().signIn('paciente')
    const made = await backend().call('POST', `/storage/v1/object/sign/${path}`, {
      token: again.access_token,
      body: { expiresIn: 60 },
    })
    const second = new URL(String(made.json.signedURL), 'http://x/')
    expect((await call('GET', second.pathname + second.search, 'anon')).status).toBe(200)
    await backend().call('POST', '/auth/v1/logout?scope=local', { token: again.access_token })
    expect((await call('GET', second.pathname + second.search, 'anon')).status).toBe(404)
  })

  it.each([
    ['bytes=0-', 206],
    ['bytes=-1', 206],
    ['bytes=0-0,2-3', 200],
    ['bytes=5-2', 200],
    ['bytes=-0', 416],
    ['bytes=999999-', 416],
    ['bytes=0-99999999999999999999', 200],
    ['bytes=-99999999999999', 206],
    [`bytes=${'0-1,'.repeat(2000)}0-1`, 200],
    ['bytes=a-b', 200],
    ['octets=0-1', 200],
    ['bytes=--5', 200],
    ['bytes=0x0-0x2', 200],
  ])('the range $0 is answered within the file', async (range, status) => {
    const answer = await call('GET', `/object/${path}`, 'paciente', { headers: { range } })
    expect(answer.status).toBe(status)
    if (status < 300) expect(pdf).toContain(answer.text)
    else expect(answer.text).not.toContain(secretText)
  })

  it('headers of a download cannot be written by who names it', async () => {
    for (const download of [
      'a%0d%0aset-cookie:%20x=1',
      '%22;%20filename=evil.html',
      'a'.repeat(3000),
      '%ED%A0%80',
      '../../x.html',
      '%00',
      '€.pdf',
    ]) {
      const answer = await call('GET', `/object/${path}?download=${download}`, 'paciente')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('set-cookie')).toBeNull()
      const header = answer.headers.get('content-disposition') ?? ''
      expect(header).toMatch(/^attachment; filename="[^"\\/\r\n]*"; filename\*=UTF-8''[\w%.~!&$+-]*$/)
    }
  })

  it.each([
    ['text/html', '<script>alert(1)</script>'],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['image/png', '<script>alert(1)</script>'],
    ['application/xhtml+xml', '<x/>'],
    ['text/xml', '<?xml-stylesheet href="javascript:alert(1)"?>'],
    ['application/javascript', 'alert(1)'],
    ['multipart/x-mixed-replace; boundary=x', '--x'],
    ['text/html;charset=utf-7', '+ADw-script+AD4-'],
    ['application/pdf, text/html', '<script>'],
  ])('a stored %s runs nowhere', async (type, body) => {
    const target = `study_files/${backend().ids.paciente}/${randomUUID()}.html`
    const sent = await call('POST', `/object/${target}`, 'doctora', {
      body,
      headers: { 'content-type': type },
    })
    expect(sent.status, sent.text).toBeLessThan(500)
    if (sent.status !== 200) return
    const got = await call('GET', `/object/${target}`, 'paciente')
    expect(got.headers.get('content-type')).toBe('application/octet-stream')
    expect(got.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(got.headers.get('x-content-type-options')).toBe('nosniff')
    expect(got.headers.get('content-security-policy')).toContain('sandbox')
  })

  const form = (parts: string[]) => ({
    body: new TextEncoder().encode(`${parts.map((part) => `--X\r\n${part}\r\n`).join('')}--X--\r\n`),
    headers: { 'content-type': 'multipart/form-data; boundary=X' },
  })
  const file = (name: string, content = pdf, type = 'application/pdf') =>
    `content-disposition: form-data; name="f"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n${content}`
  const field = (name: string, value: string) =>
    `content-disposition: form-data; name="${name}"\r\n\r\n${value}`
  const nested = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`

  it.each([
    ['two files: the first counts', [file('a'), file('b', 'otro')], 200],
    ['no file', [field('a', 'b')], 400],
    ['no part', [], 400],
    ['a flood of fields', [...Array.from({ length: 50 }, (_, at) => field(`f${at}`, 'x')), file('a')], 400],
    ['a field that is too long', [field('metadata', 'x'.repeat(100_000)), file('a')], 400],
    ['a name with a path', [file('../../../../etc/cron.d/x')], 200],
    ['a name with a line end', [file('a\r\nset-cookie: x')], 200],
    ['metadata nested too deep', [field('metadata', nested), file('a')], 400],
    ['metadata with a zero', [field('metadata', '{"a":"\\u0000"}'), file('a')], 400],
    ['metadata that is a list', [field('metadata', '[]'), file('a')], 400],
    ['metadata for the prototype', [field('metadata', '{"__proto__":{"x":1}}'), file('a')], 200],
    ['a type with a control character', [file('a', pdf, 'text/\u0001x')], 200],
    ['a type with a zero', [file('a', pdf, 'text/\0x')], 400],
  ] as const)('a form with %s', async (_name, parts, status) => {
    const target = `study_files/${backend().ids.paciente}/${randomUUID()}.pdf`
    const sent = await call('POST', `/object/${target}`, 'doctora', form([...parts]))
    expect(sent.status, sent.text).toBe(status)
    const got = await call('GET', `/object/${target}`, 'paciente')
    expect(got.status).toBe(status === 200 ? 200 : 404)
    if (status === 200) expect(got.text).toBe(pdf)
    expect(await readdir(join(backend().folder, '.incoming'))).toEqual([])
  })

  it('a form without an end, and metadata in a header that is none', async () => {
    const target = `study_files/${backend().ids.paciente}/${randomUUID()}.pdf`
    const body = new TextEncoder().encode(`--X\r\n${file('a')}`)
    const cut = await call('POST', `/object/${target}`, 'doctora', { ...form([]), body })
    expect(cut.status).toBe(400)
    for (const text of [nested, '[1]', 'x', '{"a":"\\u0000"}']) {
      const headers = { ...bytes, 'x-metadata': Buffer.from(text).toString('base64') }
      const sent = await call('POST', `/object/${target}`, 'doctora', { body: pdf, headers })
      expect(sent.status, sent.text).toBe(400)
    }
    expect((await call('GET', `/object/${target}`, 'paciente')).status).toBe(404)
    expect(await readdir(join(backend().folder, '.incoming'))).toEqual([])
  })

  it('one who reads keeps the bytes that were there when somebody removes the file', async () => {
    const target = `study_files/${backend().ids.paciente}/${randomUUID()}.pdf`
    await put('doctora', target)
    const [reads] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => call('GET', `/object/${target}`, 'paciente'))),
      call('DELETE', `/object/${target}`, 'doctora'),
    ])
    for (const { status, text } of reads) expect(status === 200 ? text : status).toBeOneOf([pdf, 404])
  })
})
