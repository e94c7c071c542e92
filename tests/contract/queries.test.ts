import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { accountsOf } from '#demo/generate/accounts.ts'
import { engines } from '#tests/engines.ts'
import { type Caller, openStage, type Stage } from './calls-stage.ts'
import type { Place } from './query-case.ts'
import { readsOfTheClinic } from './query-list-clinic.ts'
import { readsOfPatients } from './query-list-patients.ts'
import { openScreen, type Queries, queryNames } from './screen.ts'

// The screens' own queries, as each caller who may try them (docs/product/permissions.md).

const reads = [...readsOfPatients, ...readsOfTheClinic]

const callers: readonly Caller[] = ['admin', 'doctora', 'doctor', 'paciente', 'paciente2', 'visitor']

/** Callers who may know nothing of Mariana: no answer to them names her. */
const strangers: ReadonlySet<Caller> = new Set<Caller>(['doctor', 'paciente2', 'visitor'])

/** 'some' or 'none' for an answer, or the reason of its failure. */
async function outcomeOf(answer: Promise<unknown>): Promise<{ outcome: string; text: string }> {
  try {
    const data = await answer
    const rows = typeof data === 'object' && data !== null && 'rows' in data ? data.rows : data
    const found = rows instanceof Map ? [...rows] : rows
    return { outcome: isNothing(found) ? 'none' : 'some', text: JSON.stringify(found) }
  } catch (failure) {
    const reason = failure instanceof Error ? Reflect.get(failure, 'reason') : undefined
    if (typeof reason !== 'string') throw failure
    return { outcome: reason, text: '' }
  }
}

/** No row, no sum, and sums that are all zero. */
function isNothing(found: unknown): boolean {
  if (typeof found !== 'object' || found === null) return !found
  return Object.values(found).every((value) => value === 0)
}

it('every query of the screens is read here', async () => {
  expect(new Set(reads.map(([query]) => query))).toEqual(new Set(await queryNames()))
})

describe.each(engines())('the queries of the screens on $name', (engine) => {
  let stage: Stage
  let place: Place
  const screens = new Map<Caller, Queries>()
  beforeAll(async () => {
    stage = await openStage(engine)
    const { error } = await stage
      .as('doctora')
      .from('medical_notes')
      .insert({ patient_id: stage.id('paciente'), doctor_id: stage.id('doctora'), note: 'Sin hallazgos.' })
    if (error) throw error
    const both = `patient_id = '${stage.id('paciente')}' and doctor_id = '${stage.id('doctora')}'`
    const first = async (sql: string) => String((await stage.stored(`${sql} limit 1`))[0]?.found)
    place = {
      today: stage.today,
      bounds: stage.bounds,
      id: stage.id,
      appointment: await first(`select id as found from public.citas where ${both}`),
      study: await first(`select id as found from public.studies where ${both} and file_name is not null`),
      receipt: await first(
        `select invoice_number as found from public.invoices where ${both} and annulled_at is null order by id`,
      ),
      paid: await first(
        `select payment_date as found from public.invoices where ${both} and annulled_at is null order by id`,
      ),
      service: await first('select id as found from public.services'),
      suffix: await first(`select private.setting('admin_suffix', null) as found`),
    }
    const people = Object.entries(accountsOf(0))
    for (const caller of callers) {
      const email = people.find(([name]) => name === caller)?.[1].email
      screens.set(caller, await openScreen(stage.product, email))
    }
    await screens.get('doctora')?.createShare({
      id: randomUUID(),
      studyId: place.study,
      label: 'Dra. Rivas',
      days: 7,
      uses: 3,
      copyPath: null,
    })
  })
  afterAll(async () => {
    vi.unstubAllGlobals()
    await stage?.product.stop()
  })

  it.each(reads)('%s, %s', async (_query, _what, run, answers) => {
    const got: Record<string, string[]> = {}
    for (const caller of callers) {
      const queries = screens.get(caller)
      if (!queries) throw new Error(`No screen of ${caller}`)
      const { outcome, text } = await outcomeOf(run(queries, place))
      got[outcome] = [...(got[outcome] ?? []), caller]
      if (strangers.has(caller)) expect(text).not.toContain(stage.id('paciente'))
    }
    const told = Object.fromEntries(Object.entries(got).map(([outcome, who]) => [outcome, who.join(' ')]))
    expect(told).toEqual(answers)
  })
})
