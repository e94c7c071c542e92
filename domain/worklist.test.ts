import { describe, expect, it } from 'vitest'
import { answered, matches, modalityOf, type WorklistEntry, worklistItem } from './worklist.ts'

const entry: WorklistEntry = {
  study_uid: '2.25.1',
  accession_number: 1234,
  patient_number: 57,
  patient_name: 'María de los Ángeles Núñez Soto',
  study_type: 'Tomografía 5x5 cm',
  day: '2026-11-27',
  time: '09:30:00',
  doctor_name: 'Dra. Lucía Ferrer Soto',
  referring_doctor: 'Dr. Raúl Vera',
  aet: 'TOMO',
}
const item = worklistItem(entry)

describe('an appointment in the list of a machine', () => {
  it('has these attributes, and no other', () => {
    expect(item).toEqual({
      AccessionNumber: '1234',
      ReferringPhysicianName: 'Vera^Raúl^^Dr.',
      PatientName: 'Núñez Soto^María de los Ángeles',
      PatientID: '00000057',
      PatientBirthDate: '',
      PatientSex: '',
      StudyInstanceUID: '2.25.1',
      RequestedProcedureDescription: 'Tomografía 5x5 cm',
      ScheduledProcedureStepSequence: [
        {
          Modality: 'CT',
          ScheduledStationAETitle: 'TOMO',
          ScheduledProcedureStepStartDate: '20261127',
          ScheduledProcedureStepStartTime: '093000',
          ScheduledPerformingPhysicianName: 'Ferrer Soto^Lucía^^Dra.',
          ScheduledProcedureStepDescription: 'Tomografía 5x5 cm',
          ScheduledProcedureStepID: '1234',
        },
      ],
      RequestedProcedureID: '1234',
    })
  })

  it.each([
    ['piezas 36 37, arcada superior', 'Tomografía 5x5 cm; piezas 36 37, arcada superior'],
    [
      `piezas ${Array.from({ length: 16 }, (_, at) => 11 + at).join(' ')}`,
      'Tomografía 5x5 cm; piezas 11 12 13 14 15 16 17 18 19 20 21 22+',
    ],
    [null, 'Tomografía 5x5 cm'],
  ])('says the region %s in whole words', (region, description) => {
    const said = worklistItem({ ...entry, region })
    expect(said.RequestedProcedureDescription).toBe(description)
    expect(said.ScheduledProcedureStepSequence).toMatchObject([
      { ScheduledProcedureStepDescription: description },
    ])
    expect(description.length).toBeLessThanOrEqual(64)
  })

  it('leaves out the region beside a kind that fills the line', () => {
    const long = 'x'.repeat(70)
    expect(
      worklistItem({ ...entry, study_type: long, region: 'piezas 36' }).RequestedProcedureDescription,
    ).toBe('x'.repeat(64))
  })

  it('leaves empty what nobody knows', () => {
    const bare = worklistItem({
      ...entry,
      patient_number: null,
      patient_name: null,
      study_type: null,
      time: null,
      doctor_name: null,
      referring_doctor: null,
      aet: null,
    })
    expect(bare).toMatchObject({ PatientName: '', PatientID: '', ReferringPhysicianName: '' })
    expect(bare.ScheduledProcedureStepSequence).toMatchObject([
      { Modality: 'OT', ScheduledStationAETitle: '', ScheduledProcedureStepStartTime: '' },
    ])
  })

  it.each([
    ['Tomografías', 'CT'],
    ['Tomografía Cráneo completo', 'CT'],
    ['Radiografía Panorámica', 'DX'],
    ['Radiografía Lateral de Cráneo', 'DX'],
    ['Radiografía Carpal', 'DX'],
    ['Trazados Cefalométricos', 'OT'],
    ['Escaneo Intraoral', 'OT'],
  ])('%s is taken with %s', (studyType, modality) => {
    expect(modalityOf(studyType)).toBe(modality)
  })
})

describe('a machine asks for', () => {
  const ofStep = (key: Record<string, string>) => ({ ScheduledProcedureStepSequence: [key] })
  const days = (key: string) => ofStep({ ScheduledProcedureStepStartDate: key })
  const hours = (key: string) => ofStep({ ScheduledProcedureStepStartTime: key })

  it.each([
    ['everything', {}, true],
    ['everything, by empty keys', { PatientName: '', ...ofStep({ Modality: '' }) }, true],
    ['a day', days('20261127'), true],
    ['another day', days('20261128'), false],
    ['days from', days('20261127-'), true],
    ['days until', days('-20261126'), false],
    ['days between', days('20261120-20261130'), true],
    ['no day at all', days('mañana'), false],
    ['an hour', hours('0930'), true],
    ['another hour', hours('0931'), false],
    ['hours between', hours('080000.000-0930'), true],
    ['hours after', hours('0931-'), false],
    ['a modality', ofStep({ Modality: 'CT' }), true],
    ['another modality', ofStep({ Modality: 'DX' }), false],
    ['its own', ofStep({ ScheduledStationAETitle: 'TOMO' }), true],
    ['another’s', ofStep({ ScheduledStationAETitle: 'PANO' }), false],
    ['a surname', { PatientName: 'NUNEZ*' }, true],
    ['a name whole', { PatientName: 'Núñez Soto^María de los Ángeles^^' }, true],
    ['a name in part', { PatientName: 'Núñez' }, false],
    ['any sign', { PatientName: 'N??ez*' }, true],
    ['signs that mean nothing', { PatientName: 'N.+*' }, false],
    ['a number', { PatientID: '00000057' }, true],
    ['a number in part', { PatientID: '*58' }, false],
    ['an accession number', { AccessionNumber: '1234' }, true],
    ['what is no key', { PatientSex: 'M', StudyInstanceUID: '9.9', Unheard: 'x' }, true],
    ['two things of which one is right', { PatientID: '00000057', ...days('20261128') }, false],
  ])('%s', (_what, keys, found) => {
    expect(matches(item, keys)).toBe(found)
  })

  it('an hour, and is told who has none', () => {
    expect(matches(worklistItem({ ...entry, time: null }), hours('0800-0900'))).toBe(true)
  })

  it('some attributes and is told those; an empty sequence is all of it', () => {
    expect(answered(item, { PatientName: '', Unheard: '', ...ofStep({ Modality: 'CT' }) })).toEqual({
      PatientName: item.PatientName,
      ScheduledProcedureStepSequence: [{ Modality: 'CT' }],
    })
    expect(answered(item, { ScheduledProcedureStepSequence: [] })).toEqual({
      ScheduledProcedureStepSequence: item.ScheduledProcedureStepSequence,
    })
  })
})
