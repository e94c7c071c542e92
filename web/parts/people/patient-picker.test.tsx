import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DoctorPatient } from '#web/backend/answers.ts'
import { AppError } from '#web/backend/errors.ts'
import { patientOptionsQuery } from '#web/queries/profiles.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { PatientPicker } from './patient-picker.tsx'

vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'doctor', is_admin: false }) }))
vi.mock('#web/queries/profiles.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))

const named = (name: string, id = name): DoctorPatient => ({
  id,
  full_name: name,
  email: `${id.toLowerCase()}@correo.test`,
  phone: '961 000 0000',
  age: 30,
})

/** What the database answers to a term; a test may hold an answer back. */
let answer: (term: string) => DoctorPatient[] | Promise<DoctorPatient[]>
let asked: string[]

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  asked = []
  answer = () => []
  vi.mocked(patientOptionsQuery).mockImplementation((_, term) => ({
    ...options(term),
    queryFn: async () => {
      asked.push(term)
      return answer(term)
    },
  }))
})
const { patientOptionsQuery: real } =
  await vi.importActual<typeof import('#web/queries/profiles.ts')>('#web/queries/profiles.ts')
const options = (term: string) => real({ id: 'doctor', is_admin: false }, term)

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })

function Example({ onChosen = () => {} }: { onChosen?: (id: string | undefined) => void }) {
  const [patient, setPatient] = useState<DoctorPatient | null>(null)
  return (
    <>
      <PatientPicker
        label="Paciente"
        value={patient}
        onChange={(chosen) => {
          setPatient(chosen)
          onChosen(chosen?.id)
        }}
      />
      <button type="button">Después</button>
    </>
  )
}

function open(example = <Example />) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(<QueryClientProvider client={client}>{example}</QueryClientProvider>)
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Paciente' })
}

/** Typing rests, and then the answer is drawn. */
async function rest() {
  await act(() => vi.advanceTimersByTimeAsync(300))
  await act(() => vi.advanceTimersByTimeAsync(1))
}
const names = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const status = () => screen.getByRole('status').textContent

it('asks once typing rests, announces how many there are, and takes one by keyboard', async () => {
  answer = (term) => (term === 'pe' ? [named('Pérez'), named('Pedro')] : [])
  const onChosen = vi.fn()
  const field = open(<Example onChosen={onChosen} />)
  await user.tab()
  await user.keyboard('pe')
  expect(asked).not.toContain('p')
  await rest()
  expect(asked).toContain('pe')
  expect(status()).toBe('2 pacientes')
  expect(field.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Pérez')
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Pedro')
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  await user.keyboard('{Enter}')
  expect(onChosen).toHaveBeenLastCalledWith('Pedro')
  expect(field.value).toBe('Pedro')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(document.body.textContent).toContain('pedro@correo.test · 961\u00a0000\u00a00000')
})

it('shows the first patients when it is opened with nothing typed, and takes one by touch', async () => {
  answer = () => [named('Ana'), named('Beto')]
  const field = open()
  await user.click(field)
  await user.click(await screen.findByRole('option', { name: /Beto/ }))
  expect(field.value).toBe('Beto')
  expect(document.activeElement).toBe(field)
})

it('a slow answer never takes the place of a newer one, and Enter takes nothing of an older one', async () => {
  let finish = (_: DoctorPatient[]) => {}
  const known: Record<string, DoctorPatient[]> = { a: [named('Amalia')], ana: [named('Ana')] }
  answer = (term) => known[term] ?? new Promise((resolve) => (finish = resolve))
  const onChosen = vi.fn()
  open(<Example onChosen={onChosen} />)
  await user.tab()
  await user.keyboard('a')
  await rest()
  expect(names()).toEqual([expect.stringContaining('Amalia')])
  await user.keyboard('n{Enter}')
  await rest()
  await user.keyboard('{Enter}')
  expect(asked).toContain('an')
  expect(onChosen).not.toHaveBeenCalled()
  await user.keyboard('a')
  await rest()
  await act(async () => finish([named('Andrés'), named('Antonia')]))
  expect(names()).toEqual([expect.stringContaining('Ana')])
})

it('says that nobody was found, and that there are more than it shows', async () => {
  answer = (term) => (term === 'x' ? [] : Array.from({ length: 21 }, (_, at) => named(`Ana ${at}`)))
  open()
  await user.tab()
  await user.keyboard('x')
  await rest()
  expect(screen.getByText('No se encontraron pacientes con esa búsqueda.')).toBeTruthy()
  expect(status()).toBe('Ningún paciente')
  await user.keyboard('{Backspace}an')
  await rest()
  expect(names()).toHaveLength(20)
  expect(status()).toBe('Más de 20 pacientes')
  expect(screen.getByText('Se muestran los primeros 20. Escribe más para encontrar a otros.')).toBeTruthy()
})

it('says that the search failed, keeps what was typed, and tries again', async () => {
  answer = () => Promise.reject(new AppError('load_patients', 'server'))
  const field = open()
  await user.tab()
  await user.keyboard('an')
  await rest()
  expect(screen.getByRole('alert').textContent).toContain('No se pudieron cargar los pacientes.')
  answer = () => [named('Ana')]
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reintentar' }))
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('option')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('an')
})

it('a name that was typed and not chosen is nobody, and says so', async () => {
  answer = () => [named('Ana')]
  const onChosen = vi.fn()
  const field = open(<Example onChosen={onChosen} />)
  await user.click(field)
  await user.click(await screen.findByRole('option'))
  await user.keyboard('{Backspace}')
  expect(onChosen).toHaveBeenLastCalledWith(undefined)
  await user.keyboard('An')
  await user.tab()
  expect(screen.getByText('Elige un paciente de la lista.')).toBeTruthy()
  expect(field.value).toContain('An')
})

it('Escape closes the list and leaves the dialog around it open', async () => {
  answer = () => [named('Ana')]
  const onOpenChange = vi.fn()
  open(
    <Dialog open onOpenChange={onOpenChange} title="Agregar Estudio">
      <Example />
    </Dialog>,
  )
  await user.click(screen.getByRole('combobox'))
  await screen.findByRole('option')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('option')).toBeNull()
  expect(onOpenChange).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(onOpenChange).toHaveBeenLastCalledWith(false)
})
