import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { ExportCards } from './export-cards.tsx'

vi.mock('#web/hooks/clock.ts', () => ({ useClinicZone: () => 'America/Mexico_City' }))
const parts = vi.hoisted(() => ({ logAccess: vi.fn(), exportFile: vi.fn(), saveFile: vi.fn() }))
vi.mock('#web/queries/access.ts', () => ({ logAccess: parts.logAccess }))
vi.mock('./export-file.ts', () => ({ exportFile: parts.exportFile }))
vi.mock('#web/ui/save-file.ts', () => ({ saveFile: parts.saveFile }))

beforeEach(() => {
  vi.clearAllMocks()
  parts.logAccess.mockResolvedValue(undefined)
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
})

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('saves each kind under its name, after the trail was told', async () => {
  const file = new Blob(['x'])
  parts.exportFile.mockResolvedValue(file)
  render(<ExportCards />)
  for (const kind of ['usuarios', 'citas', 'estudios', 'ingresos']) {
    await press(`Exportar ${kind}`)
    expect(parts.logAccess).toHaveBeenLastCalledWith(`export_${kind}`, null, `export_${kind}`)
    expect(parts.saveFile).toHaveBeenLastCalledWith(`${kind}_export.csv`, file)
    expect(toastStore.get()?.description).toBe(`Datos de ${kind} exportados.`)
  }
  const [told = 0] = parts.logAccess.mock.invocationCallOrder
  expect(told).toBeLessThan(parts.exportFile.mock.invocationCallOrder[0] ?? 0)
})

it('without a line in the trail there is no file', async () => {
  parts.logAccess.mockRejectedValue(new AppError('export_citas', 'server'))
  render(<ExportCards />)
  await press('Exportar citas')
  expect(toastStore.get()).toMatchObject({
    description: 'No se pudo exportar citas.',
    variant: 'destructive',
  })
  expect(parts.exportFile).not.toHaveBeenCalled()
})

it('shows how far it is and keeps the focus; cancelling saves nothing and says so', async () => {
  let tell: (progress: { rows: number; total: number }) => void = () => {}
  parts.exportFile.mockImplementation(
    (_, { signal, onProgress }) =>
      new Promise((_resolve, reject) => {
        tell = onProgress
        signal.addEventListener('abort', () => reject(signal.reason))
      }),
  )
  render(<ExportCards />)
  await press('Exportar estudios')
  expect(screen.getByText('Preparando...')).toBeTruthy()
  await until(() => tell({ rows: 1000, total: 2500 }))
  expect(await screen.findByText('1,000 de 2,500 filas')).toBeTruthy()
  expect(screen.getByRole('progressbar', { name: 'Exportando estudios' }).getAttribute('value')).toBe('1000')
  const stop = screen.getByRole('button', { name: 'Cancelar exportación de estudios' })
  expect(document.activeElement).toBe(stop)
  await userEvent.click(stop)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Exportar estudios' }))
  expect(toastStore.get()?.title).toBe('Exportación cancelada')
  expect(parts.saveFile).not.toHaveBeenCalled()
})

it('begins with a double click, too', async () => {
  parts.exportFile.mockReturnValue(new Promise(() => {}))
  render(<ExportCards />)
  await userEvent.dblClick(screen.getByRole('button', { name: 'Exportar citas' }))
  expect(screen.getByText('Preparando...')).toBeTruthy()
  expect(toastStore.get()).toBeNull()
})

it('ends with the screen', async () => {
  let signal: AbortSignal | undefined
  parts.exportFile.mockImplementation((_, options) => {
    signal = options.signal
    return new Promise(() => {})
  })
  const { unmount } = render(<ExportCards />)
  await press('Exportar ingresos')
  expect(signal?.aborted).toBe(false)
  unmount()
  expect(signal?.aborted).toBe(true)
})
