import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { until } from '#tests/until.ts'
import type { ReportPhrase } from '#web/queries/report-templates.ts'
import { ReportText } from './report-text.tsx'

afterEach(cleanup)

const phrase = (title: string, text: string): ReportPhrase => ({
  ...{ id: title, template_id: null, section_key: null, owner_id: null, created_at: '' },
  title,
  text,
})
const phrases = [
  phrase('Senos libres', 'Ambos senos.'),
  phrase('Lesión apical', 'Lesión de [tamaño] mm en [diente].'),
]

function Editor() {
  const [text, setText] = useState('')
  return (
    <>
      <ReportText
        {...{ id: 'dientes', label: 'Dientes', value: text, maxLength: 5000, phrases }}
        onChange={setText}
        onLeave={() => {}}
      />
      <button type="button">Después</button>
    </>
  )
}

it('a slash finds by letters without accents, and Tab goes through the blanks, then out of the field', async () => {
  const user = userEvent.setup()
  render(<Editor />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Dientes' })
  await user.type(field, 'Ver: /LESION')
  expect(screen.getAllByRole('option').map(({ firstChild }) => firstChild?.textContent)).toEqual([
    'Lesión apical',
  ])
  await user.keyboard('{Enter}')
  expect(field.value).toBe('Ver: Lesión de [tamaño] mm en [diente].')
  const marked = () => field.value.slice(field.selectionStart, field.selectionEnd)
  await until(() => expect(marked()).toBe('[tamaño]'))
  await user.keyboard('3{Tab}36{Tab}')
  expect(field.value).toBe('Ver: Lesión de 3 mm en 36.')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Después' }))
})

it('a slash alone offers all of them, and Escape none', async () => {
  const user = userEvent.setup()
  render(<Editor />)
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Dientes' })
  await user.type(field, '/')
  expect(screen.getAllByRole('option')).toHaveLength(2)
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard('{Enter}')
  expect(field.value).toBe('/\n')
})
