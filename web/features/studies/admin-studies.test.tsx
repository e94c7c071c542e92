import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { besideFile } from '#domain/study-preview.ts'
import { until } from '#tests/until.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import type { StudySending } from '#web/backend/uploads/send-study.ts'
import { type MadePreview, nothingMade } from '#web/imaging/sending/preview.ts'
import { logAccess } from '#web/queries/access.ts'
import { createStudy, uploadStudyFile } from '#web/queries/studies.ts'
import { deleteStudy, removeReplacedFile, removeStudyFile, updateStudy } from '#web/queries/study-changes.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { putStudyPreview } from '#web/queries/study-previews.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { AdminStudiesScreen } from './admin-studies-screen.tsx'

// As in the portal, which loads the dialog once the list is there.
await import('./study-form-dialog.tsx')

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
vi.mock('#web/session/session.ts', () => ({
  useProfile: () => ({ id: 'me', role: 'doctor', is_admin: true }),
}))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
vi.mock('#web/queries/study-changes.ts', async (load) =>
  (await import('#tests/spied.ts')).spied(await load()),
)
vi.mock('#web/queries/studies.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
vi.mock('#web/queries/study-previews.ts', () => ({ putStudyPreview: vi.fn(async () => {}) }))
const prepare = vi.hoisted(() => vi.fn())
vi.mock('#web/imaging/sending/prepare.ts', () => ({ prepare }))
vi.mock('#web/queries/access.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
vi.mock('#web/backend/uploads/send-study.ts', () => ({
  canGoOn: async () => canGoOn,
  sendBeside: async (path: string, name: string) => besideFile(path, name),
}))
let canGoOn = false

const study: StudyWithPeople = {
  id: 's',
  study_previews: null,
  patient_id: 'ana',
  doctor_id: null,
  study_type: 'Tomografías',
  study_date: '2026-11-18',
  comments: null,
  file_url: 'ana/1-estudio.zip',
  file_name: 'estudio.zip',
  created_at: '2026-11-18T18:00:00Z',
  patient_name: 'Ana Ñúñez',
  doctor_name: null,
}
const luz = { id: 'luz', full_name: 'Luz Paz', email: 'luz@correo.test', phone: null, age: null }
const lucia = { id: 'lucia', full_name: 'Dra. Lucía', email: 'lucia@correo.test', phone: null, age: null }
const noPictures = Promise.resolve(nothingMade(null, 'not_loaded'))
const newFile = () => new File(['dicom'], 'nuevo.zip')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T17:00:00Z') })
  answers.set('load_studies', { rows: [study], total: 1 })
  answers.set('load_patients', [luz])
  answers.set('load_users', [lucia])
  vi.mocked(uploadStudyFile).mockResolvedValue({ file_url: 'ana/2-nuevo.zip', file_name: 'nuevo.zip' })
  prepare.mockResolvedValue({ file: newFile(), people: [], preview: noPictures, problem: null })
  canGoOn = false
  vi.mocked(removeReplacedFile).mockResolvedValue()
  vi.mocked(removeStudyFile).mockResolvedValue()
})

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  answers.clear()
  vi.clearAllMocks()
  vi.useRealTimers()
})

function show(address = '/panel/studies') {
  const router = createMemoryRouter(
    [{ path: '/panel/studies', element: <AdminStudiesScreen more={() => null} /> }],
    {
      initialEntries: [address],
    },
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
}

/** From the menu of the first study. */
async function choose(action: string) {
  await userEvent.click((await screen.findAllByRole('button', { name: 'Más acciones' }))[0] as HTMLElement)
  await act(() => userEvent.click(screen.getByRole('button', { name: action })))
}
async function edit() {
  show()
  await choose('Editar')
  return within(screen.getByRole('dialog', { name: 'Editar Estudio' }))
}
async function add() {
  show()
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Nuevo Estudio' })))
  return within(screen.getByRole('dialog', { name: 'Nuevo Estudio' }))
}
const save = (name = 'Guardar Cambios') => userEvent.click(screen.getByRole('button', { name }))
const pick = async (label: string, name: RegExp) => {
  await userEvent.click(screen.getByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name }))
}
const upload = (label: RegExp) => userEvent.upload(screen.getByLabelText(label), newFile())
const unchanged = {
  patient_id: 'ana',
  doctor_id: null,
  study_type: 'Tomografías',
  study_date: '2026-11-18',
  comments: null,
}

