import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Finding } from '#server/ops/finding.ts'
import { checkHostedDoors } from '#server/ops/hosted-doors.ts'
import { engines } from '#tests/engines.ts'
import { postgrest, startHostedProduct } from './hosted-product.ts'
import { openPlace, type Place } from './place.ts'
import { read } from './query-case.ts'
import { itReads, prepareReads } from './query-cases.ts'
import type { Screen } from './screen.ts'
import { itWrites } from './write-cases.ts'

// The same calls as in queries.test.ts and writes.test.ts, answered by PostgREST from a database with the roles and privileges
// of a hosted project.

const up = <Column extends string>(column: Column) => ({ column, ascending: true })

const servers = engines().filter(({ kind }) => kind === 'postgres')
/** npm has PostgREST for some platforms only. */
const onServers = describe.skipIf(!existsSync(postgrest)).each(servers)

onServers('the queries of the screens before PostgREST on $name', (engine) => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace(engine, startHostedProduct)
    await prepareReads(place)
  })
  afterAll(() => place?.close())

  it('it is PostgREST that answers', async () => {
    const { url, keys } = place.product
    const answer = await fetch(`${url}/rest/v1/services`, { headers: { apikey: keys.anonKey } })
    expect([answer.status, answer.headers.get('server')]).toEqual([200, expect.stringContaining('postgrest')])
  })

  it('its doors are as `npm run hosted` wants them', async () => {
    const { url, keys } = place.product
    const findings: Finding[] = []
    await checkHostedDoors({ url, anonKey: keys.anonKey }, (finding) => findings.push(finding))
    expect(findings.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  itReads(() => place)

  const far = { page: 300, pageSize: 50, search: 'a' }
  it.each<[string, (q: Screen, doctor: string) => Promise<{ rows: unknown[] }>]>([
    ['accounts', (q) => read(q.usersQuery({ ...far, kind: 'doctor', order: up('full_name') }))],
    ['studies', (q) => read(q.allStudiesQuery({ ...far, order: up('study_date') }))],
    ['studies of a doctor', (q, id) => read(q.doctorStudiesQuery(id, { ...far, order: up('study_type') }))],
    [
      'appointments',
      (q, id) =>
        read(
          q.appointmentsQuery(
            { as: 'doctor', id },
            { ...far, status: 'pendiente', day: '2026-01-05', order: 'oldest' },
          ),
        ),
    ],
    [
      'payments',
      (q, id) =>
        read(
          q.invoicesQuery({ as: 'doctor', id }, { ...far, from: '2026-01-05', order: up('total_amount') }),
        ),
    ],
  ])('a far page of %s that were searched', async (_, ask) => {
    expect((await ask(place.screen('admin'), place.id('doctora'))).rows).toEqual([])
  })
})

onServers('the writes of the screens before PostgREST on $name', (engine) => {
  let place: Place
  beforeAll(async () => {
    place = await openPlace(engine, startHostedProduct)
  })
  afterAll(() => place?.close())

  itWrites(() => place)
})
