import { describe, expect, it } from 'vitest'
import type { ReportContent, ReportSection } from './report.ts'
import { changesBetween, joinChanges, same, textOf } from './report-changes.ts'

const section = (key: string, text = ''): ReportSection => ({ key, title: key, text, outside: false })

const blank: ReportContent = {
  requested_by: '',
  study_name: '',
  clinical_question: '',
  incidents: '',
  performed_by: '',
  technique: '',
  quality: '',
  compared_with: '',
  impression: '',
  recommendations: '',
  communication: '',
  patient_summary: '',
  performed_at: null,
  patient_age: null,
  patient_sex: null,
  sections: [section('dientes'), section('hueso')],
  images: [],
}
const having = (change: Partial<ReportContent>): ReportContent => ({ ...blank, ...change })

describe('what a save carries', () => {
  it('is what changed, column by column', () => {
    expect(changesBetween(blank, having({ impression: 'Normal', patient_age: 30 }))).toEqual({
      impression: 'Normal',
      patient_age: 30,
    })
    expect(changesBetween(blank, having({}))).toEqual({})
  })

  it('is all sections when one changed', () => {
    const sections = [section('dientes', 'Completos'), section('hueso')]
    expect(changesBetween(blank, having({ sections }))).toEqual({ sections })
  })

  it('leaves out what is in question', () => {
    const mine = having({
      impression: 'Mío',
      sections: [section('dientes', 'Míos'), section('hueso', 'Mío')],
    })
    expect(changesBetween(blank, mine, new Set(['impression', 'sections.hueso'] as const))).toEqual({
      sections: [section('dientes', 'Míos'), section('hueso')],
    })
  })
})

describe('a draft that was saved elsewhere', () => {
  it('joins fields that changed in one place alone', () => {
    const mine = having({ impression: 'Mía' })
    const theirs = having({ technique: 'Suya' })
    expect(joinChanges([blank], mine, theirs)).toEqual({
      joined: having({ impression: 'Mía', technique: 'Suya' }),
      conflicts: [],
    })
  })

  it('joins different sections', () => {
    const mine = having({ sections: [section('dientes', 'Míos'), section('hueso')] })
    const theirs = having({ sections: [section('dientes'), section('hueso', 'Suyo')] })
    expect(joinChanges([blank], mine, theirs)).toEqual({
      joined: having({ sections: [section('dientes', 'Míos'), section('hueso', 'Suyo')] }),
      conflicts: [],
    })
  })

  it('names a field that changed in both, with both texts, and keeps mine on the screen', () => {
    const mine = having({ impression: 'Mía', sections: [section('dientes', 'Míos'), section('hueso')] })
    const theirs = having({ impression: 'Suya', sections: [section('dientes', 'Suyos'), section('hueso')] })
    const { joined, conflicts } = joinChanges([blank], mine, theirs)
    expect(joined).toEqual(mine)
    expect(conflicts).toEqual([
      { field: 'impression', mine: 'Mía', theirs: 'Suya' },
      { field: 'sections.dientes', mine: section('dientes', 'Míos'), theirs: section('dientes', 'Suyos') },
    ])
  })

  it('is none where both wrote the same', () => {
    const both = having({ impression: 'Igual' })
    expect(joinChanges([blank], both, both)).toEqual({ joined: both, conflicts: [] })
  })

  it('is this window’s own where an answer was lost', () => {
    const sent = having({ impression: 'Sin' })
    const typed = having({ impression: 'Sin hallazgos' })
    expect(joinChanges([blank, sent], typed, sent)).toEqual({ joined: typed, conflicts: [] })
    // Also where it was taken back since.
    expect(joinChanges([blank, sent], blank, sent)).toEqual({ joined: blank, conflicts: [] })
  })
})

it('compares whatever the order of names', () => {
  expect(same({ key: 'a', text: 'b' }, { text: 'b', key: 'a' })).toBe(true)
  expect(same(['a', 'b'], ['b', 'a'])).toBe(false)
})

it('reads a section as words', () => {
  expect(textOf({ ...section('sitios', 'Dos sitios'), outside: true, rows: [['36', '12.4']] })).toBe(
    'Fuera del campo\nDos sitios\n36 · 12.4',
  )
  expect([textOf('Texto'), textOf(34), textOf(null)]).toEqual(['Texto', '34', ''])
})
