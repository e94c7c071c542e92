import { expect, it } from 'vitest'
import { AppError, toAppError } from './errors.ts'

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
  ['a broken constraint', { code: '23514', message: 'new row violates check constraint' }, 'invalid'],
  ['a broken rule', { code: 'PT400', message: 'Hora: elige uno de los horarios de la agenda.' }, 'invalid'],
  ['what a rule does not allow', { code: 'PT403', message: 'No tienes permiso.' }, 'forbidden'],
  ['what a rule does not find', { code: 'PT404', message: 'No se encontró la cuenta.' }, 'missing'],
  ['what is no longer possible', { code: 'PT409', message: 'El recibo ya está anulado.' }, 'conflict'],
  ['what is tried too often', { code: 'PT429', message: 'Demasiados intentos seguidos.' }, 'limit'],
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
  [
    'a signature without a fresh proof',
    { code: 'PT403', message: 'Confirma con tu contraseña para firmar.', hint: 'reauthenticate' },
    'proof_needed',
  ],
  ['nothing that we know', 'ups', 'server'],
])('the reason of a failure is known: %s', (_what, failure, reason) => {
  expect(toAppError(failure, 'create_appointment')).toMatchObject({ code: 'create_appointment', reason })
})

it('uses the status of the answer where the failure has none', () => {
  expect(toAppError({ code: 'PT409', message: '' }, 'process_request', 409).reason).toBe('conflict')
})

it.each([
  ['of the tables', { code: 'PT400', message: 'Fecha: elige una fecha de hoy en adelante.' }],
  ['of sign-in', { code: 'PT403', status: 403, message: 'El correo de una cuenta no se puede cambiar.' }],
  ['of storage', { statusCode: '429', error: 'PT429', message: 'Tienes demasiadas cargas.' }],
  ['of storage’s client', { status: 503, statusCode: 'PT503', message: 'Inténtalo de nuevo.' }],
])('keeps a message of our own %s', (_where, failure) => {
  expect(toAppError(failure, 'create_appointment').detail).toBe(failure.message)
})

it.each([
  { code: '23514', message: 'new row for relation "citas" violates check constraint' },
  // In any language: the code says whose it is.
  { code: '23514', message: 'Hora: elige uno de los horarios de la agenda.' },
  { code: '42501', message: 'permission denied for table profiles' },
  { code: '57014', message: 'canceling statement due to statement timeout' },
  { code: 'invalid_credentials', status: 400, message: 'Invalid login credentials' },
  { statusCode: '404', error: 'not_found', message: 'Object not found' },
  { message: 'Edge Function returned a non-2xx status code' },
])('shows no message of a library, a database or a service: $message', (failure) => {
  expect(toAppError(failure, 'create_appointment').detail).toBeNull()
})

it('leaves an AppError as it is', () => {
  const error = new AppError('load_notes', 'network')
  expect(toAppError(error, 'connection')).toBe(error)
})
