import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { Carousel } from './carousel.tsx'
import { Lightbox } from './lightbox.tsx'
import { liveLightbox } from './live/lightbox.ts'
import type { StudyImage } from './studies.ts'

const images: StudyImage[] = ['a', 'b', 'c'].map((file) => ({ file, alt: `Imagen ${file}` }))
afterEach(() => document.body.replaceChildren())

/** The served page with one card, and one of its images opened. */
async function show(index: number, shown = images) {
  const page = document.createElement('div')
  page.innerHTML = renderToStaticMarkup(
    <>
      <Carousel size="small" title="Estudio" images={shown} />
      <Lightbox />
    </>,
  )
  document.body.append(page)
  liveLightbox()
  const opener = screen.getByRole('link', { name: `Ampliar imagen: ${shown[index]?.alt}` })
  await userEvent.click(opener)
  return { opener }
}

const picture = () => document.querySelector('dialog img')

test('next and previous go around, by button and by arrow key', async () => {
  await show(2)
  expect(screen.getByRole('status').textContent).toBe('3 de 3')
  await userEvent.click(screen.getByRole('button', { name: 'Imagen siguiente' }))
  expect(picture()?.getAttribute('alt')).toBe('Imagen a')
  await userEvent.click(screen.getByRole('button', { name: 'Imagen anterior' }))
  expect(screen.getByRole('status').textContent).toBe('3 de 3')
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' })
  expect(screen.getByRole('status').textContent).toBe('1 de 3')
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowLeft' })
  expect(screen.getByRole('status').textContent).toBe('3 de 3')
})

test('a swipe of 50 px turns the page, a shorter one does not', async () => {
  await show(0)
  const swipe = (from: number, to: number) => {
    const image = picture()
    if (!image) throw new Error('There is no picture')
    fireEvent.pointerDown(image, { clientX: from })
    fireEvent.pointerUp(image, { clientX: to })
  }
  swipe(200, 151)
  expect(screen.getByRole('status').textContent).toBe('1 de 3')
  swipe(200, 150)
  expect(screen.getByRole('status').textContent).toBe('2 de 3')
})

test('the picture is drawn for the whole screen, at once', async () => {
  await show(1)
  expect(picture()?.previousElementSibling?.getAttribute('sizes')).toBe('100vw')
  expect(picture()?.getAttribute('loading')).toBe('eager')
})

test('one image has no way to turn', async () => {
  await show(0, images.slice(0, 1))
  const dialog = screen.getByRole('dialog')
  const buttons = [...dialog.querySelectorAll<HTMLElement>('button:not([hidden])')]
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(['Cerrar'])
})

test("the clinic's own image says that it is an illustration only where it is one", async () => {
  const own = [true, false].map((illustrative, index) => ({
    file: `${index}.jpg`,
    alt: `Nuestra ${index}`,
    own: { illustrative },
  }))
  await show(0, own)
  const caption = document.querySelector<HTMLElement>('dialog figcaption')
  expect(caption?.hidden).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Imagen siguiente' }))
  expect(picture()?.getAttribute('src')).toBe('/img/clinica/1.jpg')
  expect(caption?.hidden).toBe(true)
})

test('closing empties the box, gives the focus back', async () => {
  const { opener } = await show(0)
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(picture()).toBeNull()
  expect(document.activeElement).toBe(opener)
})
