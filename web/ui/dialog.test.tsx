import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useRef, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

afterEach(cleanup)

function Example({ dismissible }: { dismissible?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Agregar estudio" dismissible={dismissible}>
        <input aria-label="Enlace" />
      </Dialog>
      <Toaster />
    </>
  )
}

it('takes the focus and gives it back to what opened it', async () => {
  render(<Example />)
  const opener = screen.getByRole('button', { name: 'Abrir' })
  await userEvent.click(opener)
  const dialog = screen.getByRole('dialog', { name: 'Agregar estudio' })
  expect(dialog.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('leaves the focus where a new screen has put it', async () => {
  function Screens() {
    const [open, setOpen] = useState(false)
    const [arrived, setArrived] = useState(false)
    const heading = useRef<HTMLHeadingElement>(null)
    useEffect(() => {
      if (arrived) heading.current?.focus()
    }, [arrived])
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Buscar
        </button>
        <h1 ref={heading} tabIndex={-1}>
          Expediente
        </h1>
        <Dialog open={open} onOpenChange={setOpen} title="Buscar">
          <button
            type="button"
            onClick={() => {
              setOpen(false)
              setArrived(true)
            }}
          >
            Ana Ruiz
          </button>
        </Dialog>
      </>
    )
  }
  render(<Screens />)
  await userEvent.click(screen.getByRole('button', { name: 'Buscar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Ana Ruiz' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await new Promise((done) => setTimeout(done))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Expediente' }))
})

it('begins at the first field of a form that can be filled in', async () => {
  render(
    <Dialog
      open
      onOpenChange={() => {}}
      title="Nueva Cita"
      wrap={(content) => <form aria-label="cita">{content}</form>}
    >
      <input type="hidden" />
      <input aria-label="Folio" disabled />
      <input aria-label="Paciente" />
    </Dialog>,
  )
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Paciente')))
})

it('stays open while something is being saved', async () => {
  render(<Example dismissible={false} />)
  await userEvent.click(screen.getByRole('button', { name: 'Abrir' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeTruthy()
})

it('stays open when a message is closed above it', async () => {
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  render(<Example />)
  await user.click(screen.getByRole('button', { name: 'Abrir' }))
  act(() => toast({ title: 'Error', variant: 'destructive' }))
  await user.click(screen.getByRole('button', { name: 'Cerrar aviso' }))
  expect(screen.getByRole('dialog')).toBeTruthy()
})

function Confirmation({ onConfirm }: { onConfirm: () => Promise<void> }) {
  const [open, setOpen] = useState(true)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      title="¿Eliminar el estudio de Ana Ruiz?"
      onConfirm={onConfirm}
    />
  )
}

it('a confirmation names the item, warns, and has the focus on Cancelar', async () => {
  render(<Confirmation onConfirm={async () => {}} />)
  const dialog = screen.getByRole('alertdialog', { name: '¿Eliminar el estudio de Ana Ruiz?' })
  expect(dialog.textContent).toContain('Esta acción es irreversible.')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancelar'))
})

it('a confirmation is busy until it is done, asks once, and then closes', async () => {
  let finish = () => {}
  const onConfirm = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  render(<Confirmation onConfirm={onConfirm} />)
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }))
  const busy = screen.getByRole('button', { name: 'Eliminando...' })
  expect(busy.getAttribute('aria-busy')).toBe('true')
  await userEvent.click(busy)
  await userEvent.keyboard('{Escape}')
  expect(onConfirm).toHaveBeenCalledOnce()
  expect(screen.getByRole('alertdialog')).toBeTruthy()
  await act(async () => finish())
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

function List() {
  const [open, setOpen] = useState(false)
  const [rows, setRows] = useState(['Ana', 'Luis'])
  return (
    <main tabIndex={-1}>
      {rows.map((row) => (
        <button key={row} type="button" onClick={() => setOpen(true)}>
          {row}
        </button>
      ))}
      <Dialog open={open} onOpenChange={setOpen} title="¿Rechazar?">
        <p>Sí o no</p>
      </Dialog>
      <button type="button" onClick={() => setRows(['Luis'])}>
        Responder
      </button>
    </main>
  )
}
/** Opens the dialog at Ana, and closes it again. */
async function openAndClose() {
  render(<List />)
  const opener = screen.getByRole('button', { name: 'Ana' })
  await userEvent.click(opener)
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(opener))
}

it('gives the focus to what was around when the opener goes away after the dialog', async () => {
  await openAndClose()
  act(() => screen.getByText('Responder').click())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

it('leaves it where somebody has moved it before the opener went away', async () => {
  await openAndClose()
  const elsewhere = screen.getByRole('button', { name: 'Luis' })
  act(() => elsewhere.focus())
  act(() => screen.getByText('Responder').click())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Ana' })).toBeNull())
  expect(document.activeElement).toBe(elsewhere)
})
