import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { OrderFields } from './order-fields.tsx'

type Rpc = (name: string, args: { sending: Record<string, unknown> }) => unknown

const known = vi.hoisted(() => ({ failing: false, sent: [] as Record<string, unknown>[] }))
vi.mock('#web/backend/client.ts', () => ({
  ask: async (code: ErrorCode, call: (client: { rpc: Rpc }) => unknown) => {
    if (code !== 'send_order') return []
    call({
      rpc: (name, { sending }) => {
        expect(name).toBe('send_order')
        known.sent.push(sending)
      },
    })
    if (known.failing) throw new AppError(code, 'network')
    return [{ id: 'o', request_id: 1, study_type: 'Tomografías' }]
  },
}))

beforeEach(() => {
  sessionStorage.clear()
  Object.assign(known, { failing: false, sent: [] })
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const onSent = vi.fn()
function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <OrderFields types={['Tomografías', 'Radiografía Panorámica', 'Escaneo Intraoral']} onSent={onSent} />
    </QueryClientProvider>,
  )
}
const field = (name: RegExp) => screen.getByRole('textbox', { name })
const box = (name: string | RegExp) => screen.getByRole('checkbox', { name })
const send = () => userEvent.click(screen.getByRole('button', { name: 'Enviar orden' }))
async function fill() {
  await userEvent.type(field(/^Nombre Completo/), 'Ana  Ruiz')
  await userEvent.type(field(/^Teléfono/), '962 111 2233')
  await userEvent.click(box('Tomografías'))
  await userEvent.click(box(/^El paciente sabe/))
}

it('sends what was filled', async () => {
  show()
  await fill()
  await userEvent.type(field(/^Edad/), '34')
  await userEvent.type(field(/^Correo Electrónico/), 'Ana@Correo.test')
  await userEvent.click(box('Escaneo Intraoral'))
  await userEvent.click(box('Arcada inferior'))
  await userEvent.click(box(/^Pieza 36,/))
  await userEvent.click(box(/^Pieza 18,/))
  await userEvent.type(field(/^Motivo/), ' ¿Relación con el conducto? ')
  await userEvent.click(box('Urgente'))
  await userEvent.click(box('DICOM'))
  await send()
  await until(() => expect(onSent).toHaveBeenCalledOnce())
  expect(known.sent).toEqual([
    {
      sending_id: expect.stringMatching(/^[\da-f-]{36}$/),
      patient_name: 'Ana Ruiz',
      patient_phone: '962 111 2233',
      patient_email: 'ana@correo.test',
      patient_age: 34,
      types: ['Tomografías', 'Escaneo Intraoral'],
      teeth: [18, 36],
      areas: ['arcada_inferior'],
      question: '¿Relación con el conducto?',
      urgent: true,
      deliver: ['portal', 'dicom'],
      consent: true,
    },
  ])
})

it.each([
  ['a study', 'Tomografías', 'Tomografías', 'Elige al menos un estudio.'],
  [
    'what the patient knows',
    /^El paciente sabe/,
    /^El paciente sabe/,
    'Confirma que el paciente sabe que recibirás sus imágenes.',
  ],
])('sends nothing without %s, says so and leads there', async (_what, without, focused, sentence) => {
  show()
  await fill()
  await userEvent.click(box(without))
  await send()
  const said = screen.getByText(sentence)
  const wrong = box(focused)
  expect(document.activeElement).toBe(wrong)
  const described =
    wrong.getAttribute('aria-describedby') ?? wrong.closest('fieldset')?.getAttribute('aria-describedby')
  const describes = (id: string) => document.getElementById(id)?.contains(said)
  expect(described?.split(' ').some(describes)).toBe(true)
  expect(known.sent).toEqual([])
  // What is wrong ends as soon as it is right.
  await userEvent.click(wrong)
  expect(screen.queryByText(sentence)).toBeNull()
})

it('leads an empty order to its first field', async () => {
  show()
  await send()
  expect(document.activeElement).toBe(field(/^Nombre Completo/))
  expect(known.sent).toEqual([])
})

it('keeps the draft until it is sent', async () => {
  show()
  await fill()
  await userEvent.click(box(/^Pieza 36,/))
  cleanup()
  show()
  expect(field(/^Nombre Completo/)).toHaveProperty('value', 'Ana  Ruiz')
  for (const name of ['Tomografías', /^Pieza 36,/, /^El paciente sabe/]) {
    expect(box(name)).toHaveProperty('checked', true)
  }
  await send()
  await until(() => expect(onSent).toHaveBeenCalledOnce())
  cleanup()
  show()
  expect(field(/^Nombre Completo/)).toHaveProperty('value', '')
  for (const name of ['Tomografías', /^Pieza 36,/, /^El paciente sabe/]) {
    expect(box(name)).toHaveProperty('checked', false)
  }
})

it('sends the same content with the same id after a lost answer, also after a reload, and another with another', async () => {
  known.failing = true
  show()
  await fill()
  await send()
  expect(await screen.findByText(/No hay conexión/)).toBeTruthy()
  expect(onSent).not.toHaveBeenCalled()
  await send()
  cleanup()
  show()
  await send()
  await userEvent.type(field(/^Motivo/), 'Implante')
  await send()
  await until(() => expect(known.sent).toHaveLength(4))
  const [first, ...later] = known.sent.map(({ sending_id }) => sending_id)
  expect(later.slice(0, 2)).toEqual([first, first])
  expect(later[2]).not.toBe(first)
})

it('sends the next order of the same patient with an id of its own', async () => {
  for (const _ of ['first', 'second']) {
    show()
    await fill()
    await send()
    cleanup()
  }
  const ids = known.sent.map(({ sending_id }) => sending_id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(2)
})
