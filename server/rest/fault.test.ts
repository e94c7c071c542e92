import { expect, test, vi } from 'vitest'
import { DatabaseError } from '#server/base/errors.ts'
import { faultResponse, statusOfSqlState, toFault } from './fault.ts'

test.each([
  ['23505', 409],
  ['23001', 409],
  ['23503', 409],
  ['23514', 400],
  ['22P02', 400],
  ['42883', 404],
  ['42P01', 404],
  ['25006', 405],
  ['P0001', 400],
  ['P0002', 404],
  ['P0003', 500],
  ['PT409', 409],
  ['PT200', 500],
  ['PTxyz', 500],
  ['40001', 500],
  ['53300', 503],
  ['54001', 413],
  ['57014', 504],
  ['57P01', 503],
  ['08006', 503],
  ['XX000', 500],
  ['ZZ123', 400],
])('SQLSTATE %s is HTTP %i', (code, status) => {
  expect(statusOfSqlState(code, 'words', false)).toBe(status)
})

test('not allowed is 401 for nobody and 403 for somebody', () => {
  expect(statusOfSqlState('42501', '', true)).toBe(401)
  expect(statusOfSqlState('42501', '', false)).toBe(403)
})

test('a row twice in one upsert is the caller’s error, a subquery’s second row is not', () => {
  const twice = 'ON CONFLICT DO UPDATE command cannot affect row a second time'
  expect(statusOfSqlState('21000', twice, false)).toBe(400)
  expect(statusOfSqlState('21000', 'more than one row returned by a subquery', false)).toBe(500)
})

test('a 5xx tells nothing of the inside, except what a function said with PTxxx', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const secret = { message: 'relation 17 of Ana', detail: 'Ana', hint: 'Ana' }
  const bare = await faultResponse(toFault(new DatabaseError({ code: 'XX000', ...secret }), false)).text()
  expect(bare).not.toContain('Ana')
  expect(await faultResponse(toFault(new TypeError('Ana'), false)).text()).not.toContain('Ana')
  expect(log).toHaveBeenCalledTimes(2)
  expect(JSON.stringify(log.mock.calls)).not.toContain('Ana')
  log.mockRestore()
  const said = toFault(new DatabaseError({ code: 'PT503', message: 'Vuelve más tarde.' }), false)
  expect([said.status, said.message]).toEqual([503, 'Vuelve más tarde.'])
})

test('too much at once is told in Spanish, with when to come back', () => {
  const waits = [undefined, 42].map((retryAfter) => {
    const fault = toFault(
      new DatabaseError({ code: '53300', message: 'Too many', ...(retryAfter && { retryAfter }) }),
      false,
    )
    expect([fault.status, fault.code, fault.message]).toEqual([
      503,
      'PT503',
      'El servicio no está disponible por el momento. Inténtalo de nuevo en unos segundos.',
    ])
    return fault.headers['retry-after']
  })
  expect(waits).toEqual(['5', '42'])
})

test('a function says status and headers with PGRST, as PostgREST understands it', async () => {
  const raised = (message: string, detail: string) =>
    faultResponse(toFault(new DatabaseError({ code: 'PGRST', message, detail }), true))
  const said = raised(
    '{"code": "PT429", "message": "Espera."}',
    '{"status": 429, "headers": {"Retry-After": "7"}}',
  )
  expect([said.status, said.headers.get('retry-after'), await said.json()]).toEqual([
    429,
    '7',
    { code: 'PT429', message: 'Espera.', details: null, hint: null },
  ])
  for (const [message, detail] of [
    ['Espera.', '{"status": 429, "headers": {}}'],
    ['{"code": "x", "message": "y"}', '{"status": 999, "headers": {}}'],
    ['{"code": "x", "message": "y"}', '{"status": 429, "headers": {"a b": "c"}}'],
  ] as const) {
    expect([raised(message, detail).status, detail]).toEqual([500, detail])
  }
})
