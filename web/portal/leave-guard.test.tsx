import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import {
  createBrowserRouter,
  Link,
  Outlet,
  RouterProvider,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { useUnsavedWarning } from '#web/ui/unsaved.ts'
import { LeaveGuard } from './leave-guard.tsx'

const user = userEvent.setup({ pointerEventsCheck: 0 })
let router: ReturnType<typeof createBrowserRouter>

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

function Root() {
  return (
    <>
      <Outlet />
      <LeaveGuard />
    </>
  )
}

beforeEach(() => {
  window.history.replaceState(null, '', '/inicio')
  router = createBrowserRouter([
    {
      element: <Root />,
      children: [
        { path: '/inicio', element: <h1>Inicio</h1> },
        { path: '/lista', element: <Form /> },
        { path: '/otra', element: <Other /> },
      ],
    },
  ])
  render(<RouterProvider router={router} useTransitions={false} />)
})
afterEach(() => {
  cleanup()
  router.dispose()
})

const type = (text: string) => user.type(screen.getByLabelText('Nota'), text)
const click = (name: string) => user.click(screen.getByRole('button', { name }))
const question = () => screen.queryByRole('alertdialog', { name: '¿Salir sin guardar?' })
const typed = () => screen.getByLabelText<HTMLInputElement>('Nota').value

async function openForm() {
  await router.navigate('/lista')
  await screen.findByLabelText('Nota')
}

it('goes where a link leads, with its state, and back again', async () => {
  await openForm()
  await user.click(screen.getByText('Otra pantalla'))
  expect((await screen.findByRole('heading')).textContent).toBe('Otra, {"from":"lista"}')
  await router.navigate(-1)
  expect(await screen.findByLabelText('Nota')).toBeTruthy()
})

it('asks before a link leaves unsaved input, keeps it, and goes when told to', async () => {
  await openForm()
  await type('Reposo')
  await user.click(screen.getByText('Otra pantalla'))
  await waitFor(() => expect(question()?.textContent).toContain('Lo que escribiste se perderá.'))
  await click('Seguir aquí')
  await waitFor(() => expect(question()).toBeNull())
  expect(window.location.pathname).toBe('/lista')
  expect(typed()).toBe('Reposo')
  await user.click(screen.getByText('Otra pantalla'))
  await waitFor(() => expect(question()).toBeTruthy())
  await click('Salir sin guardar')
  await waitFor(() => expect(window.location.pathname).toBe('/otra'))
  expect(question()).toBeNull()
})

it('going back from unsaved input stays and asks; told to, it goes back in earnest', async () => {
  await openForm()
  await type('Reposo')
  window.history.back()
  await waitFor(() => expect(question()).toBeTruthy())
  expect(window.location.pathname).toBe('/lista')
  expect(typed()).toBe('Reposo')
  await click('Salir sin guardar')
  expect((await screen.findByRole('heading')).textContent).toBe('Inicio')
})

it('lets go without a question when nothing was typed, or when it was stored', async () => {
  await openForm()
  await type('Reposo')
  await click('Guardar')
  await waitFor(() => expect(window.location.pathname).toBe('/otra'))
  expect(question()).toBeNull()
})

it('asks nothing when only the state of a list in the address changes', async () => {
  await openForm()
  await type('Reposo')
  await click('Siguiente')
  await waitFor(() => expect(window.location.search).toBe('?pagina=2'))
  expect(question()).toBeNull()
})