it('a card says kind, patient, doctor or N/A and date, and offers the file; the list is live', async () => {
  show()
  const card = (await screen.findByRole('heading', { level: 2, name: 'Ana Ñúñez' })).closest('li')
  for (const words of ['Tomografías', 'Doctor: N/A', '18/11/2026', 'Descargar']) {
    expect(card?.textContent).toContain(words)
  }
  expect(live).toHaveBeenCalledWith(expect.arrayContaining(['studies']), '', expect.any(Function))
})

it('a study without a file offers no download', async () => {
  answers.set('load_studies', { rows: [{ ...study, file_url: null, file_name: null }], total: 1 })
  show()
  await screen.findByRole('heading', { level: 2, name: 'Ana Ñúñez' })
  expect(screen.queryByText('Descargar')).toBeNull()
})

it('says that there are none, that they could not be read, and reads again when asked', async () => {
  answers.set('load_studies', { rows: [], total: 0 })
  show()
  expect(await screen.findByText('No se encontraron estudios')).toBeTruthy()
  answers.set('load_studies', { rows: [study], total: 1 })
  await userEvent.click(screen.getByRole('button', { name: 'Actualizar' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Ana Ñúñez' })).toBeTruthy()
  cleanup()
  answers.set('load_studies', new AppError('load_studies', 'server'))
  show()
  expect(await screen.findAllByText('No se pudieron cargar los estudios.')).not.toEqual([])
})

it('a new study needs nothing but the date, which is today', async () => {
  await add()
  await save('Guardar Estudio')
  expect(await screen.findByText('Estudio añadido correctamente.')).toBeTruthy()
  expect(createStudy).toHaveBeenCalledExactlyOnceWith(
    {
      id: expect.any(String),
      patient_id: null,
      doctor_id: null,
      study_type: null,
      study_date: '2026-11-20',
      comments: null,
      file_url: null,
      file_name: null,
    },
    'admin_add_study',
  )
})

it('a file of 0 bytes is refused at its field', async () => {
  const dialog = await add()
  await userEvent.upload(dialog.getByLabelText(/^Archivo del Estudio/), new File([], 'vacio.dcm'))
  expect(dialog.getByText('El archivo está vacío: no contiene ningún dato. Elige otro.')).toBeTruthy()
  expect(dialog.queryByRole('list', { name: 'Lo que se enviará' })).toBeNull()
  await upload(/^Archivo del Estudio/)
  expect(dialog.queryByText(/está vacío/)).toBeNull()
})

it('says once what the patient will meet where nobody can open the file', async () => {
  prepare.mockResolvedValue({ file: newFile(), people: [], preview: noPictures, problem: 'not_an_image' })
  await add()
  await pick('Paciente', /Luz Paz/)
  await upload(/^Archivo del Estudio/)
  await save('Guardar Estudio')
  const question = () => screen.findByRole('dialog', { name: 'Este archivo no se podrá ver aquí' })
  expect((await question()).textContent).toContain('«El archivo no es una imagen»')
  await userEvent.click(within(await question()).getByRole('button', { name: 'Elegir otro' }))
  expect(uploadStudyFile).not.toHaveBeenCalled()
  await until(() =>
    expect(screen.getByRole('button', { name: 'Guardar Estudio' })).toHaveProperty('disabled', false),
  )
  await save('Guardar Estudio')
  vi.mocked(uploadStudyFile).mockRejectedValueOnce(new AppError('upload_file', 'server'))
  await userEvent.click(within(await question()).getByRole('button', { name: 'Agregar de todos modos' }))
  await until(() => expect(uploadStudyFile).toHaveBeenCalledOnce())
  await until(() =>
    expect(screen.getByRole('button', { name: 'Guardar Estudio' })).toHaveProperty('disabled', false),
  )
  await save('Guardar Estudio')
  await screen.findByText('Estudio añadido correctamente.')
  expect(uploadStudyFile).toHaveBeenCalledTimes(2)
})

it('a study whose answer was lost is sent again under its id, with the file that was sent', async () => {
  const dialog = await add()
  await pick('Paciente', /Luz Paz/)
  await upload(/^Archivo del Estudio/)
  answers.set('admin_add_study', new AppError('admin_add_study', 'network'))
  await save('Guardar Estudio')
  await until(() => expect(toastStore.get()?.variant).toBe('destructive'))
  expect(removeStudyFile).not.toHaveBeenCalled()
  answers.delete('admin_add_study')
  await until(() =>
    expect(dialog.getByRole('button', { name: 'Guardar Estudio' })).toHaveProperty('disabled', false),
  )
  await save('Guardar Estudio')
  await screen.findByText('Estudio añadido correctamente.')
  const ids = vi.mocked(createStudy).mock.calls.map(([row]) => row.id)
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
  expect(uploadStudyFile).toHaveBeenCalledOnce()
})

it('a study is stored while its pictures are being made, and their row follows', async () => {
  const picture = { blob: new Blob(['x'], { type: 'image/webp' }), width: 4, height: 3 }
  let finish = (_: MadePreview) => {}
  const making = new Promise<MadePreview>((resolve) => {
    finish = resolve
  })
  prepare.mockResolvedValue({ file: newFile(), people: [], preview: making, problem: null })
  await add()
  await pick('Paciente', /Luz Paz/)
  await upload(/^Archivo del Estudio/)
  await save('Guardar Estudio')
  await screen.findByText('Estudio añadido correctamente.')
  expect(putStudyPreview).not.toHaveBeenCalled()
  finish({ ...nothingMade('image', null), thumb: picture, cover: picture, tint: '000000' })
  await until(() =>
    expect(putStudyPreview).toHaveBeenCalledExactlyOnceWith(
      vi.mocked(createStudy).mock.calls[0]?.[0].id,
      expect.objectContaining({
        source: 'ana/2-nuevo.zip',
        state: 'ready',
        thumb_path: 'ana/miniatura.webp',
        cover_path: 'ana/portada.webp',
      }),
    ),
  )
})

it('an upload that fails ends the worker that makes its pictures', async () => {
  await add()
  await pick('Paciente', /Luz Paz/)
  await upload(/^Archivo del Estudio/)
  vi.mocked(uploadStudyFile).mockRejectedValue(new AppError('upload_file', 'network'))
  await save('Guardar Estudio')
  await until(() => expect(toastStore.get()?.variant).toBe('destructive'))
  expect(prepare.mock.calls[0]?.[1].signal.aborted).toBe(true)
  expect(putStudyPreview).not.toHaveBeenCalled()
})

it('the file of a study that was refused is taken back', async () => {
  await add()
  await pick('Paciente', /Luz Paz/)
  await upload(/^Archivo del Estudio/)
  answers.set('admin_add_study', new AppError('admin_add_study', 'invalid'))
  await save('Guardar Estudio')
  await until(() => expect(removeStudyFile).toHaveBeenCalledExactlyOnceWith('ana/2-nuevo.zip'))
})

it('without a date nothing is sent', async () => {
  const dialog = await add()
  await userEvent.clear(dialog.getByRole('textbox', { name: /^Fecha del Estudio/ }))
  await save('Guardar Estudio')
  expect(await dialog.findByText('Elige la fecha del estudio.')).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: /^Fecha del Estudio/ }))
  expect(createStudy).not.toHaveBeenCalled()
})

