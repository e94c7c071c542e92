import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Dialog, DialogCancel } from './dialog.tsx'
import { askToLeave, useUnsavedWarning } from './unsaved.ts'
import { UnsavedQuestion } from './unsaved-question.tsx'

afterEach(cleanup)

// The test's DOM does not compute who lies above whom.
const user = userEvent.setup({ pointerEventsCheck: 0 })

function Form() {
  const [text, setText] = useState('')
  useUnsavedWarning(text !== '')
  return <input aria-label="Nota" value={text} onChange={(event) => setText(event.target.value)} />
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
  render(
    <>
      <Screen />
      <UnsavedQuestion />
    </>,
  )
}

const type = (label: string, text: string) => user.type(screen.getByLabelText(label), text)
const click = (name: string) => user.click(screen.getByRole('button', { name }))
const question = () => screen.queryByRole('alertdialog', { name: '¿Salir sin guardar?' })

/** Whether the browser would ask before it reloads or closes the page. */
function browserAsks(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

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
