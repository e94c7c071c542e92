import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useQuickSearch } from './use-quick-search.tsx'

const code = vi.hoisted(() => {
  let arrive = () => {}
  return { loaded: new Promise<void>((resolve) => (arrive = resolve)), arrive: () => arrive() }
})
vi.mock('./pages/portal-search.tsx', async () => {
  await code.loaded
  return { PortalSearch: Field }
})

const focus = (field: HTMLElement | null) => field?.focus()

function Field({ takeTyped, onClose }: { takeTyped: () => string; onClose: () => void }) {
  const [value, setValue] = useState('')
  return (
    <div role="dialog">
      <input
        ref={focus}
        aria-label="Buscar"
        value={value}
        onFocus={() => setValue(takeTyped)}
        onChange={(event) => setValue(event.target.value)}
      />
      <button type="button" onClick={onClose}>
        Cerrar
      </button>
    </div>
  )
}

function Screen() {
  const { dialog } = useQuickSearch(true)
  return (
    <>
      <input aria-label="Notas" />
      {dialog}
    </>
  )
}

afterEach(cleanup)
const user = userEvent.setup()

it('what is typed while its code is on its way stands in its field, not in the one below', async () => {
  render(<Screen />)
  await user.click(screen.getByLabelText('Notas'))
  await user.keyboard('{Control>}k{/Control}')
  await user.keyboard('{Control>}k{/Control}marx{Backspace}i')
  await act(async () => code.arrive())
  const field = await screen.findByLabelText<HTMLInputElement>('Buscar')
  await user.keyboard('ana h')
  expect(field.value).toBe('mariana h')
  expect(screen.getByLabelText<HTMLInputElement>('Notas').value).toBe('')

  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  await user.keyboard('{Control>}k{/Control}')
  const again = await screen.findByLabelText<HTMLInputElement>('Buscar')
  await user.keyboard('luz')
  expect(again.value).toBe('luz')
})

it('whoever leaves the screen meanwhile types elsewhere', async () => {
  const { unmount } = render(<Screen />)
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  unmount()
  render(<input aria-label="Correo" />)
  await user.type(screen.getByLabelText('Correo'), 'ana')
  expect(screen.getByLabelText<HTMLInputElement>('Correo').value).toBe('ana')
})
