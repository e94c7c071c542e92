import { describe, expect, it } from 'vitest'
import { searchWordCases } from '#domain/search-words.cases.ts'
import { engines } from '#tests/engines.ts'
import { type Caller, identityOf, people } from './people.ts'
import { call, rehearse, rehearseAsOwner, type Stage } from './rehearse.ts'
import { requests, useWorld } from './world.ts'

/** What finds Mariana López Hernández, patient B of doctor B. */
const everywhere = {
  citas: `select 1 as value from public.search_citas($1)`,
  studies: `select 1 as value from public.search_studies($1)`,
  invoices: `select 1 as value from public.search_invoices($1)`,
  requests: `select 1 as value from public.search_study_requests($1)`,
  patients: `select 1 as value from public.search_patients($1)`,
  picker: `select 1 as value from public.search_doctor_patients('${people.doctorB}', $1)`,
  quick: `select 1 as value from public.quick_search($1) where kind = 'patient'`,
}
const forAdministrators = {
  ...everywhere,
  users: `select 1 as value from public.search_profiles($1)`,
  referrers: `select 1 as value from jsonb_array_elements(
    public.referring_doctors($1, 'count', true, 1, 10) -> 'rows')`,
  suggestions: `select 1 as value from public.suggest_referring_doctors($1)`,
  trail: `select 1 as value where public.audit_lines($1) -> 'rows' <> '[]'`,
}

async function nameMariana(stage: Stage): Promise<void> {
  await stage.owner(`update public.profiles set full_name = 'Mariana López Hernández' where id = $1`, [
    people.patientB,
  ])
  await stage.owner(
    `update public.study_requests set patient_name = 'Mariana López Hernández',
       referring_doctor = 'Dra. Mariana López Hernández' where id = $1`,
    [requests.B],
  )
}

describe.each(engines())('searching by words on $name', (engine) => {
  const world = useWorld(engine)

  const placesThatFind = (caller: Caller, searches: Record<string, string>, terms: readonly string[]) =>
    rehearse(world(), identityOf(caller), async (stage) => {
      await nameMariana(stage)
      const found: [string, unknown][] = []
      for (const term of terms)
        for (const [place, sql] of Object.entries(searches)) {
          const answer = await call(stage, sql, [term])
          if (answer !== 'nothing')
            found.push([`${term}: ${place}`, Array.isArray(answer) ? 'found' : answer])
        }
      return found
    })

  it('cuts a term as the domain does', async () => {
    const cut = await rehearseAsOwner(world(), async (stage) => {
      const cases: [string, unknown][] = []
      for (const [term] of searchWordCases) {
        const rows = await stage.owner('select to_json(private.search_words($1)) as words', [term])
        const words = rows[0]?.words
        cases.push([term, typeof words === 'string' ? JSON.parse(words) : words])
      }
      return cases
    })
    expect(cut).toEqual(searchWordCases)
  })

  /** 'maria' is the beginning of 'mariana'. */
  const meaningHer = [
    'mariana hernandez',
    'HERNÁNDEZ, mariana',
    'LÓPEZ mari',
    'maria lopez hern',
    'lo mariana',
    'lopez hernandez',
  ]
  it('finds Mariana López Hernández everywhere by her words in any order', async () => {
    const places = Object.keys(forAdministrators)
    expect(await placesThatFind('admin', forAdministrators, meaningHer)).toEqual(
      meaningHer.flatMap((term) => places.map((place) => [`${term}: ${place}`, 'found'])),
    )
  })

  it.each([
    ['Ma. Guadalupe Ruiz', ['maria guadalupe', 'ma. guadalupe', 'Mª Guadalupe', 'ma. g', 'ruiz maría']],
    ['MA GUADALUPE RUIZ', ['maria guadalupe', 'ma gu']],
    ['Mª Guadalupe Ruiz', ['maria guadalupe', 'mª guadalupe']],
    ['María Guadalupe Ruiz', ['ma. guadalupe', 'Ma Guadalupe', 'mª guadalupe']],
    ["Ana D'Angelo Ruiz", ['D’Angelo', 'd´angelo', "d'ang"]],
    ['Ana D’Angelo Ruiz', ["d'angelo ruiz", 'd´angelo', 'D’Angelo']],
  ])('finds %j however the name is written short', async (name, terms) => {
    const found = await rehearse(world(), identityOf('admin'), async (stage) => {
      await stage.owner(`update public.profiles set full_name = $2 where id = $1`, [people.patientB, name])
      const missed: string[] = []
      for (const term of terms)
        if ((await call(stage, everywhere.patients, [term])) === 'nothing') missed.push(term)
      return missed
    })
    expect(found).toEqual([])
  })

  it('finds nobody who has not all words in one text', async () => {
    const others = [
      'mariana gómez',
      'mariana patientb',
      'hernández intraoral',
      'mariana x',
      'mariana lópez h z q w',
    ]
    expect(await placesThatFind('admin', forAdministrators, others)).toEqual([])
  })

  it('searches %, _ and other signs as plain characters, and any number of words', async () => {
    const odd = [
      '%',
      '_',
      '\\',
      "'",
      '"',
      'mari%a hern_ndez',
      '%%% ___',
      '\\\\\\ mariana',
      "o'neill' or true --",
      'mar"iana {hernandez}',
      'uno dos tres cuatro cinco seis',
      `${'x'.repeat(101)}`,
      'de la',
    ]
    expect(await placesThatFind('admin', forAdministrators, odd)).toEqual([])
    const places = Object.keys(forAdministrators)
    const many = ['mariana lópez hernández mari lop hern zzz', `mariana hernandez${' '.repeat(90)}zzz`]
    expect(await placesThatFind('admin', forAdministrators, many)).toEqual(
      many.flatMap((term) => places.map((place) => [`${term}: ${place}`, 'found'])),
    )
  })

  it('shows a doctor nobody beyond their own reach, by any words', async () => {
    const { requests: _, ...own } = everywhere
    const { patients, picker, quick } = own
    const ownPicker = picker.replace(people.doctorB, people.doctorA)
    expect(await placesThatFind('doctorA', { patients, picker, ownPicker, quick }, meaningHer)).toEqual([])
    expect((await placesThatFind('doctorB', own, ['hernandez mariana'])).map(([place]) => place)).toEqual(
      Object.keys(own).map((place) => `hernandez mariana: ${place}`),
    )
  })

  // A term of marks alone finds nothing: docs/decisions/0035.
  it('finds by 2,000 pieces of texts all that has the piece', async () => {
    const missed = await rehearseAsOwner(world(), async (stage) => {
      await nameMariana(stage)
      return stage.owner(
        `with texts (text) as (
           select full_name from public.profiles union select email from public.profiles
           union select study_type from public.studies union select file_name from public.studies
           union select invoice_number from public.invoices
           union values ('Dra. Ana  María Pérez de la Cruz'), ('Pérez, J. A.'), ('Ñáñez 100% _x_ \\ "y"'), ('a b c d e f g h')
         ), pieces as (
           select t.text, substr(t.text, start, 1 + (n * 31 + start) % 24) as piece
           from texts t, generate_series(1, 200) n, lateral (select 1 + (n * 7919) % char_length(t.text) as start) s
           where substr(t.text, start, 1 + (n * 31 + start) % 24) ~ '[[:alnum:]]'
           order by md5(t.text || n) limit 2000
         )
         select p.piece, t.text from pieces p, texts t
         where private.sought(t.text) like private.search_pattern(p.piece)
           and private.has_all(t.text, private.search_patterns(p.piece)) is not true`,
      )
    })
    expect(missed).toEqual([])
  })
})
