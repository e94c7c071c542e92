import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { Odontogram } from './odontogram.tsx'

afterEach(cleanup)

let marked: number[] = []
function Held() {
  const [teeth, setTeeth] = useState<number[]>([])
  marked = teeth
  return <Odontogram marked={teeth} onChange={setTeeth} />
}

it('names each tooth, and says which are marked', async () => {
  render(<Held />)
  const molar = screen.getByRole('checkbox', { name: 'Pieza 36, primer molar inferior izquierdo' })
  await userEvent.click(molar)
  expect(molar).toHaveProperty('checked', true)
  expect(screen.getAllByRole('checkbox')).toHaveLength(32)
})

it('is one stop, and goes from tooth to tooth by arrows', async () => {
  render(<Held />)
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('{ArrowRight}{ArrowDown} ')
  expect(marked).toEqual([31])
  await userEvent.tab()
  expect(document.activeElement).toBe(document.body)
})

it('takes the number of a tooth, also one of the teeth that are not shown', async () => {
  render(<Held />)
  await userEvent.tab()
  await userEvent.tab()
  await userEvent.keyboard('46')
  await userEvent.keyboard('5575')
  expect(marked).toEqual([46, 55, 75])
  expect(document.activeElement).toHaveProperty('value', '75')
  await userEvent.keyboard('9946')
  expect(marked).toEqual([55, 75])
})
