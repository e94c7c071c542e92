import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { AuditStep } from '#web/backend/answers.ts'
import { AppError } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { VerifyPanel } from './verify-panel.tsx'

vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
const backend = vi.hoisted(() => ({ state: vi.fn(), step: vi.fn() }))
vi.mock('#web/queries/audit.ts', () => ({
  auditStateQuery: () => ({ queryKey: ['state'], queryFn: backend.state }),
  verifyStep: backend.step,
}))

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.resetAllMocks()
})

const state = { number: 250, hash: 'x', sealed_at: '2026-11-21T01:42:00+00:00', waiting: 1 }
const step = (last: number, more: Partial<AuditStep> = {}): AuditStep => ({
  last,
  seals: 100,
  lines: 5000,
  findings: [],
  found: 0,
  done: false,
  ...more,
})

async function verify() {
  backend.state.mockResolvedValue(state)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <VerifyPanel />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/El último sello es el 250 .* 1 línea espera su sello\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Verificar bitácora' }))
}

it('goes from step to step and says that the trail is whole', async () => {
  backend.step
    .mockResolvedValueOnce(step(100))
    .mockResolvedValueOnce(step(200))
    .mockResolvedValueOnce(step(250, { done: true, lines: 1 }))
  await verify()
  expect(await screen.findByText('La bitácora está íntegra: 250 de 250 sellos, 10,001 líneas.')).toBeTruthy()
  expect(backend.step.mock.calls.map(([after]) => after)).toEqual([0, 100, 200])
})

it('shows how far it is, and stops', async () => {
  let signal: AbortSignal | undefined
  backend.step.mockResolvedValueOnce(step(100)).mockImplementation((_, given) => {
    signal = given
    return new Promise(() => {})
  })
  await verify()
  expect(await screen.findByText('Verificando: 100 de 250 sellos, 5,000 líneas')).toBeTruthy()
  const bar = screen.getByRole('progressbar', { name: 'Verificando la bitácora' })
  expect([bar.getAttribute('value'), bar.getAttribute('max')]).toEqual(['100', '250'])
  await userEvent.click(screen.getByRole('button', { name: 'Detener' }))
  expect(signal?.aborted).toBe(true)
  expect(screen.getByText('La verificación no terminó: 100 de 250 sellos, 5,000 líneas.')).toBeTruthy()
})

it('says where a broken trail is broken, and how many places it does not show', async () => {
  const findings = Array.from({ length: 50 }, (_, n) => `La fila ${n} fue modificada (sello 1).`)
  backend.step
    .mockResolvedValueOnce(step(100, { findings, found: 80 }))
    .mockResolvedValueOnce(step(250, { findings: ['Falta el sello 249.'], found: 1, done: true }))
  await verify()
  expect(await screen.findByText('La bitácora fue alterada en 81 lugares:')).toBeTruthy()
  expect(screen.getByText('La fila 49 fue modificada (sello 1).')).toBeTruthy()
  expect(screen.getByText('Falta el sello 249.')).toBeTruthy()
  expect(screen.getByText('Y 30 más.')).toBeTruthy()
  expect(screen.queryByText(/íntegra/)).toBeNull()
})

it('says that it failed on the way, and never that the trail is whole', async () => {
  backend.step.mockResolvedValueOnce(step(100)).mockRejectedValueOnce(new AppError('verify_audit', 'network'))
  await verify()
  expect(await screen.findByText(/^La verificación no terminó: 100 de 250/)).toBeTruthy()
  expect(toastStore.get()?.description).toBe('No se pudo verificar la bitácora.')
  expect(screen.queryByText(/íntegra/)).toBeNull()
})
