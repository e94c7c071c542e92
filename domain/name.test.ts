import { expect, it } from 'vitest'
import { names, noNames } from './name.cases.ts'
import { isName } from './name.ts'

it.each(names)('%j is a name', (text) => {
  expect(isName(text)).toBe(true)
})

it.each(noNames)('%j is no name', (text) => {
  expect(isName(text)).toBe(false)
})
