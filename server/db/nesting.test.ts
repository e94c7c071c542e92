import { expect, test } from 'vitest'
import { maxNesting, requireShallow, requireShallowJson, requireShallowValue } from './nesting.ts'

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test('values up to the limit pass, also many side by side', () => {
  expect(() => requireShallow(nested(maxNesting), true)).not.toThrow()
  expect(() => requireShallow(nested(2).repeat(500), true)).not.toThrow()
  expect(() => requireShallowValue(JSON.parse(nested(maxNesting)))).not.toThrow()
  expect(() => requireShallowValue(Array(500).fill([[]]))).not.toThrow()
})

test('deeper ones are refused, whatever the brackets', () => {
  expect(() => requireShallow(nested(maxNesting + 1), true)).toThrow('nested deeper')
  expect(() => requireShallow(`${'{"a":['.repeat(51)}`, true)).toThrow('nested deeper')
  expect(() => requireShallow('('.repeat(maxNesting + 1), false)).toThrow('nested deeper')
  expect(() => requireShallowValue(JSON.parse(nested(maxNesting + 1)))).toThrow('nested deeper')
  expect(() => requireShallowValue({ a: JSON.parse(nested(50_000)) })).toThrow('nested deeper')
})

test('brackets in the strings of json do not count, but what follows the string does', () => {
  const text = `"${'['.repeat(200)}\\"${'['.repeat(200)}"`
  expect(() => requireShallow(`{"a":${text}}`, true)).not.toThrow()
  expect(() => requireShallow(`[${text},${nested(101)}]`, true)).toThrow('nested deeper')
  expect(() => requireShallow(text, false)).toThrow('nested deeper')
})

test('a text that cannot be json may have any brackets', () => {
  expect(() => requireShallowJson(`Nota ${'('.repeat(200)}`)).not.toThrow()
  expect(() => requireShallowJson(`:${'('.repeat(200)}`)).not.toThrow()
  expect(() => requireShallowJson(` \n${nested(101)}`)).toThrow('nested deeper')
})