it('a file is kept in the folder of the chosen patient, under the chosen doctor', async () => {
  const dialog = await add()
  await upload(/^Archivo del Estudio/)
  await save('Guardar Estudio')
  expect(await dialog.findByText('Elige un paciente: el archivo se guarda en su carpeta.')).toBeTruthy()
  expect(uploadStudyFile).not.toHaveBeenCalled()
  await pick('Paciente', /Luz Paz/)
  await pick('Doctor', /Dra\. Lucía/)
  await save('Guardar Estudio')
  await screen.findByText('Estudio añadido correctamente.')
  expect(vi.mocked(uploadStudyFile).mock.calls[0]?.[0]).toBe('luz')
  expect(createStudy).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      patient_id: 'luz',
      doctor_id: 'lucia',
      file_url: 'ana/2-nuevo.zip',
      file_name: 'nuevo.zip',
    }),
    'admin_add_study',
  )
})

it('a failed upload stops the form, and what was typed stays', async () => {
  vi.mocked(uploadStudyFile).mockRejectedValue(new AppError('upload_file', 'too_large'))
  const dialog = await edit()
  await userEvent.type(dialog.getByLabelText('Comentarios'), 'Revisar')
  await upload(/^Reemplazar el archivo/)
  await save()
  expect(await screen.findByText('Error de carga')).toBeTruthy()
  expect(dialog.getByText('El archivo es demasiado grande.', { selector: '[role=status] *' })).toBeTruthy()
  expect(updateStudy).not.toHaveBeenCalled()
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Comentarios').value).toBe('Revisar')
  expect(dialog.getByText(/nuevo\.zip/)).toBeTruthy()
})

