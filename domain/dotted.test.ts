import { expect, it } from 'vitest'
import { dotted } from './dotted.ts'

it('a dot between two parts never begins a line, and what is missing has none', () => {
  expect(dotted(['Tomografías', null, false, '', 'Dr. Ruiz'])).toBe('Tomografías\u00a0· Dr. Ruiz')
  expect(dotted([undefined])).toBe('')
})
