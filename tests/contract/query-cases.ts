import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Caller } from './calls-stage.ts'
import { callers, type Place } from './place.ts'
import { draftRow, newPhrase, signedRow } from './report-rows.ts'
import { keepWork } from './saved-work-rows.ts'
import { reads } from './screens.ts'

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

/** Adds to the demo clinic what some of them are about. */
export async function prepareReads(place: Place): Promise<void> {
  const doctora = place.screen('doctora')
  await doctora.addNote({
    id: randomUUID(),
    patient_id: place.id('paciente'),
    doctor_id: place.id('doctora'),
    note: 'Sin hallazgos.',
  })
  await doctora.createShare({
    id: randomUUID(),
    studyId: place.study,
    label: 'Dra. Rivas',
    days: 7,
    uses: 3,
    copyPath: null,
  })
  await signedRow(place)
  await draftRow(place)
  await place.screen('admin').createPhrase(newPhrase(randomUUID(), null))
  await keepWork(place)
}

/** What the screens read, as each caller who may try it (docs/product/permissions.md). */
export function itReads(place: () => Place): void {
  it.each(reads)('%s, %s', async (_query, _what, run, answers) => {
    const got: Record<string, string[]> = {}
    for (const caller of callers) {
      const { outcome, text } = await outcomeOf(run(place().screen(caller), place()))
      got[outcome] = [...(got[outcome] ?? []), caller]
      if (strangers.has(caller)) expect(text).not.toContain(place().id('paciente'))
    }
    const told = Object.fromEntries(Object.entries(got).map(([outcome, who]) => [outcome, who.join(' ')]))
    expect(told).toEqual(answers)
  })
}
