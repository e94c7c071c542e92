import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { Pagination } from './pagination.tsx'

afterEach(cleanup)

const noun = ['cita', 'citas'] as const
const show = (page: number, total: number) => {
  const onPage = vi.fn()
  render(<Pagination {...{ page, total, onPage, noun }} pageSize={10} />)
  return onPage
}

it('counts what fits on one page without any buttons', () => {
  show(1, 1)
  expect(screen.getByRole('navigation').textContent).toBe('1 cita')
})

it('leads from page to page', async () => {
  const onPage = show(2, 10_000)
  expect(screen.getByText('10,000 citas')).toBeTruthy()
  expect(screen.getByText('Página 2 de 1,000')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Siguiente' }))
  await userEvent.click(screen.getByRole('button', { name: 'Anterior' }))
  expect(onPage.mock.calls).toEqual([[3], [1]])
})

it('says only that there are more than 10,000', () => {
  show(1, 10_001)
  expect(screen.getByText('más de 10,000 citas')).toBeTruthy()
  expect(screen.getByText('Página 1')).toBeTruthy()
})

it('tells on the last page that it reaches how to see the others', () => {
  show(1_000, 48_213)
  expect(screen.getByText('más de 10,000 citas: busca o filtra para ver más')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Siguiente' }).hasAttribute('disabled')).toBe(true)
})

it('a page behind the last one leads to the last, which takes its place', () => {
  const onPage = vi.fn()
  const { rerender } = render(
    <Pagination page={9} pageSize={10} total={41} onPage={onPage} noun={['cita', 'citas']} />,
  )
  expect(onPage).toHaveBeenCalledExactlyOnceWith(5, { replace: true })
  onPage.mockClear()
  rerender(<Pagination page={5} pageSize={10} total={41} onPage={onPage} noun={['cita', 'citas']} />)
  expect(onPage).not.toHaveBeenCalled()
})

it('gives the focus to the way back where the pages end, and again where they begin', async () => {
  function Pages() {
    const [page, setPage] = useState(1)
    return <Pagination {...{ page, noun }} total={20} pageSize={10} onPage={setPage} />
  }
  render(<Pages />)
  const [back, on] = ['Anterior', 'Siguiente'].map((name) => screen.getByRole('button', { name }))
  await userEvent.tab()
  expect(document.activeElement).toBe(on)
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(back)
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(on)
})
