import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { LongText } from './long-text.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('has the whole text behind a press where it is cut, and nothing to press where it is not', async () => {
  const height = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(120)
  render(<LongText>Sin datos de lesión.</LongText>)
  await userEvent.click(screen.getByRole('button', { name: 'Ver todo', expanded: false }))
  expect(screen.getByText('Sin datos de lesión.').className).not.toContain('line-clamp')
  await userEvent.click(screen.getByRole('button', { name: 'Ver menos', expanded: true }))
  expect(screen.getByText('Sin datos de lesión.').className).toContain('line-clamp')
  cleanup()
  height.mockReturnValue(0)
  render(<LongText>Sin datos de lesión.</LongText>)
  expect(screen.queryByRole('button')).toBeNull()
})
