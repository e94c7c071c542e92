import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Button } from './button.tsx'

afterEach(cleanup)

it('has the name that is seen while it is busy, and its own again afterwards', () => {
  const draw = (busy: boolean, busyLabel?: string) => (
    <Button aria-label="Unir Ana con Anna" busy={busy} busyLabel={busyLabel}>
      Unir
    </Button>
  )
  const { rerender } = render(draw(true, 'Uniendo...'))
  expect(screen.getByRole('button').getAttribute('aria-label')).toBeNull()
  expect(screen.getByRole('button', { name: 'Uniendo...' })).toHaveProperty('disabled', true)
  rerender(draw(true))
  expect(screen.getByRole('button', { name: 'Unir Ana con Anna' })).toHaveProperty('disabled', true)
  rerender(draw(false, 'Uniendo...'))
  expect(screen.getByRole('button', { name: 'Unir Ana con Anna' })).toHaveProperty('disabled', false)
})
