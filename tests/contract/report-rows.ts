import { randomUUID } from 'node:crypto'
import type { Place } from './place.ts'
import { studyRow } from './write-rows.ts'

// Reports of Mariana's, by her doctor.

/** 'Radiografía Carpal': the one with the fewest sections. */
export const template = '00000000-0000-4000-a000-000000000006'

const written = {
  performed_at: '2026-11-20T16:30:00.000Z',
  requested_by: 'Dra. Rivas',
  study_name: 'Tomografía de mandíbula',
  clinical_question: 'Implante en 36',
  incidents: 'Ninguno',
  performed_by: 'T. R. Soto',
  patient_age: 34,
  patient_sex: 'mujer',
  sections: [{ key: 'metodo', title: 'Método', text: 'Fishman.', outside: false }],
  impression: 'Altura ósea de 12.4 mm.',
} as const

const content = () => ({ ...written, sections: [...written.sections] })

/** A draft that nothing was written in. */
export async function draftRow(place: Place): Promise<string> {
  const id = randomUUID()
  const study_id = await studyRow(place)
  await place.screen('doctora').startReport({ id, study_id, template_id: template })
  return id
}

/** A draft that lacks nothing; its version is 2. */
export async function completeDraft(place: Place): Promise<string> {
  const id = await draftRow(place)
  await place.screen('doctora').saveReport(id, 1, content())
  return id
}

/** One that lacks its impression; its version is 2. */
export async function draftWithoutImpression(place: Place): Promise<string> {
  const id = await draftRow(place)
  await place.screen('doctora').saveReport(id, 1, { ...content(), impression: ' ' })
  return id
}

/** Signed; its patient waits for it with a hold. */
export async function signedRow(place: Place, hold: { days: number; reason: string } | null = null) {
  const id = await completeDraft(place)
  await place.screen('doctora').signReport(id, 2, hold)
  return id
}

/** An addendum that its author has not signed. */
export async function addendumRow(place: Place): Promise<string> {
  const id = randomUUID()
  const report_id = await signedRow(place)
  await place.screen('doctora').saveAddendum({ id, report_id, kind: 'aclaración', text: 'Es el 37.' })
  return id
}

/** A phrase of the doctor's own. */
export async function phraseRow(place: Place): Promise<string> {
  const id = randomUUID()
  await place.screen('doctora').createPhrase(newPhrase(id, place.id('doctora')))
  return id
}

export const newPhrase = (id: string, owner_id: string | null) => ({
  id,
  owner_id,
  template_id: template,
  section_key: 'metodo',
  title: 'Fishman',
  text: 'Método de Fishman, estadio [estadio].',
})

/** Study of a draft or of a signed report. */
export const studyOfReport = (place: Place, state: 'borrador' | 'firmado') =>
  place.first(
    `select study_id as found from public.reports where state = '${state}' and author_id = '${place.id('doctora')}' order by created_at desc`,
  )

export const draftOfDoctora = (place: Place) =>
  place.first(
    `select id as found from public.reports where state = 'borrador' and author_id = '${place.id('doctora')}' order by created_at desc`,
  )

export const newWords = {
  template_id: null,
  section_key: null,
  title: 'Greulich',
  text: 'Atlas de Greulich y Pyle: [edad].',
}

export const newTemplate = {
  study_type: 'Escaneo Intraoral',
  name: 'Escaneo',
  sections: [{ key: 'arcadas', title: 'Arcadas', columns: ['Arcada', 'Observación'] }],
  active: true,
}

/** A template of an administrator's. */
export async function templateRow(place: Place): Promise<string> {
  const id = randomUUID()
  await place.screen('admin').addTemplate({ ...newTemplate, id, name: `Nueva ${id}`, sections: [] })
  return id
}
