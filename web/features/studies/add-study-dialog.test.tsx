import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import { createStudy } from '#web/queries/studies.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { AddStudyDialog } from './add-study-dialog.tsx'

vi.mock('#web/backend/client.ts', () => {
  const ask = async () => []
  return { ask, askPage: ask, askFarPage: ask }
})
vi.mock('#web/session/session.ts', () => ({
  useProfile: () => ({ id: 'me', role: 'doctor', is_admin: false }),
}))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
vi.mock('#web/queries/studies.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))

// Fields are typed into letter by letter.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T17:00:00Z') })
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.clearAllMocks()
  vi.useRealTimers()
})

function show(patientId: string | null) {
  const element = <AddStudyDialog open onOpenChange={() => {}} patientId={patientId} />
  const router = createMemoryRouter([{ path: '/', element }])
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar Estudio' }))
const isMarked = (label: RegExp) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true'

it('marks what a study lacks, moves to the first of it, and says it as specified', async () => {
  show(null)
  await save()
  expect(toastStore.get()?.description).toBe(
    'Por favor, selecciona un paciente, tipo de estudio y pega el enlace.',
  )
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Paciente' }))
  expect([isMarked(/^Tipo de Estudio/), isMarked(/^Enlace/), isMarked(/^Fecha/)]).toEqual([true, true, false])
  expect(createStudy).not.toHaveBeenCalled()
})

it('refuses a day that no study can have, at its field', async () => {
  show('ana')
  await userEvent.selectOptions(screen.getByLabelText(/^Tipo de Estudio/), 'Tomografías')
  await userEvent.type(screen.getByLabelText(/^Enlace/), 'https://visor.test/1')
  const day = screen.getByLabelText('Fecha del Estudio')
  await userEvent.clear(day)
  await userEvent.type(day, '21/11/26')
  await save()
  expect(toastStore.get()?.description).toBe('Elige una fecha entre 1990 y hoy.')
  expect(document.activeElement).toBe(day)
  vi.mocked(createStudy).mockResolvedValue()
  await userEvent.clear(day)
  await userEvent.type(day, '19112026')
  await save()
  await until(() => expect(createStudy).toHaveBeenCalledOnce())
  expect(vi.mocked(createStudy).mock.calls[0]?.[0]).toMatchObject({ study_date: '2026-11-19' })
})

it('a study whose answer was lost is sent again under the same id', async () => {
  vi.mocked(createStudy).mockRejectedValueOnce(new AppError('add_study', 'network')).mockResolvedValueOnce()
  show('ana')
  await userEvent.selectOptions(screen.getByLabelText(/^Tipo de Estudio/), 'Tomografías')
  await userEvent.click(screen.getByLabelText(/^Enlace/))
  await userEvent.paste('https://visor.test/1')
  await save()
  await until(() => expect(toastStore.get()?.variant).toBe('destructive'))
  await save()
  await until(() => expect(toastStore.get()?.description).toBe('Estudio añadido correctamente.'))
  const ids = vi.mocked(createStudy).mock.calls.map(([study]) => study.id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})
