import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AppError, toAppError } from './errors.ts'
import { hasSpanishWords } from './spanish.ts'

it.each([
  ['a lost connection in Chrome', new TypeError('Failed to fetch'), 'network'],
  ['a lost connection in Firefox', new TypeError('NetworkError when attempting to fetch.'), 'network'],
  ['a lost connection in Safari', new TypeError('Load failed'), 'network'],
  ['a mistake of ours', new TypeError('x is not a function'), 'server'],
  ['a lost connection of the tables', { message: 'TypeError: fetch failed', code: '', status: 0 }, 'network'],
  ['an outage', { name: 'x', message: 'upstream', status: 503 }, 'server'],
  [
    'wrong credentials',
    { code: 'invalid_credentials', status: 400, message: 'Invalid login credentials' },
    'credentials',
  ],
  ['an expired token', { code: 'PGRST303', message: 'JWT expired' }, 'session'],
  ['a row that is not there', { code: 'PGRST116', message: 'JSON object requested' }, 'missing'],
  ['a duplicate', { code: '23505', message: 'duplicate key value violates unique constraint' }, 'conflict'],
  ['a refusal of the policies', { code: '42501', message: 'permission denied for table citas' }, 'forbidden'],
  ['a broken rule', { code: '23514', message: 'Hora: elige uno de los horarios de la agenda.' }, 'invalid'],
  ['a file of storage that exists', { statusCode: '409', error: 'Duplicate', message: 'exists' }, 'conflict'],
  ['a file that is too large', { statusCode: '413', message: 'Payload too large' }, 'too_large'],
  ['a short password', { code: 'weak_password', status: 422, reasons: ['length'] }, 'weak_password'],
  ['a common password', { code: 'weak_password', status: 422, reasons: ['pwned'] }, 'easy_password'],
  ['too many attempts', { status: 429, code: 'over_request_rate_limit', message: '' }, 'limit'],
  ['too many messages', { status: 429, code: 'over_email_send_rate_limit', message: '' }, 'limit'],
  ['a closed account', { status: 400, code: 'user_banned', message: 'User is banned' }, 'closed'],
  ['an old temporary password', { status: 400, code: 'temporary_password_expired' }, 'temp_expired'],
  ['an old link', { status: 403, code: 'otp_expired', message: '' }, 'link_expired'],
  ['a wrong nonce', { status: 422, code: 'reauthentication_not_valid', message: '' }, 'link_expired'],
  ['a second factor that is due', { status: 401, code: 'insufficient_aal', message: '' }, 'second_factor'],
  ['a wrong code of the app', { status: 422, code: 'mfa_verification_failed', message: '' }, 'wrong_code'],
  ['a code that came late', { status: 422, code: 'mfa_challenge_expired', message: '' }, 'challenge_expired'],
  [
    'a session that the server ended',
    Object.assign(new Error('Auth session missing!'), { name: 'AuthSessionMissingError', status: 400 }),
    'session',
  ],
  ['nothing that we know', 'ups', 'server'],
])('%s', (_what, failure, reason) => {
  expect(toAppError(failure, 'create_appointment')).toMatchObject({ code: 'create_appointment', reason })
})

it('uses the status of the answer where the failure has none', () => {
  expect(toAppError({ code: 'PT409', message: '' }, 'process_request', 409).reason).toBe('conflict')
})

it('keeps the sentence of our own rules and drops English', () => {
  const rule = { code: '23514', message: 'Fecha: elige una fecha de hoy en adelante.' }
  expect(toAppError(rule, 'create_appointment').detail).toBe(rule.message)
  const english = { code: '23514', message: 'new row for relation "citas" violates check constraint' }
  expect(toAppError(english, 'create_appointment').detail).toBeNull()
})

it('leaves an AppError as it is', () => {
  const error = new AppError('load_notes', 'network')
  expect(toAppError(error, 'connection')).toBe(error)
})

describe('which messages a person may read', () => {
  const folder = 'supabase/migrations'
  const raised = readdirSync(folder)
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .flatMap((sql) =>
      [...sql.matchAll(/message = (?:format\()?'((?:[^']|'')+)'/g)].map(([, text = '']) => text),
    )

  it('finds the messages of the database', () => expect(raised.length).toBeGreaterThan(30))

  it.each(raised)('Spanish: %s', (message) => {
    expect(hasSpanishWords(message.replaceAll('%s', 'x'))).toBe(true)
  })

  it.each([
    'Invalid login credentials',
    'permission denied for table profiles',
    'new row violates row-level security policy for table "citas"',
    'duplicate key value violates unique constraint "citas_slot_key"',
    'canceling statement due to statement timeout',
    'JWT expired',
    'Object not found',
    'No API key found in request',
    'Email not confirmed',
    'The resource already exists',
    'Auth session missing!',
    'Request rate limit reached',
    'Edge Function returned a non-2xx status code',
    'Could not find a relationship between citas and profiles',
    '',
  ])('not Spanish: %s', (message) => {
    expect(hasSpanishWords(message)).toBe(false)
  })
})
