import { cleanup, render, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Bar } from '../stage/bar.tsx'
import { WorkBar } from './work-bar.tsx'

afterEach(cleanup)

/** The line of a narrow frame. */
function narrow(images = 2) {
  const [work, state] = [document.createElement('div'), document.createElement('div')]
  document.body.append(work, state)
  const told = { onOthers: vi.fn(), onAudience: vi.fn(), onCompare: vi.fn(), onOpen: vi.fn() }
  render(
    <Bar value={{ ways: null, tools: null, work, state }}>
      <WorkBar
        states={['saved', 'saving']}
        images={images}
        isOpen={false}
        others={true}
        audience="clinic"
        onGiveCurve={null}
        {...told}
      />
    </Bar>,
  )
  return { line: within(work), state, ...told }
}

it('where it is narrow it says the state and the key images, and everything else in words behind a button', async () => {
  const { line, state, onOthers, onAudience, onCompare, onOpen } = narrow()
  // In words, beside the title.
  expect(within(state).getByRole('status').textContent).toBe('Guardando...')
  expect(within(state).getByText('Guardando...').className).not.toContain('sr-only')
  await userEvent.click(line.getByRole('button', { name: 'Imágenes clave (2)' }))
  expect(onOpen).toHaveBeenCalledOnce()
  const pick = async (name: string) => {
    await userEvent.click(line.getByRole('button', { name: 'Marcas y comparación' }))
    await userEvent.click(line.getByRole('button', { name }))
  }
  await pick('Marcas de otros')
  await pick('Mis marcas: la clínica')
  await pick('Comparar')
  expect(onOthers).toHaveBeenCalledExactlyOnceWith(false)
  expect(onAudience).toHaveBeenCalledExactlyOnceWith('author')
  expect(onCompare).toHaveBeenCalledOnce()
  expect(line.queryByRole('list')).toBeNull()
})

it('where it is narrow key images that are not there yet are in that list, too', async () => {
  const { line, onOpen } = narrow(0)
  expect(line.queryByRole('button', { name: /^Imágenes clave/ })).toBeNull()
  await userEvent.click(line.getByRole('button', { name: 'Marcas y comparación' }))
  await userEvent.click(line.getByRole('button', { name: 'Imágenes clave (0)' }))
  expect(onOpen).toHaveBeenCalledOnce()
})
