import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { openPlace, type Place } from './place.ts'
import { itReads, prepareReads } from './query-cases.ts'
import { queryNames } from './screen.ts'
import { reads } from './screens.ts'

it('every query of the screens is read here', async () => {
  const queries = reads.map(([name]) => name).filter((name) => name.endsWith('Query'))
  expect(new Set(queries)).toEqual(new Set(await queryNames()))
})

describe.each(engines())('the queries of the screens on $name', (engine) => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace(engine)
    await prepareReads(place)
  })
  afterAll(() => place?.close())

  itReads(() => place)
})
