import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Lightbox, type LightboxControl } from './lightbox.tsx'

const images = ['a', 'b', 'c'].map((file) => ({ file, alt: `Imagen ${file}` }))
afterEach(cleanup)

function show(index: number, shown = images) {
  const control = createRef<LightboxControl>()
  render(
    <>
      <button type="button">Abrir</button>
      <Lightbox ref={control} />
    </>,
  )
  const opener = screen.getByRole('button', { name: 'Abrir' })
  act(() => control.current?.open(shown, index, opener))
  return { opener }
}

test('next and previous go around, by button and by arrow key', async () => {
  show(2)
  expect(screen.getByRole('status').textContent).toBe('3 de 3')
  await userEvent.click(screen.getByRole('button', { name: 'Imagen siguiente' }))
  expect(screen.getByRole('img').getAttribute('alt')).toBe('Imagen a')
  await userEvent.click(screen.getByRole('button', { name: 'Imagen anterior' }))
  expect(screen.getByRole('status').textContent).toBe('3 de 3')
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' })
  expect(screen.getByRole('status').textContent).toBe('1 de 3')
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowLeft' })
  expect(screen.getByRole('status').textContent).toBe('3 de 3')
})

test('a swipe of 50 px turns the page, a shorter one does not', () => {
  show(0)
  const picture = screen.getByRole('img')
  fireEvent.pointerDown(picture, { clientX: 200 })
  fireEvent.pointerUp(picture, { clientX: 151 })
  expect(screen.getByRole('status').textContent).toBe('1 de 3')
  fireEvent.pointerDown(picture, { clientX: 200 })
  fireEvent.pointerUp(picture, { clientX: 150 })
  expect(screen.getByRole('status').textContent).toBe('2 de 3')
})

test('one image has no way to turn', () => {
  show(0, images.slice(0, 1))
  const buttons = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(buttons.filter(Boolean)).toEqual(['Cerrar'])
})

test('closing empties the box, gives the focus back', async () => {
  const { opener } = show(0)
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
})
