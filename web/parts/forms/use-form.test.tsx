import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from './use-form.ts'

vi.mock('#web/ui/toast.ts', () => ({ toast: vi.fn() }))

type Values = { name: string; city: string }

const sent = vi.fn((_: Values, __: string): Promise<void> => Promise.resolve())
const refused = vi.fn()

function Form({ secret, onFailed }: { secret?: boolean; onFailed?: () => Partial<Values> }) {
  const form = useForm({
    start: { name: 'Ana', city: '' },
    check: ({ name, city }) => ({
      ...(!name && { name: 'Falta el nombre.' }),
      ...(!city && { city: 'Falta la ciudad.' }),
    }),
    send: (values, idFor) => sent(values, idFor(values)),
    code: 'save_note',
    refused,
    secret,
    ...(onFailed && { failed: onFailed }),
  })
  return (
    <form noValidate onSubmit={form.submit}>
      <fieldset disabled={form.busy}>
        <TextField label="Nombre" {...form.text('name')} />
        <TextField label="Ciudad" {...form.text('city')} />
      </fieldset>
      <FormFailure failure={form.failure} />
      <Button type="submit" busy={form.busy}>
        Guardar
      </Button>
      <output>{form.dirty ? 'sin guardar' : 'guardado'}</output>
    </form>
  )
}

const name = () => screen.getByLabelText<HTMLInputElement>('Nombre')
const city = () => screen.getByLabelText<HTMLInputElement>('Ciudad')
const button = () => screen.getByRole('button')
const save = () => userEvent.click(button())
const idsSent = () => sent.mock.calls.map(([, id]) => id)

beforeEach(() => void vi.clearAllMocks())
afterEach(cleanup)

it('what is wrong is said at its field, the first one gets the focus, and nothing is sent', async () => {
  render(<Form />)
  await userEvent.clear(name())
  expect(screen.queryByText('Falta el nombre.')).toBeNull()
  await save()
  expect(screen.getByText('Falta el nombre.')).toBeTruthy()
  expect(screen.getByText('Falta la ciudad.')).toBeTruthy()
  expect(document.activeElement).toBe(name())
  expect(refused).toHaveBeenCalledOnce()
  expect(sent).not.toHaveBeenCalled()
})

it('after that, problems follow what is typed', async () => {
  render(<Form />)
  await save()
  await userEvent.type(city(), 'T')
  expect(screen.queryByText('Falta la ciudad.')).toBeNull()
  await userEvent.clear(city())
  expect(screen.getByText('Falta la ciudad.')).toBeTruthy()
})

it('but those of a secret stay until it is sent again', async () => {
  render(<Form secret />)
  await save()
  await userEvent.clear(name())
  expect(screen.queryByText('Falta el nombre.')).toBeNull()
  await userEvent.type(name(), 'Ana')
  await userEvent.type(city(), 'Tapachula')
  expect(screen.getByText('Falta la ciudad.')).toBeTruthy()
  await save()
  expect(screen.queryByText('Falta la ciudad.')).toBeNull()
  expect(sent).toHaveBeenCalledOnce()
})

it('two submits in one tick send once, with the form closed meanwhile', async () => {
  let answer = () => {}
  sent.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  render(<Form />)
  await userEvent.type(city(), 'Tapachula')
  const form = city().form
  form?.requestSubmit()
  form?.requestSubmit()
  await until(() => expect(button()).toHaveProperty('disabled', true))
  answer()
  await until(() => expect(button()).toHaveProperty('disabled', false))
  expect(sent).toHaveBeenCalledOnce()
})

it('a failure says so in the words of its code, and what was typed stays', async () => {
  sent.mockRejectedValueOnce(new AppError('save_note', 'network'))
  render(<Form />)
  await userEvent.type(city(), 'Tapachula')
  await save()
  await until(() => expect(toast).toHaveBeenCalledOnce())
  expect(vi.mocked(toast).mock.lastCall?.[0]).toMatchObject({ variant: 'destructive' })
  expect(city().value).toBe('Tapachula')
  await userEvent.clear(city())
  expect(screen.getByText('Falta la ciudad.')).toBeTruthy()
})

it('a refusal of the server can stand at its field, which then has the focus', async () => {
  sent.mockRejectedValueOnce(new AppError('save_note', 'conflict'))
  render(<Form onFailed={() => ({ city: 'Esa ciudad ya existe.' })} />)
  await userEvent.type(city(), 'Tapachula')
  await save()
  expect(await screen.findByText('Esa ciudad ya existe.')).toBeTruthy()
  expect(document.activeElement).toBe(city())
  expect(toast).not.toHaveBeenCalled()
  await save()
  expect(screen.queryByText('Esa ciudad ya existe.')).toBeNull()
})

it('a retry has the same id, other values another, and so do the same ones once they are stored', async () => {
  sent.mockRejectedValueOnce(new AppError('save_note', 'network'))
  render(<Form />)
  await userEvent.type(city(), 'Tapachula')
  for (const time of [1, 2, 3]) {
    await save()
    await until(() => expect(sent).toHaveBeenCalledTimes(time))
    await until(() => expect(button()).toHaveProperty('disabled', false))
  }
  const [first, retry, again] = idsSent()
  expect(retry).toBe(first)
  expect(again).not.toBe(first)
})

it('is unsaved while something but blanks was changed', async () => {
  render(<Form />)
  const state = () => screen.getByRole('status').textContent
  await userEvent.type(name(), ' ')
  expect(state()).toBe('guardado')
  await userEvent.type(name(), 'Ruiz')
  expect(state()).toBe('sin guardar')
})

const failure = 'No se pudo guardar la nota.'
it('why it failed stays above the buttons until it is tried again', async () => {
  sent.mockRejectedValueOnce(new AppError('save_note', 'server'))
  render(<Form />)
  await userEvent.type(city(), 'Tapachula')
  await save()
  expect(await screen.findByText(failure)).toBeTruthy()
  expect(toast).toHaveBeenCalledTimes(1)
  await userEvent.type(city(), '!')
  expect(screen.getByText(failure)).toBeTruthy()
  await save()
  expect(screen.queryByText(failure)).toBeNull()
})

it('what is said at a field is not said twice', async () => {
  sent.mockRejectedValueOnce(new AppError('save_note', 'conflict'))
  render(<Form onFailed={() => ({ city: 'Ya está.' })} />)
  await userEvent.type(city(), 'Tapachula')
  await save()
  await screen.findByText('Ya está.')
  expect(screen.queryByText(failure)).toBeNull()
})
