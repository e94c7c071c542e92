import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { openPlace, type Place } from './place.ts'
import { askingNames } from './screen.ts'
import { reads, writes } from './screens.ts'
import { itWrites } from './write-cases.ts'

/** Parts of functions that are called here. */
const parts = ['createAccount', 'invoke', 'logStudy']

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

  itWrites(() => place)
})
