import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { callers, openPlace, type Place } from './place.ts'
import { askingNames } from './screen.ts'
import { reads, writes } from './screens.ts'

// What the screens change, as each caller who may try it (docs/product/permissions.md): what is stored afterwards, and the words
// of a refusal.

const nobody = '00000000-0000-0000-0000-000000000000'

/** Parts of functions that are called here. */
const parts = ['createAccount', 'invoke', 'logStudy']

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

it('every function of the screens that asks the backend is called here', async () => {
  const called = [...writes, ...reads].map(([name]) => name)
  const missing = (await askingNames()).filter((name) => !called.some((one) => one === name))
  expect(missing.toSorted()).toEqual(parts)
})

describe.each(engines())('the writes of the screens on $name', (engine) => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace(engine)
  })
  afterAll(() => place?.close())

  it.each(writes)('%s, %s', async (_call, _what, { row, run, answers, stored, after }) => {
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
})