describe('a file that seems to be of somebody else', () => {
  const other = { name: 'Rosa Gil', birthDate: '1960-02-03' }
  async function sendOther() {
    answers.set('load_profile', { id: 'ana', full_name: 'Ana Ñúñez', age: 30 })
    prepare.mockResolvedValue({ file: newFile(), people: [other], preview: noPictures, problem: null })
    const dialog = await edit()
    await userEvent.type(dialog.getByLabelText('Comentarios'), 'Revisar')
    await upload(/^Reemplazar el archivo/)
    await save()
    return within(await screen.findByRole('dialog', { name: 'El archivo parece ser de otro paciente' }))
  }

  it('is sent only when somebody says so, and the trail says who', async () => {
    const question = await sendOther()
    for (const words of ['Rosa Gil', 'Nacimiento: 03/02/1960', 'Ana Ñúñez', 'Edad: 30 años'])
      expect(question.getByText(words)).toBeTruthy()
    const send = question.getByRole<HTMLButtonElement>('button', { name: 'Enviar de todos modos' })
    expect(send.disabled).toBe(true)
    expect(uploadStudyFile).not.toHaveBeenCalled()
    await userEvent.click(question.getByRole('checkbox'))
    await userEvent.click(send)
    expect(await screen.findByText('Estudio actualizado correctamente.')).toBeTruthy()
    expect(logAccess).toHaveBeenCalledExactlyOnceWith('other_patient', 'ana', 'upload_file')
    expect(uploadStudyFile).toHaveBeenCalledOnce()
  })

  it('is not sent when nobody does, and what was typed stays', async () => {
    const question = await sendOther()
    await userEvent.click(question.getByRole('button', { name: 'No enviar' }))
    expect(await screen.findByText('Cancelaste la carga.')).toBeTruthy()
    expect(uploadStudyFile).not.toHaveBeenCalled()
    expect(logAccess).not.toHaveBeenCalled()
    expect(screen.getByLabelText<HTMLTextAreaElement>('Comentarios').value).toBe('Revisar')
  })

  it('is not sent when the trail cannot be told', async () => {
    const question = await sendOther()
    vi.mocked(logAccess).mockRejectedValue(new AppError('upload_file', 'network'))
    await userEvent.click(question.getByRole('checkbox'))
    await userEvent.click(question.getByRole('button', { name: 'Enviar de todos modos' }))
    expect(await screen.findByText('Error de carga')).toBeTruthy()
    expect(uploadStudyFile).not.toHaveBeenCalled()
  })
})

it('a file whose upload was cut is offered to go on', async () => {
  canGoOn = true
  const dialog = await edit()
  await upload(/^Reemplazar el archivo/)
  await userEvent.click(await dialog.findByRole('button', { name: 'Reanudar la carga de nuevo.zip' }))
  expect(await screen.findByText('Estudio actualizado correctamente.')).toBeTruthy()
})

