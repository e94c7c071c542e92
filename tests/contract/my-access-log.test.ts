import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { type Caller, openStage, type Stage } from './calls-stage.ts'

type Line = { at: string; who: string | null; role: string | null; what: string }

describe.each(engines())('what a patient reads about others on $name', (engine) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await openStage(engine)
  })
  afterAll(() => stage?.product.stop())

  async function read(caller: Caller, page?: number): Promise<{ total: number; rows: Line[] }> {
    const { data, error, status } = await stage.as(caller).rpc('my_access_log', page ? { page } : {})
    expect([error, status]).toEqual([null, 200])
    return data
  }
  const acts = ({ rows }: { rows: Line[] }) => rows.map(({ who, role, what }) => [who, role, what])
  const lucia = ['Dra. Lucía Ferrer Soto', 'doctor']

  it('is told of a record, a receipt and a file that somebody opened through the same doors as the portal', async () => {
    const before = await read('paciente')
    const doctora = stage.as('doctora')
    const [study] = await stage.stored(
      `select id, file_url from public.studies where patient_id = '${stage.id('paciente')}' and file_name is not null limit 1`,
    )
    for (const [kind, id] of [
      ['patient', stage.id('paciente')],
      ['study', String(study?.id)],
    ])
      expect((await doctora.rpc('log_access', { kind, id })).error).toBeNull()
    const files = doctora.storage.from('study_files')
    const { data: link } = await files.createSignedUrl(String(study?.file_url), 60)
    expect((await fetch(link?.signedUrl ?? '')).status).toBe(200)
    const own = await stage.as('paciente').storage.from('study_files').download(String(study?.file_url))
    expect(own.error).toBeNull()

    const log = await read('paciente')
    const fresh = log.rows.slice(0, log.total - before.total)
    expect([...new Set(acts({ rows: fresh }).map(String))].sort()).toEqual(
      ['record_viewed', 'study_downloaded', 'images_opened'].map((what) => [...lucia, what].join()).sort(),
    )
    for (const { at } of fresh) expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(600_000)
    expect((await read('paciente', 1_000)).rows).toEqual([])
  })

  it('is told of no other patient, and of nobody who only pretends', async () => {
    const before = await read('paciente2')
    for (const caller of ['paciente', 'doctora'] as const) {
      const { error } = await stage
        .as(caller)
        .rpc('log_access', { kind: 'patient', id: stage.id('paciente2') })
      expect(error).toBeNull()
    }
    expect(await read('paciente2')).toEqual(before)
  })

  it.each([
    ['visitor', 401],
    ['doctora', 403],
    ['admin', 403],
  ] as const)('is refused to %s with %i', async (caller, expected) => {
    const { status, data } = await stage.as(caller).rpc('my_access_log', {})
    expect([status, data]).toEqual([expected, null])
  })

  it.each([0, -1, 1.5, 'x', null, 10 ** 12])('refuses page %j with 400', async (page) => {
    const { status, error } = await stage.as('paciente').rpc('my_access_log', { page })
    expect([status, error?.code]).toEqual([400, expect.stringMatching(/^(PT400|22P02|22003)$/)])
  })
})
