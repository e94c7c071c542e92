import { describe, expect, it } from 'vitest'
import { referringKey } from '#domain/referring-doctors.ts'
import { engines } from '#tests/engines.ts'
import { tally } from './admin-rows.ts'
import { callers, emailOf, identityOf, people } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { useWorld } from './world.ts'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const byCode = (x: string, y: string) => (x < y ? -1 : Number(x > y))
const byName = (x: string, y: string) => byCode(plain(x), plain(y)) || byCode(x, y)

/** Names with the text that they are sorted by: surnames first, without titles. */
const surnameFirst: Record<string, string> = {
  'JUAN PEREZ': 'perez juan',
  'Dr. Juan Pérez': 'perez juan',
  'Pérez, Juan, Dr.': 'perez juan',
  'Doctora Pérez Alejandra': 'alejandra perez',
  'Alejandro Pérez': 'perez alejandro',
  'dra ñandu iniguez': 'iniguez nandu',
  'Emilio Castañeda 9621112233': 'castaneda emilio',
  'Ana 100%_ Real': 'real ana',
  Zoé: 'zoe',
  'Nombre dentist': 'dentist nombre',
  'Dr.': '',
  'Dra.Ana Ruiz-Soto': 'ruiz soto ana',
  'Drake Moreno': 'moreno drake',
  'Ana de la Cruz': 'de la cruz ana',
  'Dra. Ana María Pérez de la Cruz': 'perez de la cruz ana maria',
  'MARÍA JOSÉ PÉREZ LÓPEZ': 'perez lopez maria jose',
}
const bySurname = (x: string, y: string) => byCode(surnameFirst[x] ?? x, surnameFirst[y] ?? y)

/** Each referring doctor this many times. */
async function refer(stage: Stage, given: Record<string, number>): Promise<void> {
  for (const [name, times] of Object.entries(given))
    await stage.owner(
      `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type, referring_doctor)
       select 'Persona', 'x@fuera.test', '5551234567', 'Escaneo Intraoral', $1 from generate_series(1, $2::int)`,
      [name, times],
    )
}

type Row = {
  key: string
  name: string
  referrals: number
  variations: number
  spellings: unknown[]
  accounts: unknown[]
}

/** The dentist of the world, whom no request names. */
const unnamed: Row = {
  key: 'dentist nombre',
  name: 'Nombre dentist',
  referrals: 0,
  variations: 0,
  spellings: [],
  accounts: [
    {
      id: people.dentist,
      name: 'Nombre dentist',
      email: emailOf('dentist'),
      practice: 'Dental Ruiz',
      phone: expect.any(String),
      active: true,
      activated: true,
    },
  ],
}

/** The same groups, from the stored texts. */
function recount(texts: readonly string[]): Row[] {
  const groups = new Map<string, string[]>()
  for (const text of texts) {
    const key = referringKey(text)
    if (key !== '') groups.set(key, [...(groups.get(key) ?? []), text])
  }
  return [...groups].map(([key, all]) => {
    const spellings = tally(all)
      .sort(([x, m], [y, n]) => n - m || byName(x, y))
      .map(([name, count]) => ({ name, count }))
    return {
      key,
      name: spellings[0]?.name ?? '',
      referrals: all.length,
      variations: spellings.length,
      spellings: spellings.slice(0, 8),
      accounts: [],
    }
  })
}

const spellingsOfOne = [
  'Dr. Juan Pérez',
  'dr juan perez',
  'Pérez Juan, Dr.',
  'JUAN PEREZ',
  'Juan  Pérez',
  'juan pérez',
  'Dr Juan Pérez',
  'Pérez, Juan',
  'Juan Perez (Dr.)',
  'DR. JUAN PÉREZ',
]
const given: Record<string, number> = {
  ...Object.fromEntries(spellingsOfOne.map((name, index) => [name, 1 + (index % 4)])),
  'Dra. Alejandra Pérez': 3,
  'Doctora Pérez Alejandra': 3,
  'Alejandro Pérez': 2,
  'Dra. Ñandú Íñiguez': 5,
  'dra ñandu iniguez': 5,
  'Emilio Castañeda 9621112233': 2,
  'Dr.': 4,
  '12345': 1,
  Zoé: 5,
  'Ana 100%_ Real': 1,
}

