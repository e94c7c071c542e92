import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StudyRequest } from '#web/backend/database.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { deleteRequest, updateRequest } from '#web/queries/admin-requests.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { AdminRequestsScreen } from './admin-requests-screen.tsx'

/** What the backend answers to each question; an AppError is thrown. */
const answers = new Map<ErrorCode, unknown>()
const live = vi.hoisted(() => vi.fn())

vi.mock('#web/backend/client.ts', () => {
  const ask = async (code: ErrorCode) => {
    const answer = answers.get(code)
    if (answer instanceof AppError) throw answer
    return answer
  }
  return { ask, askPage: ask, askFarPage: ask }
})
vi.mock('#web/hooks/use-live-tables.ts', () => ({ useLiveTables: live }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
vi.mock('#web/queries/admin-requests.ts', async (load) =>
  (await import('#tests/spied.ts')).spied(await load()),
)

const request: StudyRequest = {
  id: 42,
  patient_name: 'Ana Ñúñez',
  patient_email: 'ana@correo.test',
  // From before the rule for telephones.
  patient_phone: 'con su mamá',
  patient_age: null,
  study_type: 'Ortopantomografía',
  referring_doctor: null,
  notes: 'Usa brackets.',
  tentative_date: null,
  status: 'rechazada',
  // The 21st in UTC, still the 20th in clinic time.
  created_at: '2026-11-21T02:00:00Z',
  privacy_version: null,
  privacy_accepted_at: null,
  is_order: false,
}

beforeEach(() => {
  answers.set('load_requests', { rows: [request], total: 1 })
  answers.set('load_services', [{ id: '1', name: 'Tomografías', requestable: true }])
})

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  answers.clear()
  vi.clearAllMocks()
  vi.unstubAllGlobals()
})

