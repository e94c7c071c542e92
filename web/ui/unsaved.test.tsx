import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, Link, Outlet, RouterProvider, useNavigate, useSearchParams } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { Dialog, DialogCancel } from './dialog.tsx'
import { askToLeave, useUnsavedWarning } from './unsaved.ts'
import { UnsavedQuestion } from './unsaved-question.tsx'

afterEach(cleanup)

// The test's DOM does not compute who lies above whom.
const user = userEvent.setup({ pointerEventsCheck: 0 })

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
      <Link to="/otra">Otra pantalla</Link>
    </>
  )
}

function DialogForm() {
  const [open, setOpen] = useState(true)
  const [text, setText] = useState('')
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Agregar Estudio"
      unsaved={text !== ''}
      footer={<DialogCancel />}
    >
      <input aria-label="Enlace" value={text} onChange={(event) => setText(event.target.value)} />
    </Dialog>
  )
}

function open(Screen: () => React.ReactNode) {
  const router = createMemoryRouter(
    [
      {
        element: (
          <>
            <Outlet />
            <UnsavedQuestion />
          </>
        ),
        children: [
          { path: '/', Component: Screen },
          { path: '/otra', element: <h1>Otra</h1> },
        ],
      },
    ],
    { initialEntries: ['/otra', '/'] },
  )
  render(<RouterProvider router={router} />)
  return router
}

const type = (label: string, text: string) => user.type(screen.getByLabelText(label), text)
const click = (name: string) => user.click(screen.getByRole('button', { name }))
const question = () => screen.queryByRole('alertdialog', { name: '¿Salir sin guardar?' })

/** Whether the browser would ask before it reloads or closes the page. */
function browserAsks(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

it('asks before a link leaves unsaved input, keeps it, and goes when told to', async () => {
  const router = open(Form)
  await type('Nota', 'Reposo')
  await user.click(screen.getByText('Otra pantalla'))
  expect(question()?.textContent).toContain('Lo que escribiste se perderá.')
  await click('Seguir aquí')
  expect(question()).toBeNull()
  expect(router.state.location.pathname).toBe('/')
  expect(screen.getByLabelText<HTMLInputElement>('Nota').value).toBe('Reposo')

  await act(() => router.navigate(-1))
  expect(question()).toBeTruthy()
  await click('Salir sin guardar')
  expect(await screen.findByRole('heading', { name: 'Otra' })).toBeTruthy()
  expect(question()).toBeNull()
  expect(browserAsks()).toBe(false)
})

it('lets go without a question when nothing was typed, or when it was stored', async () => {
  const router = open(Form)
  await user.click(screen.getByText('Otra pantalla'))
  expect(router.state.location.pathname).toBe('/otra')
  await act(() => router.navigate(-1))
  await type('Nota', 'Reposo')
  await click('Guardar')
  expect(router.state.location.pathname).toBe('/otra')
})

it('asks nothing when only the state of a list in the address changes', async () => {
  const router = open(Form)
  await type('Nota', 'Reposo')
  await click('Siguiente')
  expect(router.state.location.search).toBe('?pagina=2')
  expect(question()).toBeNull()
})

it('has the browser ask before a reload only while something is unsaved', async () => {
  open(Form)
  expect(browserAsks()).toBe(false)
  await type('Nota', 'R')
  expect(browserAsks()).toBe(true)
  await type('Nota', '{Backspace}')
  expect(browserAsks()).toBe(false)
})

it('asks before anything else that leaves, such as signing out', async () => {
  open(Form)
  const signOut = vi.fn()
  askToLeave(signOut)
  expect(signOut).toHaveBeenCalledOnce()
  await type('Nota', 'Reposo')
  await act(async () => askToLeave(signOut))
  await click('Seguir aquí')
  expect(signOut).toHaveBeenCalledOnce()
  await act(async () => askToLeave(signOut))
  await click('Salir sin guardar')
  expect(signOut).toHaveBeenCalledTimes(2)
})

it.each([
  ['Escape', () => user.keyboard('{Escape}')],
  ['the cross', () => click('Cerrar')],
  ["'Cancelar'", () => click('Cancelar')],
])('a dialog with input asks before %s closes it', async (_, leave) => {
  open(DialogForm)
  await type('Enlace', 'https://')
  expect(browserAsks()).toBe(true)
  await leave()
  expect(question()).toBeTruthy()
  await click('Seguir aquí')
  expect(screen.getByLabelText<HTMLInputElement>('Enlace').value).toBe('https://')
  await waitFor(() => expect(question()).toBeNull())
  await leave()
  await click('Salir sin guardar')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(browserAsks()).toBe(false)
})

it('a dialog without input closes at once', async () => {
  open(DialogForm)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})