describe.each(engines())('referring doctors on $name', (engine) => {
  const world = useWorld(engine)
  const asAdmin = <T>(play: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf('admin'), async (stage) => {
      await refer(stage, given)
      return play(stage)
    })
  const list = `select public.referring_doctors($1, $2, $3::boolean, $4::int, $5::int) as value`
  const merge = (stage: Stage, from: string, into: string) =>
    call(stage, 'select public.merge_referrers($1, $2)::text as value', [from, into])
  const undo = (stage: Stage, id: unknown) =>
    call(stage, `select 'undone' as value from public.undo_referrer_merge($1::uuid)`, [id])
  const counts = (stage: Stage) =>
    call(
      stage,
      `select x ->> 'name' || ' ' || (x ->> 'referrals') as value
       from jsonb_array_elements(public.referring_doctors('', 'count', true, 1, 100) -> 'rows') x
       where x -> 'referrals' <> '0'`,
    )

  const calls: Record<string, string> = {
    referring_doctors: `select 1 as value from public.referring_doctors('', 'count', true, 1, 10)`,
    referrer_suggestions: `select count(*)::int - count(*)::int + 1 as value from public.referrer_suggestions()`,
    referrer_merges: `select count(*)::int + 1 as value from public.referrer_merges()`,
    merge_referrers: `select 1 as value from public.merge_referrers('juan perez', 'alejandra perez')`,
  }
  describe.each(Object.entries(calls))('%s', (_name, sql) => {
    it.each(callers)('answers administrators alone: %s', async (caller) => {
      const found = await rehearse(world(), identityOf(caller), async (stage) => {
        await refer(stage, { 'Juan Pérez': 1, 'Alejandra Pérez': 1 })
        return call(stage, sql)
      })
      const isAdmin = caller === 'admin' || caller === 'mainAdmin'
      expect(found).toEqual(isAdmin ? [1] : caller === 'anonymous' ? 'no grant' : 'rule')
    })
    it('refuses a patient without a single request as well', async () => {
      expect(
        await rehearse(world(), identityOf('patientA'), async (stage) => {
          await stage.owner('delete from public.study_requests')
          return call(stage, sql)
        }),
      ).toBe('rule')
    })
  })

  it.each(callers)('undo_referrer_merge answers administrators alone: %s', async (caller) => {
    const found = await rehearse(world(), identityOf('admin'), async (stage) => {
      await refer(stage, { 'Juan Pérez': 1, 'Alejandra Pérez': 1 })
      const [id] = (await merge(stage, 'juan perez', 'alejandra perez')) as string[]
      await stage.become(identityOf(caller))
      return undo(stage, id)
    })
    const isAdmin = caller === 'admin' || caller === 'mainAdmin'
    expect(found).toEqual(isAdmin ? ['undone'] : caller === 'anonymous' ? 'no grant' : 'rule')
  })

  it.each([
    ['count', true],
    ['count', false],
    ['name', true],
    ['name', false],
  ] as const)('agree with a recount, page by page, by %s, descending %s', async (column, descending) => {
    const { pages, texts } = await asAdmin(async (stage) => ({
      pages: [
        ...((await call(stage, list, [' ', column, descending, 1, 3])) as unknown[]),
        ...((await call(stage, list, [null, column, descending, 2, 3])) as unknown[]),
        ...((await call(stage, list, ['', column, descending, 3, 3])) as unknown[]),
      ],
      texts: (await stage.owner(
        'select referring_doctor as text from public.study_requests where referring_doctor is not null',
      )) as { text: string }[],
    }))
    const sign = descending ? -1 : 1
    const rows = [...recount(texts.map(({ text }) => text)), unnamed].sort(
      (x, y) =>
        sign * (column === 'count' ? x.referrals - y.referrals : bySurname(x.name, y.name)) ||
        bySurname(x.name, y.name),
    )
    expect(rows).toHaveLength(8)
    // What came of them is counted in referrer-figures.test.ts.
    expect(pages).toMatchObject([0, 3, 6].map((start) => ({ total: 8, rows: rows.slice(start, start + 3) })))
  })

  it('are ordered by surname and name, whatever the title', async () => {
    const names = Object.keys(surnameFirst)
    const found = await asAdmin((stage) =>
      stage.owner('select name, private.surname_first(name) as filed from unnest($1::text[]) name', [names]),
    )
    expect(found).toEqual(names.map((name) => ({ name, filed: surnameFirst[name] })))
  })

  it.each([
    ['PEREZ', ['JUAN PEREZ', 'Doctora Pérez Alejandra', 'Alejandro Pérez']],
    ['ñandú', ['dra ñandu iniguez']],
    ['9621', ['Emilio Castañeda 9621112233']],
    ['0%_', ['Ana 100%_ Real']],
    ['a%_', []],
    ['zo', ['Zoé']],
    ['nombre d', ['Nombre dentist']],
    ['oe', []],
    ["' or true --", []],
  ])('are searched in every spelling, whatever its accents: %j', async (term, names) => {
    const found = await asAdmin((stage) =>
      call(stage, `select public.referring_doctors($1, 'count', true, 1, 10) as value`, [term]),
    )
    const [answer] = found as { total: number; rows: Row[] }[]
    expect(answer?.rows.map(({ name }) => name).sort(byCode)).toEqual([...names].sort(byCode))
    expect(answer?.total).toBe(names.length)
  })

  it.each([
    ['', 'fecha', true, 1, 10],
    ['', null, true, 1, 10],
    ['', 'count', true, 0, 10],
    ['', 'count', true, null, 10],
    ['', 'count', true, 1, 101],
    ['', 'count', true, 1, 0],
  ])('refuse an order or a page that does not exist: %j', async (...args) => {
    expect(await asAdmin((stage) => call(stage, list, args))).toBe('PT400')
  })

  describe('merged', () => {
    const few = { 'Juan Pérez': 3, 'Juan Peres': 1, 'Juan Pérez López': 2, 'Ana Ruiz': 4 }
    const withFew = <T>(play: (stage: Stage) => Promise<T>) =>
      rehearse(world(), identityOf('admin'), async (stage) => {
        await refer(stage, few)
        return play(stage)
      })

    it('count together under the name merged into, in chains, and apart again when undone', async () => {
      const seen = await withFew(async (stage) => {
        const [first] = (await merge(stage, 'juan peres', 'juan perez')) as string[]
        const one = await counts(stage)
        const [second] = (await merge(stage, 'juan perez', 'juan lopez perez')) as string[]
        const chain = await counts(stage)
        await undo(stage, second)
        const back = await counts(stage)
        await merge(stage, 'juan perez', 'juan lopez perez')
        await undo(stage, first)
        return { one, chain, back, other: await counts(stage) }
      })
      expect(seen).toEqual({
        one: ['Juan Pérez 4', 'Ana Ruiz 4', 'Juan Pérez López 2'],
        chain: ['Juan Pérez López 6', 'Ana Ruiz 4'],
        back: ['Juan Pérez 4', 'Ana Ruiz 4', 'Juan Pérez López 2'],
        other: ['Juan Pérez López 5', 'Ana Ruiz 4', 'Juan Peres 1'],
      })
    })

    it('refuse circles, a second home, oneself and who is unknown', async () => {
      const found = await withFew(async (stage) => {
        await merge(stage, 'juan peres', 'juan perez')
        await merge(stage, 'juan perez', 'juan lopez perez')
        return [
          await merge(stage, 'juan lopez perez', 'juan peres'),
          await merge(stage, 'juan lopez perez', 'juan perez'),
          await merge(stage, 'juan peres', 'ana ruiz'),
          await merge(stage, 'ana ruiz', 'ana ruiz'),
          await merge(stage, 'ana ruiz', 'nadie'),
          await merge(stage, 'nadie', 'ana ruiz'),
        ]
      })
      expect(found).toEqual(['PT409', 'PT409', 'PT409', 'PT400', 'PT404', 'PT404'])
    })

    it('are listed newest first with both names, until undone, once', async () => {
      const found = await withFew(async (stage) => {
        const [first] = (await merge(stage, 'juan peres', 'juan perez')) as string[]
        const [second] = (await merge(stage, 'ana ruiz', 'juan peres')) as string[]
        await stage.owner(
          `update private.referrer_merges set merged_at = now() - interval '1 day' where id = $1`,
          [first],
        )
        const rows = `select from_name || ' > ' || into_name as value from public.referrer_merges()`
        const both = await call(stage, rows)
        const undone = [
          await undo(stage, second),
          await undo(stage, second),
          await undo(stage, '00000000-0000-4000-8000-000000000000'),
        ]
        return { both, undone, left: await call(stage, rows) }
      })
      expect(found).toEqual({
        both: ['Ana Ruiz > Juan Peres', 'Juan Peres > Juan Pérez'],
        undone: [['undone'], 'PT404', 'PT404'],
        left: ['Juan Peres > Juan Pérez'],
      })
    })

    it('leave the requests as they were written, and lines in the trail', async () => {
      const found = await withFew(async (stage) => {
        const [id] = (await merge(stage, 'juan peres', 'juan perez')) as string[]
        await undo(stage, id)
        return {
          trail: await stage.owner(
            `select action, columns::text, actor::text from private.audit_log
             where subject = 'referrer_merges' and row_id = $1 order by id`,
            [id],
          ),
          texts: await stage.owner(
            `select referring_doctor as name, count(*)::int as n from public.study_requests
             where referring_doctor like 'Juan Pere_' group by 1`,
          ),
        }
      })
      const actor = identityOf('admin').claims.sub
      expect(found).toEqual({
        trail: [
          { action: 'insert', columns: null, actor },
          { action: 'update', columns: '{undone_at,undone_by}', actor },
        ],
        texts: [{ name: 'Juan Peres', n: 1 }],
      })
    })

    it('are offered in the request form as the doctor merged into', async () => {
      const found = await withFew(async (stage) => {
        const suggest = (term: string) =>
          call(stage, 'select name as value from public.suggest_referring_doctors($1) name', [term])
        const before = await suggest('juan pe')
        await merge(stage, 'juan peres', 'ana ruiz')
        return { before, after: await suggest('juan pe'), typed: await suggest('peres') }
      })
      expect(found).toEqual({
        before: ['Juan Pérez', 'Juan Pérez López', 'Juan Peres'],
        after: ['Juan Pérez', 'Juan Pérez López', 'Ana Ruiz'],
        typed: ['Ana Ruiz'],
      })
    })
  })

  describe('referrer_suggestions', () => {
    const suggested = (names: Record<string, number>, before?: (stage: Stage) => Promise<unknown>) =>
      rehearse(world(), identityOf('admin'), async (stage) => {
        await refer(stage, names)
        await before?.(stage)
        return call(
          stage,
          `select from_name || ' > ' || into_name as value from public.referrer_suggestions()`,
        )
      })
    it.each([
      ['a letter that differs', { 'Juan Pérez': 3, 'Dr. Juan Peres': 1 }, ['Dr. Juan Peres > Juan Pérez']],
      ['a missing name', { 'Juan Pérez López': 1, 'Juan Pérez': 2 }, ['Juan Pérez López > Juan Pérez']],
      ['a single word', { González: 2, Gonzales: 1 }, ['Gonzales > González']],
      ['an account that no request names', { 'Nombre Dentis': 2 }, ['Nombre dentist > Nombre Dentis']],
      ['two words that differ', { 'Juana Peres': 1, 'Juan Pérez': 2 }, 'nothing'],
      ['a man and a woman', { 'Alejandra Pérez': 1, 'Alejandro Pérez': 2 }, 'nothing'],
      ['another surname', { 'Juan Pérez': 1, 'Juan Ruiz': 2 }, 'nothing'],
      ['a first name alone', { Juan: 1, 'Juan Ruiz': 2 }, 'nothing'],
      [
        'the misspelled before the missing',
        { 'Juan Pérez Oropeza Arizmendi': 3, 'Juan Pérez Oropeza': 3, 'Ana Díaz': 1, 'Ana Días': 2 },
        ['Ana Díaz > Ana Días', 'Juan Pérez Oropeza Arizmendi > Juan Pérez Oropeza'],
      ],
    ])('see %s', async (_what, names, expected) => {
      expect(await suggested(names)).toEqual(expected)
    })

    it('suggest nothing that is merged already, and at most ten', async () => {
      const merged = await suggested({ 'Juan Pérez': 3, 'Juan Peres': 1 }, (stage) =>
        merge(stage, 'juan peres', 'juan perez'),
      )
      expect(merged).toBe('nothing')
      const many = Array.from({ length: 12 }, (_, n) => `Juan Pérez Lopez${'abcdefghijklm'[n]}`)
      expect(await suggested(Object.fromEntries(many.map((name) => [name, 1])))).toHaveLength(10)
    })
  })
})
