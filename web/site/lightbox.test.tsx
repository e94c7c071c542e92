import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Lightbox } from './lightbox.tsx'

const images = ['a', 'b', 'c'].map((file) => ({ file, alt: `Imagen ${file}` }))
afterEach(cleanup)

test('next and previous go around, by button and by arrow key', async () => {
  render(<Lightbox images={images} start={2} onClose={() => {}} />)
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
  render(<Lightbox images={images} start={0} onClose={() => {}} />)
  const picture = screen.getByRole('img')
  fireEvent.pointerDown(picture, { clientX: 200 })
  fireEvent.pointerUp(picture, { clientX: 151 })
  expect(screen.getByRole('status').textContent).toBe('1 de 3')
  fireEvent.pointerDown(picture, { clientX: 200 })
  fireEvent.pointerUp(picture, { clientX: 150 })
  expect(screen.getByRole('status').textContent).toBe('2 de 3')
})

test('one image has no way to turn', () => {
  render(<Lightbox images={images.slice(0, 1)} start={0} onClose={() => {}} />)
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Cerrar'])
})

test('closing tells the page', async () => {
  const onClose = vi.fn()
  render(<Lightbox images={images} start={0} onClose={onClose} />)
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(onClose).toHaveBeenCalledOnce()
})