it('the sending says how far it is, stops for a while and is given up', async () => {
  let sending: StudySending = {}
  vi.mocked(uploadStudyFile).mockImplementation((_patient, _file, given = {}) => {
    sending = given
    return new Promise((_, reject) => {
      given.signal?.addEventListener('abort', () => reject(new AppError('upload_file', 'cancelled')))
    })
  })
  const dialog = await edit()
  await upload(/^Reemplazar el archivo/)
  await save()
  await until(() => expect(uploadStudyFile).toHaveBeenCalled())
  act(() => sending.onState?.('sending'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Pausar' }))
  expect(sending.pause?.get()).toBe(true)
  act(() => sending.onState?.('paused'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Reanudar' }))
  expect(sending.pause?.get()).toBe(false)
  act(() => sending.onState?.('waiting'))
  expect(dialog.getByText(/sin conexión: el envío sigue solo/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  expect(await screen.findByText('Cancelaste la carga.')).toBeTruthy()
  // Nothing failed: it is not red.
  expect(toastStore.get()?.variant).toBe('default')
  expect(updateStudy).not.toHaveBeenCalled()
})

it('an unchanged study keeps its file', async () => {
  const dialog = await edit()
  expect(dialog.getByText('estudio.zip')).toBeTruthy()
  await save()
  expect(await screen.findByText('Estudio actualizado correctamente.')).toBeTruthy()
  expect(updateStudy).toHaveBeenCalledExactlyOnceWith('s', {
    ...unchanged,
    file_url: 'ana/1-estudio.zip',
    file_name: 'estudio.zip',
  })
  expect(removeReplacedFile).not.toHaveBeenCalled()
})

it('the file that another replaces is removed once the study names the new one', async () => {
  await edit()
  await upload(/^Reemplazar el archivo/)
  await save()
  await screen.findByText('Estudio actualizado correctamente.')
  expect(updateStudy).toHaveBeenCalledExactlyOnceWith('s', {
    ...unchanged,
    file_url: 'ana/2-nuevo.zip',
    file_name: 'nuevo.zip',
  })
  expect(removeReplacedFile).toHaveBeenCalledExactlyOnceWith('ana/1-estudio.zip')
  expect(removeStudyFile).not.toHaveBeenCalled()
})

it('a study that could not be changed keeps its file, and the new one is taken back', async () => {
  answers.set('update_study', new AppError('update_study', 'server'))
  await edit()
  await upload(/^Reemplazar el archivo/)
  await save()
  expect(await screen.findByText('No se pudo actualizar el estudio.')).toBeTruthy()
  expect(removeStudyFile).toHaveBeenCalledExactlyOnceWith('ana/2-nuevo.zip')
  expect(removeReplacedFile).not.toHaveBeenCalled()
})

it('warns when only the replaced file could not be removed', async () => {
  vi.mocked(removeReplacedFile).mockRejectedValue(new AppError('replace_study_file', 'server'))
  const dialog = await edit()
  await userEvent.click(dialog.getByRole('button', { name: 'Quitar archivo' }))
  await save()
  expect(
    await screen.findByText(
      'No se pudo eliminar el archivo anterior del almacenamiento, pero el estudio fue actualizado.',
    ),
  ).toBeTruthy()
  expect(updateStudy).toHaveBeenCalledExactlyOnceWith('s', { ...unchanged, file_url: null, file_name: null })
})

it('a kept file does not go along to another patient', async () => {
  const dialog = await edit()
  await userEvent.click(dialog.getByRole('button', { name: 'Quitar paciente: Ana Ñúñez' }))
  await pick('Paciente', /Luz Paz/)
  await save()
  expect(await dialog.findByText(/en la carpeta del paciente anterior/)).toBeTruthy()
  expect(updateStudy).not.toHaveBeenCalled()
})

it('deletes only after asking, and leaves the file to the archive', async () => {
  show()
  await choose('Eliminar')
  const question = within(screen.getByRole('alertdialog', { name: '¿Eliminar Tomografías de Ana Ñúñez?' }))
  expect(question.getByText('Esta acción es irreversible.')).toBeTruthy()
  expect(deleteStudy).not.toHaveBeenCalled()
  await userEvent.click(question.getByRole('button', { name: 'Eliminar' }))
  expect(await screen.findByText('Estudio eliminado.')).toBeTruthy()
  expect(deleteStudy).toHaveBeenCalledExactlyOnceWith('s')
  expect(removeReplacedFile).not.toHaveBeenCalled()
})

it('says that a study could not be deleted', async () => {
  answers.set('delete_study', new AppError('delete_study', 'server'))
  show()
  await choose('Eliminar')
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }))
  expect(await screen.findByText('No se pudo eliminar el estudio de la base de datos.')).toBeTruthy()
})

it("a patient's name opens the record", async () => {
  show()
  const name = await screen.findByRole('link', { name: 'Ana Ñúñez' })
  expect(name.getAttribute('href')).toBe('/dashboard/patients/ana')
})
