import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { WishSwitch } from './wish-switch.tsx'

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
})

async function show(save: (wanted: boolean) => Promise<void>) {
  const query = { queryKey: ['wish'], queryFn: async () => true }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WishSwitch query={query} label="Recuérdame mis citas" save={save} />
    </QueryClientProvider>,
  )
  return screen.findByRole<HTMLInputElement>('checkbox', { name: 'Recuérdame mis citas' })
}

it('follows the press at once, and keeps it when it is saved', async () => {
  let saved: () => void = () => {}
  const save = vi.fn(() => new Promise<void>((resolve) => (saved = resolve)))
  const box = await show(save)
  fireEvent.click(box)
  expect(box.checked).toBe(false)
  await until(() => expect(save.mock.calls).toEqual([[false, expect.anything()]]))
  await act(async () => saved())
  expect(box.checked).toBe(false)
})

it('goes back when it could not be saved, and says so', async () => {
  const box = await show(() => Promise.reject(new AppError('save_reminders', 'network')))
  fireEvent.click(box)
  expect(box.checked).toBe(false)
  await until(() => expect(box.checked).toBe(true))
  expect(toastStore.get()).not.toBeNull()
})

it('keeps its room while it is read, as nothing that can be pressed, and goes where there is no wish', async () => {
  let answer = (_: null) => {}
  const query = { queryKey: ['wish'], queryFn: () => new Promise<null>((resolve) => (answer = resolve)) }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WishSwitch query={query} label="Recuérdame mis citas" save={async () => {}} />
    </QueryClientProvider>,
  )
  expect(screen.getByText('Recuérdame mis citas')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await act(async () => answer(null))
  await until(() => expect(screen.queryByText('Recuérdame mis citas')).toBeNull())
})
