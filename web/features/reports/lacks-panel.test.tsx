import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { Lack } from '#domain/report-lacks.ts'
import { LacksPanel } from './lacks-panel.tsx'

afterEach(cleanup)

const lacks = (count: number): Lack[] =>
  Array.from({ length: count }, (_, at) => ({ field: 'impression', words: `Falta ${at + 1}` }))
const listed = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('shows the first three of many gaps, and all of them when asked', async () => {
  render(<LacksPanel lacks={lacks(12)} />)
  expect(listed()).toEqual(['Falta 1', 'Falta 2', 'Falta 3'])
  await userEvent.click(screen.getByRole('button', { name: 'Ver los 12 datos' }))
  expect(listed()).toHaveLength(12)
  expect(screen.queryByRole('button', { name: /^Ver los/ })).toBeNull()
  expect(document.activeElement?.textContent).toBe('Falta 4')
})

it('has no button for a single one more', () => {
  render(<LacksPanel lacks={lacks(4)} />)
  expect(listed()).toHaveLength(4)
})
