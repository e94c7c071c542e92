import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR } from '#domain/credentials.ts'
import { addCredential } from '#web/data/temp-credentials.ts'
import { CredentialsScreen } from './credentials-screen.tsx'

const start = Date.parse('2026-11-20T18:00:00Z')
const credential = {
  id: 'a',
  fullName: 'Ximena Núñez',
  email: 'ximena@correo.test',
  tempPassword: 'x7Kp2mQw9Rtz',
  timestamp: start,
}

beforeEach(() => {
  vi.useFakeTimers({ now: start, shouldAdvanceTime: true })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('says that there are none', () => {
  render(<CredentialsScreen />)
  expect(screen.getByText('No hay credenciales temporales')).toBeTruthy()
})

it('counts down each second', async () => {
  addCredential(credential)
  render(<CredentialsScreen />)
  expect(screen.getByRole('timer').textContent).toBe('60:00')
  await pass(61_000)
  expect(screen.getByRole('timer').textContent).toBe('58:59')
})

it('offers what expired no more, and takes it away within a minute', async () => {
  addCredential({ ...credential, timestamp: start + 30_000 })
  render(<CredentialsScreen />)
  await pass(HOUR + 30_000)
  expect(screen.getByRole('timer').textContent).toBe('Expirado')
  expect(screen.getByRole('button', { name: 'Copiar' })).toHaveProperty('disabled', true)
  await pass(60_000)
  expect(screen.queryByText('Ximena Núñez')).toBeNull()
  expect(localStorage.getItem('temporaryCredentials')).toBeNull()
})

it('removes by hand', async () => {
  addCredential(credential)
  render(<CredentialsScreen />)
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Eliminar' }))
  expect(screen.getByText('No hay credenciales temporales')).toBeTruthy()
})
