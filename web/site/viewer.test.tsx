import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { liveViewer } from './live/viewer.ts'
import { type Study, studies, studiesOf } from './studies.ts'
import { Viewer } from './viewer.tsx'

afterEach(() => document.body.replaceChildren())

function serve(shown: Study[]) {
  document.body.innerHTML = renderToStaticMarkup(<Viewer studies={shown} />)
  liveViewer()
}

const selected = () => screen.getByRole('tab', { selected: true }).textContent

test('arrow keys choose the next study around the ends and take the focus along', async () => {
  serve(studies)
  expect(selected()).toBe('Tomografía')
  screen.getByRole('tab', { selected: true }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(selected()).toBe('Panorámica')
  expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }))
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(selected()).toBe('Escaneo')
  await userEvent.keyboard('{Home}')
  expect(selected()).toBe('Tomografía')
})

test('the panel shows the chosen study, and the one before again', async () => {
  serve(studies)
  await userEvent.click(screen.getByRole('tab', { name: 'Carpal' }))
  const panel = screen.getByRole('tabpanel', { name: 'Carpal' })
  expect(panel.querySelector('img')?.alt).toContain('carpal')
  expect(screen.getByText('Radiografía Carpal')).toBeDefined()
  await userEvent.click(screen.getByRole('tab', { name: 'Tomografía' }))
  expect(screen.getByRole('tabpanel', { name: 'Tomografía' })).toBeDefined()
  expect(screen.queryByText('Radiografía Carpal')).toBeNull()
})

test("the clinic's own image takes the place of ours, with the label only where it is an illustration", () => {
  const images = {
    tomografia: [{ file: 'cbct.jpg', alt: 'Tomografía de nuestro gabinete', illustrative: false }],
  }
  serve(studiesOf({ images }))
  const panel = screen.getByRole('tabpanel')
  const picture = panel.querySelector('img')
  expect(picture?.getAttribute('src')).toBe('/img/clinica/cbct.jpg')
  expect(picture?.alt).toBe('Tomografía de nuestro gabinete')
  expect(screen.queryByText('Imagen ilustrativa')).toBeNull()
  // Our volume is not theirs.
  expect(panel.querySelector('canvas')).toBeNull()
})

test('the tomography comes first, with its three cuts and where they lie', () => {
  serve(studies)
  const panel = screen.getByRole('tabpanel', { name: 'Tomografía' })
  expect(panel.querySelector('img')?.alt).toMatch(/^Ejemplo ilustrativo de tomografía/)
  expect([...panel.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'Axial z −12.8\u00a0mm',
    'Coronal y 30.8\u00a0mm',
    'Sagital x 25.8\u00a0mm',
  ])
  expect(screen.getByText('Imagen ilustrativa')).toBeDefined()
})
