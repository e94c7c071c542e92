import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState, useSyncExternalStore } from 'react'
import { Link, Route, Router, Routes, useLocation, useNavigate, useSearchParams } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useUnsavedWarning } from '#web/ui/unsaved.ts'
import { UnsavedQuestion } from '#web/ui/unsaved-question.tsx'
import { createHistory } from './history.ts'

const user = userEvent.setup({ pointerEventsCheck: 0 })
const go = vi.spyOn(window.history, 'go').mockImplementation(() => {})
const listen = vi.spyOn(globalThis, 'addEventListener')

beforeEach(() => {
  go.mockClear()
  window.history.replaceState(null, '', '/lista')
})
afterEach(() => {
  cleanup()
  // A page has one history for as long as it lives.
  for (const [name, listener] of listen.mock.calls)
    if (name === 'popstate') removeEventListener(name, listener)
  listen.mockClear()
})

function Form() {
  const [text, setText] = useState('')
  const saved = useUnsavedWarning(text !== '')
  const [, setParams] = useSearchParams()
  const navigate = useNavigate()
  return (
    <>
      <input aria-label="Nota" value={text} onChange={(event) => setText(event.target.value)} />
      <button type="button" onClick={() => setParams({ pagina: '2' })}>
        Siguiente
      </button>
      <button
        type="button"
        onClick={() => {
          saved()
          navigate('/otra')
        }}
      >
        Guardar
      </button>
      <Link to="/otra" state={{ from: 'lista' }}>
        Otra pantalla
      </Link>
    </>
  )
}

function Other() {
  return <h1>{`Otra, ${JSON.stringify(useLocation().state)}`}</h1>
}

function open() {
  const history = createHistory()
  function Example() {
    const { location, type } = useSyncExternalStore(history.subscribe, history.get)
    return (
      <Router location={location} navigationType={type} navigator={history.navigator}>
        <Routes>
          <Route path="/lista" element={<Form />} />
          <Route path="/otra" element={<Other />} />
        </Routes>
        <UnsavedQuestion />
      </Router>
    )
  }
  render(<Example />)
  return history
}

/** What the browser does when somebody goes back or forward: the entry changes first, then it says so. */
function browserGoes(to: string, state: unknown) {
  act(() => {
    window.history.replaceState(state, '', to)
    window.dispatchEvent(new PopStateEvent('popstate', { state }))
  })
}

const type = (text: string) => user.type(screen.getByLabelText('Nota'), text)
const click = (name: string) => user.click(screen.getByRole('button', { name }))
const question = () => screen.queryByRole('alertdialog', { name: '¿Salir sin guardar?' })
const path = () => window.location.pathname

it('goes where a link leads, with its state, and back again', async () => {
  const history = open()
  const start = window.history.state
  await user.click(screen.getByText('Otra pantalla'))
  expect(screen.getByRole('heading').textContent).toBe('Otra, {"from":"lista"}')
  expect(history.get().type).toBe('PUSH')
  browserGoes('/lista', start)
  expect(screen.getByLabelText('Nota')).toBeTruthy()
  expect(history.get()).toMatchObject({ type: 'POP', location: { key: start.key } })
})

it('asks before a link leaves unsaved input, keeps it, and goes when told to', async () => {
  open()
  await type('Reposo')
  await user.click(screen.getByText('Otra pantalla'))
  expect(question()?.textContent).toContain('Lo que escribiste se perderá.')
  await click('Seguir aquí')
  expect(question()).toBeNull()
  expect(path()).toBe('/lista')
  expect(screen.getByLabelText<HTMLInputElement>('Nota').value).toBe('Reposo')
  await user.click(screen.getByText('Otra pantalla'))
  await click('Salir sin guardar')
  expect(path()).toBe('/otra')
  expect(question()).toBeNull()
})

it('going back from unsaved input returns to it and asks; told to, it goes back in earnest', async () => {
  open()
  const here = window.history.state
  const before = { usr: null, key: 'antes', idx: here.idx - 1 }
  await type('Reposo')
  browserGoes('/otra', before)
  expect(go).toHaveBeenLastCalledWith(1)
  browserGoes('/lista', here)
  expect(screen.getByLabelText<HTMLInputElement>('Nota').value).toBe('Reposo')
  expect(question()).toBeTruthy()
  await click('Salir sin guardar')
  expect(go).toHaveBeenLastCalledWith(-1)
  browserGoes('/otra', before)
  expect(screen.getByRole('heading')).toBeTruthy()
  expect(go).toHaveBeenCalledTimes(2)
})

it('lets go without a question when nothing was typed, or when it was stored', async () => {
  open()
  await type('Reposo')
  await click('Guardar')
  expect(question()).toBeNull()
  expect(path()).toBe('/otra')
})

it('asks nothing when only the state of a list in the address changes', async () => {
  open()
  await type('Reposo')
  await click('Siguiente')
  expect(window.location.search).toBe('?pagina=2')
  expect(question()).toBeNull()
})
