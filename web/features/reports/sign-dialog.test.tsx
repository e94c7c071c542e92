import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import type { ReportRow } from '#web/queries/reports.ts'
import { signReport } from '#web/queries/reports.ts'
import { hasFreshProof } from '#web/session/fresh-proof.ts'
import { provePassword } from '#web/session/prove-password.ts'
import { giveCode } from '#web/session/second-factor.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { SignDialog } from './sign-dialog.tsx'

const known = vi.hoisted(() => ({
  factor: null as { id: string; since: string } | null,
  licence: '123' as string | null,
  until: null as string | null,
}))
vi.mock('#web/session/session.ts', () => ({
  useProfile: () => ({ id: 'd', professional_license: known.licence }),
}))
vi.mock('#web/session/second-factor.ts', () => ({
  secondFactorQuery: () => ({ queryKey: ['second factor'], queryFn: async () => known.factor }),
  giveCode: vi.fn(),
}))
vi.mock('#web/session/prove-password.ts', () => ({ provePassword: vi.fn() }))
vi.mock('#web/session/fresh-proof.ts', () => ({ hasFreshProof: vi.fn() }))
vi.mock('#web/queries/reports.ts', () => ({ signReport: vi.fn() }))
vi.mock('#web/queries/signing-profile.ts', () => ({
  signingProfileQuery: () => ({
    queryKey: ['signing'],
    queryFn: async () => ({ certificate_until: known.until }),
  }),
}))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))

beforeEach(() => {
  Object.assign(known, { factor: null, licence: '123', until: null })
  vi.mocked(hasFreshProof).mockResolvedValue(false)
  vi.mocked(signReport).mockResolvedValue({ folio: 'INF-000001', content_hash: '' })
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.resetAllMocks()
})

// Only these of a report are read.
const report = { id: 'r' } as ReportRow

async function open() {
  const onClose = vi.fn()
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <SignDialog report={report} version={() => 7} onClose={onClose} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const dialog = within(await screen.findByRole('dialog', { name: '¿Firmar el informe?' }))
  const sign = async () => userEvent.click(await dialog.findByRole('button', { name: 'Firmar' }))
  return { dialog, sign, onClose }
}

it('leads to the profile without a professional licence', async () => {
  known.licence = null
  const { dialog } = await open()
  await dialog.findByText('Para firmar, escribe tu cédula profesional en tu perfil.')
  expect(dialog.getByRole('link').getAttribute('href')).toBe('/dashboard/profile')
  expect(dialog.queryByRole('button', { name: 'Firmar' })).toBeNull()
})

it('says that a certificate of yesterday will not be printed, and one without an end nothing', async () => {
  known.until = '2020-01-31'
  const { dialog } = await open()
  await dialog.findByText('Tu certificado venció el 31/01/2020: no se imprimirá.')
  cleanup()
  known.until = null
  const other = await open()
  await other.dialog.findByLabelText('Contraseña')
  expect(other.dialog.queryByText(/certificado/)).toBeNull()
})

it('asks for the password, signs nothing with a wrong one, and asks for nothing within ten minutes', async () => {
  const { dialog, sign, onClose } = await open()
  await dialog.findByText('Confirma con tu contraseña para firmar.')
  vi.mocked(provePassword).mockRejectedValueOnce(new AppError('prove_password', 'credentials'))
  await userEvent.type(dialog.getByLabelText('Contraseña'), 'otra')
  await sign()
  await dialog.findByText('La contraseña no es correcta. El informe sigue como borrador.')
  expect(signReport).not.toHaveBeenCalled()
  await sign()
  await until(() => expect(signReport).toHaveBeenCalledWith('r', 7, null))
  expect(toastStore.get()?.description).toBe('Informe firmado: INF-000001.')
  await until(() => expect(onClose).toHaveBeenCalled())
  cleanup()

  vi.mocked(hasFreshProof).mockResolvedValue(true)
  const fresh = await open()
  await until(() =>
    expect(fresh.dialog.getByRole('button', { name: 'Firmar' }).hasAttribute('disabled')).toBe(false),
  )
  expect(fresh.dialog.queryByLabelText('Contraseña')).toBeNull()
})

it('asks for the code, not the password, where there is a second factor', async () => {
  known.factor = { id: 'f', since: '' }
  const { dialog, sign } = await open()
  await dialog.findByText('Escribe el código de tu aplicación.')
  expect(dialog.queryByLabelText('Contraseña')).toBeNull()
  await userEvent.type(dialog.getByLabelText('Código de verificación'), '123456')
  await sign()
  await until(() => expect(giveCode).toHaveBeenCalledWith('f', '123456'))
  expect(provePassword).not.toHaveBeenCalled()
})

it('asks when the database wants a proof that seemed fresh', async () => {
  vi.mocked(hasFreshProof).mockResolvedValue(true)
  vi.mocked(signReport).mockRejectedValueOnce(new AppError('sign_report', 'proof_needed'))
  const { dialog, sign } = await open()
  await until(() =>
    expect(dialog.getByRole('button', { name: 'Firmar' }).hasAttribute('disabled')).toBe(false),
  )
  await sign()
  await dialog.findByLabelText('Contraseña')
})

it('holds the report for some days with a reason', async () => {
  vi.mocked(hasFreshProof).mockResolvedValue(true)
  const { dialog, sign } = await open()
  await userEvent.click(dialog.getByLabelText('Entregar después'))
  await until(() =>
    expect(dialog.getByRole('button', { name: 'Firmar' }).hasAttribute('disabled')).toBe(false),
  )
  await sign()
  await dialog.findByText('Escribe el motivo.')
  expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    '1 día',
    '2 días',
    '3 días',
    '4 días',
    '5 días',
    '6 días',
    '7 días',
  ])
  await userEvent.selectOptions(dialog.getByLabelText('Días'), '3')
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Se explica en la consulta.')
  await sign()
  await until(() =>
    expect(signReport).toHaveBeenCalledWith('r', 7, { days: 3, reason: 'Se explica en la consulta.' }),
  )
})
