import { expect, it } from 'vitest'
import type { Mark } from '../stage/use-marks.tsx'
import { changesOf, type KnownMarks, mergeMarks } from './merge-marks.ts'

type Row = { id: string; version: string; author: string | null; x: number }

const mark = (id: string, x = 0, author?: string): Mark => ({
  id,
  kind: 'length',
  points: [{ x, y: 0 }],
  sheet: { view: 'picture', part: '1', frame: 0 },
  ...(author && { author }),
})
const row = (id: string, version: string, x = 0, author: string | null = null): Row => ({
  id,
  version,
  x,
  author,
})
const take = ({ id, x, author }: Row) => mark(id, x, author ?? undefined)
const nothing = () => false
const knows = (one: Mark, version: string): KnownMarks => new Map([[one.id, { mark: one, version }]])

it('shows what is kept, with the name of the colleague whose it is', () => {
  const { marks } = mergeMarks([], [row('a', '1', 5), row('b', '1', 6, 'Dra. Sol')], new Map(), {
    holds: nothing,
    take,
  })
  expect(marks).toEqual([mark('a', 5), mark('b', 6, 'Dra. Sol')])
})

it('a mark that is not kept yet stays, whatever is read', () => {
  const fresh = mark('a')
  expect(mergeMarks([fresh], [], new Map(), { holds: nothing, take }).marks).toEqual([fresh])
})

it('the newer row of a mark wins over what was kept here', () => {
  const own = mark('a', 1)
  const { marks, known } = mergeMarks([own], [row('a', '2', 9)], knows(own, '1'), { holds: nothing, take })
  expect(marks).toEqual([mark('a', 9)])
  expect(known.get('a')?.version).toBe('2')
})

it('a change that is still on its way is not overwritten by what is read meanwhile', () => {
  const own = mark('a', 1)
  const { marks } = mergeMarks([own], [row('a', '2', 9)], knows(own, '1'), {
    holds: (id) => id === 'a',
    take,
  })
  expect(marks).toEqual([own])
})

it('what was removed elsewhere goes; what is removed here does not come back before that is told', () => {
  const own = mark('a')
  expect(mergeMarks([own], [], knows(own, '1'), { holds: nothing, take }).marks).toEqual([])
  const { marks } = mergeMarks([], [row('a', '1')], knows(own, '1'), { holds: (id) => id === 'a', take })
  expect(marks).toEqual([])
})

it('keeps the same list where nothing changed', () => {
  const shown = [mark('a')]
  const known = knows(shown[0] as Mark, '1')
  expect(mergeMarks(shown, [row('a', '1')], known, { holds: nothing, take }).marks).toBe(shown)
})

it('a mark whose picture is not there yet is shown once it is', () => {
  const later = mergeMarks([], [row('a', '1')], new Map(), { holds: nothing, take: () => null })
  expect(later.marks).toEqual([])
  expect(mergeMarks([], [row('a', '1')], later.known, { holds: nothing, take }).marks).toEqual([mark('a')])
})

it('what is to be kept: own marks that changed, and those that went; never a colleague’s', () => {
  const [kept, gone] = [mark('kept'), mark('gone')]
  const other = mark('other', 0, 'Dra. Sol')
  const known: KnownMarks = new Map([kept, gone, other].map((one) => [one.id, { mark: one, version: '1' }]))
  expect(changesOf([kept, mark('new'), mark('kept2')], known)).toEqual({
    changed: [mark('new'), mark('kept2')],
    removed: [gone],
  })
  expect(changesOf([{ ...kept }, gone], known)).toEqual({ changed: [kept], removed: [] })
})
