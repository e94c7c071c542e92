import { describe, expect, it } from 'vitest'
import { fittingTools } from './fitting-tools.ts'

const tools = [
  { id: 'window' },
  { id: 'length' },
  { id: 'fit', first: true },
  { id: 'turn', first: true, secondary: true },
  { id: 'save', secondary: true },
  { id: 'panel' },
]
const ids = (some: { id: string }[]) => some.map(({ id }) => id).join(' ')
const fitted = (width: number) => {
  const { row, more } = fittingTools(tools, { width, button: 40, gap: 10 })
  return [ids(row), ids(more)]
}

describe('tools in a row', () => {
  it('all stand there where they have room, and where nobody knows how much there is', () => {
    expect(fitted(260)).toEqual(['window length fit turn save panel', ''])
    expect(fitted(0)).toEqual(['window length fit turn save panel', ''])
  })

  it('that do not fit go behind a button that fits: secondary ones first, and the others stay in their order', () => {
    expect(fitted(259)).toEqual(['window length fit panel', 'turn save'])
    expect(fitted(210)).toEqual(['window length fit panel', 'turn save'])
    expect(fitted(209)).toEqual(['window length fit', 'turn save panel'])
    expect(fitted(100)).toEqual(['window', 'length fit turn save panel'])
  })
})