function show() {
  const router = createMemoryRouter([{ path: '/panel/requests', Component: AdminRequestsScreen }], {
    initialEntries: ['/panel/requests?pagina=1&estado=rechazada'],
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
}

/** From the menu of the first request. */
async function choose(action: string) {
  await userEvent.click((await screen.findAllByRole('button', { name: 'Más acciones' }))[0] as HTMLElement)
  await act(() => userEvent.click(screen.getByRole('button', { name: action })))
}
async function edit() {
  show()
  await choose('Editar')
  return within(screen.getByRole('dialog', { name: 'Editar Solicitud' }))
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar Cambios' }))

it('shows patient with e-mail, study, state and day, live, with the way to the sheet', async () => {
  show()
  const row = (await screen.findAllByRole('row', { name: /Ana/ }))[0]
  for (const words of ['ana@correo.test', 'Ortopantomografía', 'Rechazada', '20/11/2026']) {
    expect(row?.textContent).toContain(words)
  }
  const sheet = screen.getByRole('link', { name: 'Ver detalle de la solicitud de Ana Ñúñez' })
  expect(sheet.getAttribute('href')).toBe('/dashboard/request/42')
  expect(live).toHaveBeenCalledWith(['study_requests', 'citas'], '', expect.any(Function))
})

it('a phone has study and day in one line, and what is urgent beside the actions', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const order = { ...request, patient_email: null, status: 'pendiente', orders: { urgent: true } }
  answers.set('load_requests', { rows: [request, order], total: 2 })
  show()
  const cells = (await screen.findAllByRole('row', { name: /Ana/ })).map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  )
  const title = 'Ana ÑúñezOrtopantomografía · 20/11/2026Ver detalle de la solicitud de Ana Ñúñez'
  expect(cells).toEqual([
    [title, 'Rechazada', ''],
    [title, 'Pendiente', 'Urgente'],
  ])
})

it('sends every field of the edited request, with the e-mail as it was', async () => {
  const dialog = await edit()
  expect(dialog.getByText(/ana@correo\.test/)).toBeTruthy()
  const name = dialog.getByLabelText(/^Nombre Completo/)
  await userEvent.clear(name)
  await userEvent.type(name, '  Ana Núñez ')
  await userEvent.selectOptions(dialog.getByLabelText(/^Estado/), 'Pendiente')
  await userEvent.selectOptions(dialog.getByLabelText(/^Tipo de Estudio/), 'Tomografías')
  await userEvent.type(dialog.getByLabelText('Doctor que refiere'), 'Dr. Juan Pérez')
  await userEvent.clear(dialog.getByLabelText('Notas Adicionales'))
  await save()
  expect(await screen.findByText('Solicitud actualizada.')).toBeTruthy()
  expect(updateRequest).toHaveBeenCalledExactlyOnceWith(42, {
    patient_name: 'Ana Núñez',
    patient_email: 'ana@correo.test',
    patient_phone: 'con su mamá',
    study_type: 'Tomografías',
    status: 'pendiente',
    notes: null,
    referring_doctor: 'Dr. Juan Pérez',
  })
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('keeps a study that the catalogue does not have any more', async () => {
  const dialog = await edit()
  expect(await dialog.findByRole('option', { name: 'Tomografías' })).toBeTruthy()
  expect(dialog.getByLabelText<HTMLSelectElement>(/^Tipo de Estudio/).value).toBe('Ortopantomografía')
  await save()
  await screen.findByText('Solicitud actualizada.')
  expect(vi.mocked(updateRequest).mock.calls[0]?.[1].study_type).toBe('Ortopantomografía')
})

it('sends nothing without a name, and says where it is missing', async () => {
  const dialog = await edit()
  await userEvent.clear(dialog.getByLabelText(/^Nombre Completo/))
  await save()
  expect(await dialog.findByText('Escribe el nombre completo.')).toBeTruthy()
  expect(updateRequest).not.toHaveBeenCalled()
})

it('keeps what was typed when it could not be stored', async () => {
  answers.set('update_request', new AppError('update_request', 'server'))
  const dialog = await edit()
  await userEvent.type(dialog.getByLabelText('Doctor que refiere'), 'Dr. Juan Pérez')
  await save()
  expect(await screen.findByText('No se pudo actualizar la solicitud.')).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Doctor que refiere').value).toBe('Dr. Juan Pérez')
})

it('keeps the dialog and what was typed when the only row of the list goes', async () => {
  const dialog = await edit()
  await userEvent.type(dialog.getByLabelText('Doctor que refiere'), 'Dr. Juan Pérez')
  answers.set('load_requests', { rows: [], total: 0 })
  await act(async () => live.mock.lastCall?.[2]())
  expect(await screen.findByText('No se encontraron solicitudes con los filtros aplicados.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Doctor que refiere').value).toBe('Dr. Juan Pérez')
  await save()
  expect(await screen.findByText('Solicitud actualizada.')).toBeTruthy()
})

it('deletes only after asking', async () => {
  show()
  await choose('Eliminar')
  const question = within(screen.getByRole('alertdialog'))
  expect(question.getByText('Esta acción es irreversible.')).toBeTruthy()
  expect(deleteRequest).not.toHaveBeenCalled()
  await userEvent.click(question.getByRole('button', { name: 'Eliminar' }))
  expect(await screen.findByText('Solicitud eliminada.')).toBeTruthy()
  expect(deleteRequest).toHaveBeenCalledExactlyOnceWith(42)
})

it('says that a request could not be deleted', async () => {
  answers.set('delete_request', new AppError('delete_request', 'network'))
  show()
  await choose('Eliminar')
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }))
  expect(await screen.findByText('No se pudo eliminar la solicitud.')).toBeTruthy()
})

it('says that there are none, and that they could not be read', async () => {
  answers.set('load_requests', { rows: [], total: 0 })
  show()
  expect(await screen.findByText('No se encontraron solicitudes con los filtros aplicados.')).toBeTruthy()
  cleanup()
  answers.set('load_requests', new AppError('load_requests', 'server'))
  show()
  expect(await screen.findAllByText('No se pudieron cargar las solicitudes.')).not.toEqual([])
})
