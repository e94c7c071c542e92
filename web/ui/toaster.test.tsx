import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toast, toastOnNextPage } from './toast.ts'
import { Toaster } from './toaster.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => vi.runAllTimers())
  cleanup()
  vi.useRealTimers()
  sessionStorage.clear()
})

function show(message: Parameters<typeof toast>[0]) {
  act(() => toast(message))
}
function pass(milliseconds: number) {
  act(() => vi.advanceTimersByTime(milliseconds))
}

it('shows one message at a time', () => {
  render(<Toaster />)
  show({ title: 'Primero' })
  show({ title: 'Segundo' })
  expect(screen.queryByText('Primero')).toBeNull()
  expect(screen.getByText('Segundo')).toBeTruthy()
})

it('takes a message down after 5 seconds', () => {
  render(<Toaster />)
  show({ title: 'Éxito' })
  pass(4_999)
  expect(screen.queryByText('Éxito')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Éxito')).toBeNull()
})

it('gives a second message its own 5 seconds', () => {
  render(<Toaster />)
  show({ title: 'Primero' })
  pass(4_000)
  show({ title: 'Segundo' })
  pass(4_999)
  expect(screen.queryByText('Segundo')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Segundo')).toBeNull()
})

it.each([
  ['hovered', fireEvent.mouseEnter, fireEvent.mouseLeave],
  ['focused', fireEvent.focus, fireEvent.blur],
])('waits while the message is %s', (_how, begin, end) => {
  render(<Toaster />)
  show({ title: 'Éxito' })
  pass(3_000)
  begin(screen.getByText('Éxito'))
  pass(60_000)
  expect(screen.queryByText('Éxito')).not.toBeNull()
  end(screen.getByText('Éxito'))
  pass(1_999)
  expect(screen.queryByText('Éxito')).not.toBeNull()
  pass(1)
  expect(screen.queryByText('Éxito')).toBeNull()
})

it('announces errors at once and everything else politely', () => {
  render(<Toaster />)
  show({ title: 'Éxito' })
  expect(screen.getByRole('status').textContent).toContain('Éxito')
  show({ title: 'Error', variant: 'destructive' })
  expect(screen.getByRole('alert').textContent).toContain('Error')
  expect(screen.getByRole('status').textContent).toBe('')
})

it.each([
  [49, true],
  [50, false],
])('a swipe of %i px leaves the message: %s', (distance, stays) => {
  render(<Toaster />)
  show({ title: 'Éxito' })
  const message = screen.getByText('Éxito')
  fireEvent.pointerDown(message, { button: 0, clientX: 100 })
  fireEvent.pointerMove(message, { clientX: 100 + distance })
  fireEvent.pointerUp(message, { clientX: 100 + distance })
  expect(screen.queryByText('Éxito') !== null).toBe(stays)
})

it('can be closed', () => {
  render(<Toaster />)
  show({ title: 'Éxito' })
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar aviso' }))
  expect(screen.queryByText('Éxito')).toBeNull()
})

it('shows what the page before left, once', () => {
  const left = { title: 'Sesión cerrada', description: 'Has cerrado sesión correctamente.' }
  sessionStorage.setItem('toast', JSON.stringify(left))
  const { unmount } = render(<Toaster />)
  expect(screen.getByText('Has cerrado sesión correctamente.')).toBeTruthy()
  pass(5_000)
  unmount()
  render(<Toaster />)
  expect(screen.queryByText('Sesión cerrada')).toBeNull()
})

it('one to retry leads to a path of this site, and stays until it is closed', () => {
  sessionStorage.setItem(
    'toast',
    JSON.stringify({ title: 'Error', variant: 'destructive', retry: '/dashboard/studies' }),
  )
  const { unmount } = render(<Toaster />)
  pass(60_000)
  expect(screen.getByRole('link', { name: 'Reintentar' }).getAttribute('href')).toBe('/dashboard/studies')
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar aviso' }))
  expect(screen.queryByText('Error')).toBeNull()
  unmount()
  sessionStorage.setItem('toast', JSON.stringify({ title: 'Otro', retry: '//otro.test' }))
  render(<Toaster />)
  expect(screen.queryByRole('link')).toBeNull()
})

it('only logs a kept message that it cannot read', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  sessionStorage.setItem('toast', '{"title":')
  render(<Toaster />)
  expect(warn).toHaveBeenCalledOnce()
  expect(screen.getByRole('status').textContent).toBe('')
  warn.mockRestore()
})

it('leaves a message for the next page to that page, even when it comes after it was kept', () => {
  toastOnNextPage({ title: 'Sesión cerrada' })
  render(<Toaster />)
  expect(screen.queryByText('Sesión cerrada')).toBeNull()
  expect(sessionStorage.getItem('toast')).toContain('Sesión cerrada')
})
