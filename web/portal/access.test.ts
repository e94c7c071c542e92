import { expect, it } from 'vitest'
import type { Profile } from '#web/backend/database.ts'
import type { Due, Session } from '#web/session/session.ts'
import { everyone, verdict } from './access.ts'
import { menus } from './menu.ts'
import { screens } from './screens.ts'

const profile: Profile = {
  id: '1',
  full_name: 'Ana Ruiz',
  email: 'ana@correo.test',
  phone: null,
  role: 'patient',
  specialty: null,
  professional_license: null,
  age: null,
  is_admin: false,
  photo_path: null,
  created_at: '2026-11-20T18:00:00Z',
}

/** A role of a newer database, as it would arrive over the network. */
const unknownRole: Profile['role'] = JSON.parse('"enfermera"')

function signedIn(role: Profile['role'], due: Due | null = null): Session {
  return { state: 'signed-in', profile: { ...profile, role }, due }
}

it.each([
  ['waits for the session', { state: 'loading' }, ['doctor'], 'wait'],
  ['keeps the address without a connection', { state: 'offline' }, ['doctor'], 'offline'],
  ['sends a visitor to the landing', { state: 'signed-out', ended: false }, everyone, 'leave'],
  ['sends away an account that cannot be read', { state: 'failed', closed: false }, everyone, 'leave'],
  ['lets a doctor in', signedIn('doctor'), ['doctor'], 'enter'],
  ['lets a patient in', signedIn('patient'), ['patient'], 'enter'],
  ['lets a paciente in', signedIn('paciente'), ['patient'], 'enter'],
  ['lets a dentist in', signedIn('dentist'), ['dentist'], 'enter'],
  ['sends a dentist home from a patient’s screen', signedIn('dentist'), ['doctor', 'patient'], 'home'],
  ['lets everyone into shared screens', signedIn('paciente'), everyone, 'enter'],
  ['sends away a role that is none of ours', signedIn(unknownRole), everyone, 'leave'],
  ['sends it away before anything is asked of it', signedIn(unknownRole, 'new-password'), everyone, 'leave'],
  ['sends a patient home from a doctor’s screen', signedIn('patient'), ['doctor'], 'home'],
  ['sends a doctor home from a patient’s screen', signedIn('doctor'), ['patient'], 'home'],
  ['asks for a new password before anything', signedIn('patient', 'new-password'), everyone, 'new-password'],
  ['asks for the code before anything', signedIn('doctor', 'second-factor'), everyone, 'second-factor'],
  [
    'stops an expired temporary password',
    signedIn('patient', 'expired-password'),
    ['patient'],
    'expired-password',
  ],
  ['asks for it on foreign screens too', signedIn('patient', 'new-password'), ['doctor'], 'new-password'],
] as const)('a screen’s guard %s', (_what, session, audience, expected) => {
  expect(verdict(session, audience)).toBe(expected)
})

it.each(['doctor', 'patient', 'dentist'] as const)('no entry of the %s’s menu leads nowhere', (role) => {
  for (const { path } of menus[role]) {
    const screen = screens.find((screen) => screen.path === path)
    expect(verdict(signedIn(role), screen?.audience ?? [])).toBe('enter')
    expect(screen).toBeDefined()
  }
})
