import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { MoreActions } from './more-actions.tsx'

afterEach(cleanup)

const reject = vi.fn()
const show = () => {
  render(
    <MoreActions
      of="Ana Ruiz"
      busy={false}
      actions={[
        { label: 'Aceptar', onPick: () => {} },
        { label: 'Rechazar', tone: 'bad', onPick: reject },
      ]}
    />,
  )
  return screen.getByRole('button', { name: 'Más acciones' })
}
const action = (name: string) => screen.queryByRole('button', { name })

it('shows its actions when it is pressed, and gives the focus back', async () => {
  const opener = show()
  expect(action('Rechazar')).toBeNull()
  await userEvent.click(opener)
  expect(document.activeElement).toBe(action('Aceptar'))
  await userEvent.click(screen.getByRole('button', { name: 'Rechazar' }))
  expect(reject).toHaveBeenCalledOnce()
  expect([action('Rechazar'), document.activeElement]).toEqual([null, opener])
})

it('closes on Escape and on a press elsewhere', async () => {
  const opener = show()
  await userEvent.click(opener)
  await userEvent.keyboard('{Escape}')
  expect([action('Aceptar'), document.activeElement]).toEqual([null, opener])
  await userEvent.click(opener)
  await userEvent.click(document.body)
  expect(action('Aceptar')).toBeNull()
})
