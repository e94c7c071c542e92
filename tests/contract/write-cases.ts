import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { callers, type Place } from './place.ts'
import { writes } from './screens.ts'

const nobody = '00000000-0000-0000-0000-000000000000'

/** 'done', or the reason of the failure with our own sentence. */
async function outcomeOf(answer: Promise<unknown>): Promise<string> {
  try {
    const told = await answer
    // The public form does not throw.
    if (typeof told === 'object' && told !== null && 'sent' in told && !told.sent)
      return `refused: ${Reflect.get(told, 'message')}`
    return 'done'
  } catch (failure) {
    if (!(failure instanceof Error) || typeof Reflect.get(failure, 'reason') !== 'string') throw failure
    return [Reflect.get(failure, 'reason'), Reflect.get(failure, 'detail')].filter(Boolean).join(': ')
  }
}

/**
 * What the screens change, as each caller who may try it (docs/product/permissions.md): what is stored afterwards, and the words
 * of a refusal.
 */
export function itWrites(open: () => Place): void {
  it.each(writes)('%s, %s', async (_call, _what, { row, run, answers, stored, after }) => {
    const place = open()
    const got: Record<string, string[]> = {}
    for (const caller of callers) {
      const me = caller === 'visitor' ? nobody : place.id(caller)
      const id = row ? await row(place) : randomUUID()
      const before = await place.stored(stored(id, place))
      const outcome = await outcomeOf(run(place.screen(caller), place, id, me))
      const now = await place.stored(stored(id, place))
      const changed = JSON.stringify(now) !== JSON.stringify(before)
      const result = outcome === 'done' && !changed ? 'nothing' : outcome
      if (result === 'done') expect(now).toMatchObject(after(id, place, me))
      else expect([caller, now]).toEqual([caller, before])
      got[result] = [...(got[result] ?? []), caller]
    }
    const told = Object.fromEntries(Object.entries(got).map(([result, who]) => [result, who.join(' ')]))
    expect(told).toEqual(answers)
  })
}
