import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { StudyFileField } from './study-file-field.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  ['a mouse', false, ['Elegir archivos', 'Elegir carpeta']],
  ['fingers', true, ['Elegir archivos']],
])('with %s offers what can be done there', (_, matches, buttons) => {
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {}, removeEventListener() {} }))
  render(<StudyFileField label="Archivo del Estudio" files={null} onChange={() => {}} disabled={false} />)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons)
  expect(screen.queryByText(/^Suelta aquí/) === null).toBe(matches)
  expect(screen.queryByLabelText('Carpeta del estudio') === null).toBe(matches)
})
