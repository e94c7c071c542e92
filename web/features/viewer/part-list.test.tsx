import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Part } from '#web/imaging/types.ts'
import { PartList } from './part-list.tsx'

afterEach(cleanup)

const mesh = (id: string): Part => ({ kind: 'mesh', id, name: `${id}.ply`, format: 'ply', bytes: 1 })
const photo: Part = { kind: 'photo', id: 'foto', name: 'foto.png', type: 'image/png' }

it('models, which are seen together, are no list of parts; beside something else they are one part', async () => {
  const [lower, upper] = [mesh('inferior'), mesh('superior')]
  const onChoose = vi.fn()
  const { rerender } = render(<PartList parts={[lower, upper]} chosen={lower} onChoose={onChoose} />)
  expect(screen.queryByRole('navigation')).toBeNull()
  rerender(<PartList parts={[lower, photo, upper]} chosen={upper} onChoose={onChoose} />)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Modelos 3D2 archivos',
    'foto.pngFoto',
  ])
  expect(screen.getByRole('button', { name: /^Modelos/ }).getAttribute('aria-current')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: /^Modelos/ }))
  expect(onChoose).toHaveBeenCalledWith('inferior')
})
