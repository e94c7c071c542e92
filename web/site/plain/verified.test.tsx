import { createHash } from 'node:crypto'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import { verifyReceipt } from '#web/backend/verify-receipt.ts'
import { verifyReport } from '#web/backend/verify-report.ts'
import { ReceiptPage } from './receipt-page.tsx'
import { ReportPage } from './report-page.tsx'

vi.mock('#web/backend/verify-receipt.ts', () => ({ verifyReceipt: vi.fn() }))
vi.mock('#web/backend/verify-report.ts', () => ({ verifyReport: vi.fn() }))
vi.mock('#web/backend/config.ts', () => ({
  loadClinic: async () => ({ name: 'Índice', tagline: '', logo: null, timeZone: 'America/Mexico_City' }),
}))

afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

const page = { token: 'token', phone: '962 000 0000' }
const words = () => document.querySelector('main')?.textContent ?? ''

describe('a receipt', () => {
  const receipt = { invoice_number: 'F-000012', payment_date: '2026-11-25', total_amount: 1234.5 }

  it.each([
    ['VÁLIDO', 'bg-ok-soft'],
    ['CANCELADO', 'bg-bad-soft'],
  ] as const)('is %s, with folio, date and total', async (status, ground) => {
    vi.mocked(verifyReceipt).mockResolvedValue({ ...receipt, status })
    render(<ReceiptPage {...page} />)
    expect((await screen.findByText(status)).className).toContain(ground)
    expect(words()).toContain(`${status}FolioF-000012Fecha25/11/2026Total$1,234.50`)
  })

  it('that nobody knows is said to be none; what could not be read is read again', async () => {
    vi.mocked(verifyReceipt).mockRejectedValueOnce(new AppError('verify_receipt', 'network'))
    vi.mocked(verifyReceipt).mockResolvedValueOnce(null)
    render(<ReceiptPage {...page} />)
    expect(await screen.findByText('No hay conexión. Revisa tu internet e inténtalo de nuevo.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    expect(await screen.findByText('Este recibo no existe.')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a report', () => {
  const text = 'INFORME'
  const report = {
    state: 'firmado',
    folio: 'INF-000007',
    signed_at: '2026-11-25T18:05:00Z',
    annulled_at: null,
    signer_name: 'Dra. Ana Ruiz',
    signer_specialty: null,
    signer_license: '1234567',
    addenda: 0,
    content_hash: createHash('sha256').update(text).digest('hex'),
  } as const

  it.each([
    [{}, 'FIRMADO'],
    [{ addenda: 1 }, 'FIRMADO, CON ADENDA'],
    [{ state: 'anulado', addenda: 1 }, 'ANULADO'],
  ] as const)('%j is %s', async (more, verdict) => {
    vi.mocked(verifyReport).mockResolvedValue({ ...report, ...more })
    render(<ReportPage {...page} />)
    expect(await screen.findByText(verdict)).toBeTruthy()
    expect(words()).toContain('FolioINF-000007Firmado el25/11/2026, 12:05')
    expect(words()).not.toContain('Especialidad')
  })

  it.each([
    ['that nobody knows', async () => null, 'Este informe no existe.'],
    [
      'that could not be read',
      () => Promise.reject(new AppError('verify_report', 'server')),
      'No se pudo verificar el informe.',
    ],
  ])('%s is said to be so', async (_, answer, sentence) => {
    vi.mocked(verifyReport).mockImplementation(answer)
    render(<ReportPage {...page} />)
    expect(await screen.findByText(new RegExp(sentence))).toBeTruthy()
    expect(screen.queryByLabelText('Elegir archivo')).toBeNull()
  })

  it('is compared with a file here, and one letter is enough', async () => {
    vi.mocked(verifyReport).mockResolvedValue({ ...report })
    render(<ReportPage {...page} />)
    const field = await screen.findByLabelText('Elegir archivo')
    await userEvent.upload(field, new File([text], 'INF-000007.txt', { type: 'text/plain' }))
    expect(await screen.findByText('El texto coincide con el informe firmado.')).toBeTruthy()
    await userEvent.upload(field, new File(['INFORMe'], 'INF-000007.txt', { type: 'text/plain' }))
    expect(await screen.findByText('El texto no coincide: fue modificado o es de otro informe.')).toBeTruthy()
  })
})
