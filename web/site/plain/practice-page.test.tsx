import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askPlainly } from '#web/backend/ask-plainly.ts'
import { AppError } from '#web/backend/errors.ts'
import { PracticePage } from './practice-page.tsx'

vi.mock('#web/backend/ask-plainly.ts', () => ({ askPlainly: vi.fn() }))
vi.mock('#web/backend/config.ts', () => ({
  loadClinic: async () => ({ name: 'Índice', tagline: '', logo: null, privacy: { version: '2026-11' } }),
}))
vi.mock('#web/features/request-form/backend.ts', () => ({ readStudies: async () => ['Tomografías'] }))

const sent = () => vi.mocked(askPlainly).mock.calls.filter(([, name]) => name === 'request_by_code')

beforeEach(() => {
  vi.mocked(askPlainly).mockImplementation(async (_code, name) =>
    name === 'practice_of_code'
      ? { name: 'Dra. Elena Soto', practice: 'Dental Soto' }
      : { folio: 123, code: 'ABCDEFGH' },
  )
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

async function show() {
  render(<PracticePage token="K7M2PQ" phone="962 000 0000" />)
  await screen.findByText('Dra. Elena Soto')
  await screen.findByRole('option', { name: 'Tomografías' })
}
const box = () => screen.getByRole('checkbox', { name: 'Quiero que Dra. Elena Soto reciba mis imágenes' })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Enviar Solicitud' }))
async function fill() {
  await userEvent.type(screen.getByLabelText('Nombre Completo'), 'Ana Ruiz')
  await userEvent.type(screen.getByLabelText('Correo Electrónico'), 'ana@correo.test')
  await userEvent.type(screen.getByLabelText('Teléfono'), '962 111 2233')
  await userEvent.selectOptions(screen.getByLabelText('Tipo de Estudio'), 'Tomografías')
}

it('shows who sends the patient, and decides nothing for them', async () => {
  await show()
  expect(askPlainly).toHaveBeenCalledExactlyOnceWith('open_practice', 'practice_of_code', { code: 'K7M2PQ' })
  expect(screen.getByText(/^Te envía/).textContent).toBe('Te envía Dra. Elena Soto, Dental Soto.')
  expect(box()).toHaveProperty('checked', false)
})

it.each([true, false])('sends whether the dentist receives the images: %s', async (consent) => {
  await show()
  await fill()
  if (consent) await userEvent.click(box())
  await send()
  expect(await screen.findByText('Recibimos tu solicitud')).toBeTruthy()
  expect(sent()).toEqual([
    [
      'send_request',
      'request_by_code',
      {
        code: 'K7M2PQ',
        consent,
        request: {
          patient_name: 'Ana Ruiz',
          patient_email: 'ana@correo.test',
          patient_phone: '962 111 2233',
          patient_age: null,
          study_type: 'Tomografías',
          tentative_date: null,
          notes: null,
          privacy_version: '2026-11',
          submission_id: expect.stringMatching(/^[\da-f-]{36}$/),
        },
      },
    ],
  ])
  const state = screen.getByRole('link', { name: '¿Cómo va mi solicitud?' })
  expect(state.getAttribute('href')).toContain('000123')
})

it('sends nothing that is incomplete, and leads to the first field', async () => {
  await show()
  await send()
  expect(document.activeElement).toBe(screen.getByLabelText('Nombre Completo'))
  expect(sent()).toEqual([])
})

it('says why it was not sent, and sends the same again with the same id', async () => {
  await show()
  await fill()
  vi.mocked(askPlainly).mockRejectedValueOnce(new AppError('send_request', 'network'))
  await send()
  expect(await screen.findByText(/No hay conexión/)).toBeTruthy()
  await send()
  expect(await screen.findByText('Recibimos tu solicitud')).toBeTruthy()
  const ids = sent().map(([, , args]) => Reflect.get(Reflect.get(args, 'request'), 'submission_id'))
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

it('says that a code is nobody’s, and offers no form', async () => {
  vi.mocked(askPlainly).mockResolvedValue(null)
  render(<PracticePage token="AAAAAA" phone="962 000 0000" />)
  expect(await screen.findByText(/^Este código ya no es de ningún dentista\./)).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})
