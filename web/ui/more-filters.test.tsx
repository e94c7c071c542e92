import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { MoreFilters } from './more-filters.tsx'

const isOpen = () => screen.getByRole('button', { name: 'Filtros' }).getAttribute('aria-expanded')

it('opens when a filter is set, also later, until somebody closes it', async () => {
  const { rerender } = render(<MoreFilters active={false}>Estado</MoreFilters>)
  expect(isOpen()).toBe('false')
  // Back to an address that has a filter.
  rerender(<MoreFilters active>Estado</MoreFilters>)
  expect(isOpen()).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: 'Filtros' }))
  expect(isOpen()).toBe('false')
})
