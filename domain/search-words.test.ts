import { expect, test } from 'vitest'
import { searchWordCases } from './search-words.cases.ts'
import { searchWords } from './search-words.ts'

test('the words of a term, the longest first', () => {
  for (const [term, words] of searchWordCases) expect([term, searchWords(term)]).toEqual([term, words])
})
