import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nameOf, nobody, type Subject } from './cells.ts'
import { type Caller, callers, identityOf, people } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { send } from './wire.ts'
import { appointments, invoices, requests, studies, useWorld } from './world.ts'

const searches = {
  search_citas: { table: 'public.citas', rows: appointments, word: 'Intraoral' },
  search_studies: { table: 'public.studies', rows: studies, word: 'Intraoral' },
  search_invoices: { table: 'public.invoices', rows: invoices, word: 'IDX-000' },
  search_study_requests: { table: 'public.study_requests', rows: requests, word: 'persona' },
} satisfies Record<string, Subject<string> & { word: string }>

const rowsOf = (subject: Subject<string>, ids: unknown[]) =>
  ids.map((id) => nameOf(subject, String(id))).sort()

describe.each(engines())('searches on $name', (engine) => {
  const world = useWorld(engine)

  const found = async (stage: Stage, search: keyof typeof searches, term: string | null) => {
    const { outcome, rows } = await stage.attempt(`select id::text from public.${search}($1)`, [term])
    const known = outcome === 'done' || outcome === 'nothing'
    return known
      ? rowsOf(
          searches[search],
          rows.map(({ id }) => id),
        )
      : outcome
  }
  const search = (caller: Caller, name: keyof typeof searches, term: string | null) =>
    rehearse(world(), identityOf(caller), (stage) => found(stage, name, term))

  describe.each(Object.entries(searches))('%s', (key, subject) => {
    const name = key as keyof typeof searches
    /** What the row policies show; other tests check them against the matrix. */
    const readable = (caller: Caller) =>
      rehearse(world(), identityOf(caller), async (stage) => {
        const { outcome, rows } = await stage.attempt(`select id::text from ${subject.table}`)
        return outcome === nobody
          ? nobody
          : rowsOf(
              subject,
              rows.map(({ id }) => id),
            )
      })

    it.each(callers)('shows %s the rows that they may read anyway and no other', async (caller) => {
      const wanted = await readable(caller)
      expect(await search(caller, name, subject.word)).toEqual(wanted)
      expect(await search(caller, name, ' ')).toEqual(wanted)
      expect(await search(caller, name, null)).toEqual(wanted)
    })

    it.each(callers)('counts for %s what they may read, over HTTP', async (caller) => {
      const wanted = await readable(caller)
      for (const path of [`term=${subject.word}`, 'term=']) {
        const { outcome, rows } = await send(world(), caller, `rpc/${name}?${path}&select=id`)
        expect(
          outcome === 'done'
            ? rowsOf(
                subject,
                rows.map(({ id }) => id),
              )
            : outcome,
        ).toEqual(wanted)
      }
    })

    it.each([['%'], ['_'], ['i%a'], ['i_ra'], ['\\'], ["' or true --"], ['x'.repeat(5_000)], ['zzz'], ['*']])(
      'takes $0 for letters',
      async (term) => {
        expect(await search('mainAdmin', name, term)).toEqual([])
      },
    )
  })

  it('looks at what the lists show, whatever its accents and case', async () => {
    const hits = await rehearse(world(), identityOf('mainAdmin'), async (stage) => {
      await stage.owner(`update public.profiles set full_name = 'José Ñáñez Ibarra' where id = $1`, [
        people.patientB,
      ])
      await stage.owner(`update public.profiles set full_name = 'Dra. Ángela Prieto' where id = $1`, [
        people.doctorB,
      ])
      await stage.owner(`update public.citas set study_type = 'Tomografía' where id = $1`, [appointments.A])
      await stage.owner(`update public.studies set study_type = 'Tomografía' where id = $1`, [studies.A])
      await stage.owner(
        `update public.study_requests set patient_name = 'Inés Peña', study_type = 'Tomografía' where id = $1`,
        [requests.B],
      )
      const all: Record<string, unknown> = {}
      for (const [name, term] of [
        ['search_citas', 'NANEZ'],
        ['search_citas', 'ángela'],
        ['search_citas', 'TOMOGRAFIA'],
        ['search_studies', 'nañez ib'],
        ['search_studies', 'angela prieto'],
        ['search_studies', 'tomografi'],
        ['search_studies', 'ESTUDIO.zip'],
        ['search_invoices', 'josé'],
        ['search_invoices', 'angela'],
        ['search_invoices', 'idx-00000001'],
        ['search_study_requests', 'INES PENA'],
        ['search_study_requests', 'tomografia'],
        ['search_study_requests', 'ALGUIEN@'],
      ] as const)
        all[`${name} ${term}`] = await found(stage, name, term)
      return all
    })
    const ofB = ['B', 'ofFormerDoctor']
    expect(hits).toEqual({
      'search_citas NANEZ': ofB,
      'search_citas ángela': ['B'],
      'search_citas TOMOGRAFIA': ['A'],
      'search_studies nañez ib': ofB,
      'search_studies angela prieto': ['B'],
      'search_studies tomografi': ['A'],
      'search_studies ESTUDIO.zip': ['A'],
      'search_invoices josé': ofB,
      'search_invoices angela': ['B'],
      'search_invoices idx-00000001': ['B'],
      'search_study_requests INES PENA': ['B'],
      'search_study_requests tomografia': ['B'],
      'search_study_requests ALGUIEN@': ['ofStranger'],
    })
  })

  it('reads less than three letters as the beginning of a word', async () => {
    expect(await search('mainAdmin', 'search_studies', 'in')).toEqual(Object.keys(studies).sort())
    expect(await search('mainAdmin', 'search_studies', 'E')).toEqual(Object.keys(studies).sort())
    expect(await search('mainAdmin', 'search_studies', 'nt')).toEqual([])
    expect(await search('mainAdmin', 'search_studies', 'ntr')).toEqual(Object.keys(studies).sort())
  })

  it('finds the name that was written down only where no patient is linked', async () => {
    const hits = await rehearse(world(), identityOf('doctorA'), async (stage) => {
      await stage.owner(`update public.citas set nombre = 'Ramón Guest' where id = any ($1::uuid[])`, [
        `{${appointments.A},${appointments.ofNewPatient}}`,
      ])
      await stage.owner('alter table public.citas disable trigger citas_c_people')
      await stage.owner('update public.citas set patient_id = null where id = $1', [appointments.A])
      return found(stage, 'search_citas', 'ramon')
    })
    expect(hits).toEqual(['A'])
  })

  it('finds rows of a closed account by its name', async () => {
    expect(await search('doctorA', 'search_citas', 'closedpatient')).toEqual(['ofClosedPatient'])
    expect(await search('patientA', 'search_invoices', 'closeddoctor')).toEqual(['ofClosedDoctor'])
  })

  it('shows a doctor studies of linked patients that others made', async () => {
    expect(await search('doctorB', 'search_studies', 'nombre doctora')).toEqual(['ofFormerDoctor'])
    expect(await search('factorPassed', 'search_studies', 'estudio.zip')).toEqual(['A'])
  })
})
