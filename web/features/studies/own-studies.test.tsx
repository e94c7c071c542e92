import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { deleteStudy, updateStudy } from '#web/queries/study-changes.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { DoctorStudiesScreen } from './doctor-studies-screen.tsx'
import { PatientStudies } from './patient-studies.tsx'

let rows: StudyWithPeople[] = []
/** Another screen changed a study. */
let changed = () => {}

vi.mock('#web/backend/client.ts', () => {
  const page = async () => ({ rows, total: rows.length })
  return { ask: async () => null, askPage: page, askFarPage: page }
})
vi.mock('#web/hooks/use-live-tables.ts', () => ({
  useLiveTables: (_tables: string[], _filter: string, onChange: () => void) => {
    changed = onChange
    return 'online'
  },
}))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'me', role: 'doctor' }) }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
vi.mock('#web/queries/study-changes.ts', async (load) =>
  (await import('#tests/spied.ts')).spied(await load()),
)

const study: StudyWithPeople = {
  id: 'mine',
  study_previews: null,
  patient_id: 'ana',
  doctor_id: 'me',
  study_type: 'Tomografías',
  study_date: '2026-11-18',
  comments: null,
  file_url: 'https://archivos.test/equivocado',
  file_name: null,
  created_at: '2026-11-18T18:00:00Z',
  patient_name: 'Ana Ñúñez',
  doctor_name: 'Dra. Lucía',
}
const others: StudyWithPeople = {
  ...study,
  id: 'others',
  doctor_id: 'else',
  study_type: 'Radiografía Carpal',
}

// Preloaded, so that no test waits for code that the screen loads on first use.
beforeAll(async () => {
  await Promise.all([import('./delete-study.tsx'), import('./study-form-dialog.tsx')])
}, 60_000)
beforeEach(() => {
  rows = [study, others]
})
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.clearAllMocks()
})

const ofPatient = <PatientStudies patientId="ana" more={() => null} />

async function show(element: ReactNode = ofPatient, heading = 'Radiografía Carpal') {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
      <Toaster />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: heading })
}

const pick = async (action: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'Más acciones' }))
  await act(() => userEvent.click(screen.getByRole('button', { name: action })))
}
const edit = async () => {
  await show()
  await pick('Editar')
  return within(await screen.findByRole('dialog', { name: 'Editar Estudio' }))
}

it('offers to correct and delete own studies alone', async () => {
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Más acciones' }))
  const menu = within(screen.getByRole('list', { name: 'Más acciones: Tomografías de Ana Ñúñez' }))
  expect(menu.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Editar', 'Eliminar'])
})

it('corrects a wrong link, and leaves the people as they are', async () => {
  const dialog = await edit()
  expect(dialog.queryByRole('combobox', { name: 'Paciente' })).toBeNull()
  expect(dialog.queryByRole('combobox', { name: 'Doctor' })).toBeNull()
  expect(
    dialog.getByText('¿Es de otro paciente? Elimina este estudio y agrégalo al expediente correcto.'),
  ).toBeTruthy()
  const link = dialog.getByLabelText(/Enlace del Estudio/)
  await userEvent.clear(link)
  await userEvent.type(link, 'https://archivos.test/correcto')
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar Cambios' }))
  expect(updateStudy).toHaveBeenCalledExactlyOnceWith('mine', {
    patient_id: 'ana',
    doctor_id: 'me',
    study_type: 'Tomografías',
    study_date: '2026-11-18',
    comments: null,
    file_url: 'https://archivos.test/correcto',
    file_name: null,
  })
  expect(await screen.findByText('Estudio actualizado correctamente.')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('asks for what a study needs when it is added', async () => {
  const dialog = await edit()
  await userEvent.clear(dialog.getByLabelText(/Enlace del Estudio/))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar Cambios' }))
  expect(await screen.findByText('Por favor, selecciona un tipo de estudio y pega el enlace.')).toBeTruthy()
  expect(updateStudy).not.toHaveBeenCalled()
})

it('deletes one after asking, also while the list changes behind the question', async () => {
  await show()
  await pick('Eliminar')
  const question = await screen.findByRole('alertdialog', { name: '¿Eliminar Tomografías de Ana Ñúñez?' })
  rows = [others]
  act(() => changed())
  await expect.poll(() => screen.queryByRole('heading', { name: 'Tomografías', hidden: true })).toBeNull()
  await userEvent.click(within(question).getByRole('button', { name: 'Eliminar' }))
  expect(deleteStudy).toHaveBeenCalledExactlyOnceWith('mine')
  expect(await screen.findByText('Estudio eliminado.')).toBeTruthy()
})

it('offers it among all that the doctor has added as well', async () => {
  rows = [study]
  await show(<DoctorStudiesScreen more={() => null} />, 'Ana Ñúñez')
  await pick('Eliminar')
  expect(await screen.findByRole('alertdialog', { name: '¿Eliminar Tomografías de Ana Ñúñez?' })).toBeTruthy()
})
