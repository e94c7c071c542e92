import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { people, serviceRole } from './people.ts'
import { rehearse, type Stage } from './rehearse.ts'
import { pathOf, pinOfShareA, shares, studies, tokenOfShareA, useWorld } from './world.ts'

type Answer = Record<string, unknown>

const sender = { 'x-forwarded-for': '192.0.2.50' }
const strange = 'ZZZZZZZZZZZZZZZZZZZZZZ'

/** The result of `open_study_share`, or the outcome of a failed statement. */
async function ask(
  stage: Stage,
  args: { token?: string | null; pin?: string | null; visit?: string | null; from?: unknown },
) {
  const { outcome, rows } = await stage.attempt('select public.open_study_share($1, $2, $3, $4) as value', [
    args.token === undefined ? tokenOfShareA : args.token,
    args.pin ?? null,
    args.visit ?? null,
    JSON.stringify(args.from ?? sender),
  ])
  return outcome === 'done' ? (rows[0]?.value as Answer) : { outcome }
}
const open = (stage: Stage) => ask(stage, { pin: pinOfShareA })
const guess = (stage: Stage, token: string | null = tokenOfShareA) => ask(stage, { token, pin: '000000' })
const visitOf = (answer: Answer) => String(answer.visit)

/** The result of the check that an open page repeats. */
async function check(stage: Stage, visit: string, { token = tokenOfShareA, from = sender as unknown } = {}) {
  const { outcome, rows } = await stage.attempt('select public.check_study_visit($1, $2, $3) as value', [
    token,
    visit,
    JSON.stringify(from),
  ])
  return outcome === 'done' ? (rows[0]?.value as Answer | undefined)?.outcome : outcome
}

const opened = {
  outcome: 'open',
  visit: expect.stringMatching(/^[\w-]{22}$/),
  hidden: false,
  path: pathOf('named'),
  picture: null,
  preview: null,
  report: null,
  file_name: 'estudio.zip',
  study_type: 'Escaneo Intraoral',
  study_date: '2026-01-05',
  patient_name: 'Nombre patientA',
  label: 'Dr. de A',
  expires_at: expect.any(String),
}

describe.each(engines())('opening a link on $name', (engine) => {
  const world = useWorld(engine)
  const play = <T>(run: (stage: Stage) => Promise<T>) => rehearse(world(), serviceRole, run)
  /** The same after something happened. */
  const openAfter = (sql: string, params: readonly unknown[] = []) =>
    play(async (stage) => {
      await stage.owner(sql, params)
      return open(stage)
    })

  it('with token and PIN shows the study, counts one use and is seen', async () => {
    const found = await play(async (stage) => {
      const answers = [await open(stage), await open(stage)]
      const rows = await stage.owner(
        'select id::text, uses, seen_at = now() as now from public.study_shares where uses > 0 or seen_at is not null',
      )
      return { answers, rows }
    })
    expect(found).toEqual({ answers: [opened, opened], rows: [{ id: shares.A, uses: 2, now: true }] })
    expect(found.answers[0]?.visit).not.toBe(found.answers[1]?.visit)
  })

  it('opens as often as it says and no more, and tells only who knows the PIN', async () => {
    const found = await play(async (stage) => {
      const answers = [await open(stage), await open(stage), await open(stage), await open(stage)]
      const [row] = await stage.owner('select uses from public.study_shares where id = $1', [shares.A])
      return { outcomes: answers.map(({ outcome }) => outcome), row, guessed: await guess(stage) }
    })
    expect(found).toEqual({
      outcomes: ['open', 'open', 'open', 'used_up'],
      row: { uses: 3 },
      guessed: { outcome: 'wrong', left: 4 },
    })
  })

  it.each([
    ['revoked', 'update public.study_shares set revoked_at = now()', 'revoked'],
    [
      'expired',
      `update public.study_shares set created_at = now() - interval '2 days', expires_at = now()`,
      'expired',
    ],
    ['of a deleted study', `delete from public.studies where id = '${studies.A}'`, 'revoked'],
    [
      'of a study with another file',
      `update public.studies set file_url = '${pathOf('free')}' where id = '${studies.A}'`,
      'revoked',
    ],
    [
      'made by a closed account',
      `update private.account_state set closed_at = now() where user_id = '${people.doctorA}'`,
      'revoked',
    ],
    ['made by an erased account', 'update public.study_shares set made_by = null', 'revoked'],
    ['made by a doctor who is not linked any more', 'delete from private.doctor_patients', 'revoked'],
  ])('that is %s', async (_what, sql, outcome) => {
    expect((await openAfter(sql)).outcome).toBe(outcome)
  })

  it('ends with the rights of its maker', async () => {
    const found = await play(async (stage) => {
      await stage.owner('update public.study_shares set made_by = $1', [people.admin])
      const before = (await open(stage)).outcome
      await stage.owner('update public.profiles set is_admin = false where id = $1', [people.admin])
      const demoted = (await open(stage)).outcome
      await stage.owner('update public.study_shares set made_by = $1', [people.patientB])
      const stranger = (await open(stage)).outcome
      await stage.owner('update public.study_shares set made_by = $1', [people.patientA])
      return [before, demoted, stranger, (await open(stage)).outcome]
    })
    expect(found).toEqual(['open', 'revoked', 'revoked', 'open'])
  })

  it('is noted as seen, and counted', async () => {
    const seen = await play(async (stage) => {
      const visit = visitOf(await open(stage))
      await open(stage)
      await ask(stage, { visit })
      return stage.owner(
        `select share_id::text as share, person_id as person, what, times from public.study_seen where share_id is not null`,
      )
    })
    expect(seen).toEqual([{ share: shares.A, person: null, what: 'images', times: 2 }])
  })

  it('without identity hands out the copy, and names nobody', async () => {
    const copy = 'copias/00000000-0000-4000-9009-000000000007/sin-datos.zip'
    const answer = await openAfter('update public.study_shares set copy_path = $1 where id = $2', [
      copy,
      shares.A,
    ])
    expect(answer).toEqual({
      ...opened,
      hidden: true,
      path: copy,
      file_name: 'estudio-sin-datos.zip',
      patient_name: null,
      label: null,
    })
  })

  const pictured = `update public.study_previews set state = 'partial', kind = 'photo', tint = '101010',
      cover_path = '${people.patientA}/portada.webp', cover_width = 1280, cover_height = 700
    where study_id = '${studies.A}'`

  it('with the large picture, of which it tells the size', async () => {
    expect(await openAfter(pictured)).toEqual({
      ...opened,
      picture: { path: `${people.patientA}/portada.webp`, width: 1280, height: 700, tint: '101010' },
    })
  })

  const folder = people.patientA
  const sheets = {
    paths: [1, 2, 3, 4].map((at) => `${folder}/previa-${at}.webp`),
    ...{ size: [64, 64, 40], mm: [1, 1, 1], low: -1000, high: 2600, unit: 'HU', columns: 8 },
  }
  const reduced = `update public.study_previews set state = 'partial', kind = 'volume', file_bytes = 146000000,
      sheets = '${JSON.stringify(sheets)}', index_path = '${folder}/indice.json', parts = '{"volumes": 1, "documents": 1}',
      facts = '{"voxel_mm": [0.3, 0.3, 0.3]}'
    where study_id = '${studies.A}'`

  it('with the reduced volume, and with what is read of its file and how', async () => {
    const parts = { volumes: 1, documents: 1 }
    const preview = { sheets, bytes: 146_000_000, known: true, index: `${folder}/indice.json`, parts }
    expect(await openAfter(reduced)).toEqual({ ...opened, preview })
    expect(await openAfter(reduced.replace('"voxel_mm": [0.3, 0.3, 0.3]', '"slices": 40'))).toEqual({
      ...opened,
      preview: { ...preview, known: false },
    })
    expect(await openAfter(reduced.replace(`'${folder}/indice.json'`, 'null'))).toEqual({
      ...opened,
      preview: { ...preview, index: null },
    })
  })

  it('without identity shows neither picture nor volume, which may have a name in them, nor where its slices lie', async () => {
    const answer = await play(async (stage) => {
      await stage.owner(pictured)
      await stage.owner(reduced)
      await stage.owner('update public.study_shares set copy_path = $1 where id = $2', [
        'copias/00000000-0000-4000-9009-000000000007/sin-datos.zip',
        shares.A,
      ])
      return open(stage)
    })
    expect(answer).toMatchObject({ hidden: true, picture: null, preview: null })
  })

  describe('with a wrong PIN', () => {
    const round = ['wrong 4', 'wrong 3', 'wrong 2', 'wrong 1', 'locked 900']
    const said = ({ outcome, left, seconds }: Answer) => `${outcome} ${left ?? seconds ?? ''}`.trim()
    const guesses = async (stage: Stage, count: number, token?: string) => {
      const heard: string[] = []
      for (let at = 0; at < count; at++) heard.push(said(await guess(stage, token)))
      return heard
    }
    const wait = (stage: Stage) => stage.owner(`update private.share_tries set locked_until = now()`)
    const noLimit = (stage: Stage) => stage.owner('delete from private.rate_limits')

    it.each([tokenOfShareA, strange, '', 'a', `${tokenOfShareA}=`, tokenOfShareA.toUpperCase()])(
      'answers alike whether a link has the token %j or not',
      async (token) => {
        const found = await play(async (stage) => {
          const first = await guesses(stage, 6, token)
          await wait(stage)
          return [first, await guesses(stage, 5, token)]
        })
        expect(found).toEqual([[...round, 'locked 900'], round])
      },
    )

    it('is locked for the right PIN too, and opens when the time is over', async () => {
      const found = await play(async (stage) => {
        await guesses(stage, 5)
        const locked = said(await open(stage))
        await wait(stage)
        return [locked, said(await open(stage)), ...(await guesses(stage, 1))]
      })
      expect(found).toEqual(['locked 900', 'open', 'wrong 4'])
    })

    it('begins anew after the right one', async () => {
      const found = await play(async (stage) => [
        ...(await guesses(stage, 4)),
        said(await open(stage)),
        ...(await guesses(stage, 1)),
      ])
      expect(found).toEqual(['wrong 4', 'wrong 3', 'wrong 2', 'wrong 1', 'open', 'wrong 4'])
    })

    it.each([tokenOfShareA, strange])(
      'thirty times ends %s for good, whatever was right between',
      async (token) => {
        const found = await play(async (stage) => {
          for (let rounds = 0; rounds < 5; rounds++) {
            await guesses(stage, 5, token)
            await wait(stage)
            await noLimit(stage)
          }
          if (token === tokenOfShareA) await open(stage)
          const last = await guesses(stage, 5, token)
          await wait(stage)
          await noLimit(stage)
          return [last, said(await open(stage)) === 'open', await guesses(stage, 1, token)]
        })
        expect(found).toEqual([
          ['wrong 4', 'wrong 3', 'wrong 2', 'wrong 1', 'blocked'],
          token === strange,
          ['blocked'],
        ])
      },
    )

    it.each(['', null, '04213', '0421370', ' 042137', '٠٤٢١٣٧', pinOfShareA.split('').reverse().join('')])(
      'counts %j as one',
      async (pin) => {
        expect(said(await play((stage) => ask(stage, { pin })))).toBe('wrong 4')
      },
    )

    it('keeps it with the hash of the token, and forgets tokens of nobody after a day', async () => {
      const found = await play(async (stage) => {
        await guesses(stage, 1)
        await guesses(stage, 1, strange)
        const text = await stage.owner(`select string_agg(t::text, '') as text from private.share_tries t`)
        await stage.owner(`update private.share_tries set tried_at = now() - interval '25 hours'`)
        await guesses(stage, 1, 'another')
        const left = await stage.owner(
          `select token_hash = private.share_hash($1) as known from private.share_tries order by 1`,
          [tokenOfShareA],
        )
        return { text: String(text[0]?.text), left }
      })
      expect(found.text).not.toContain(tokenOfShareA)
      expect(found.left).toEqual([{ known: false }, { known: true }])
    })

    it('of another link does not open, nor does its own with another token', async () => {
      const found = await play(async (stage) => {
        await stage.owner(
          `update private.share_secrets set token_hash = private.share_hash('otro'), pin_hash = private.share_hash('otro:111111')
           where share_id = $1`,
          [shares.B],
        )
        return [
          said(await ask(stage, { pin: '111111' })),
          said(await ask(stage, { token: 'otro', pin: pinOfShareA })),
          said(await ask(stage, { token: `${tokenOfShareA}:${pinOfShareA}`, pin: '' })),
        ]
      })
      expect(found).toEqual(['wrong 4', 'wrong 4', 'wrong 4'])
    })
  })

  describe('a visit', () => {
    it('fetches again without PIN and without another use', async () => {
      const found = await play(async (stage) => {
        const visit = visitOf(await open(stage))
        const again = await ask(stage, { visit })
        const [row] = await stage.owner('select uses from public.study_shares where id = $1', [shares.A])
        return { same: again.visit === visit, again, row }
      })
      expect(found).toEqual({ same: true, again: opened, row: { uses: 1 } })
    })

    it('goes on when the last use was this one', async () => {
      const outcome = await play(async (stage) => {
        await stage.owner('update public.study_shares set max_uses = 1')
        const visit = visitOf(await open(stage))
        return [(await open(stage)).outcome, (await ask(stage, { visit })).outcome]
      })
      expect(outcome).toEqual(['used_up', 'open'])
    })

    it.each([
      ['two hours', `update private.share_visits set ends_at = now()`, 'visit_over'],
      [
        'sixty times',
        `update private.share_visits set fetched = 60, fetched_at = now() - interval '15 minutes'`,
        'visit_over',
      ],
      ['the revocation', 'update public.study_shares set revoked_at = now()', 'revoked'],
      ['the study', `delete from public.studies where id = '${studies.A}'`, 'revoked'],
      [
        'its maker',
        `update private.account_state set closed_at = now() where user_id = '${people.doctorA}'`,
        'revoked',
      ],
      [
        'a new token',
        `update private.share_secrets set token_hash = private.share_hash('nuevo') where share_id = '${shares.A}'`,
        'revoked',
      ],
      [
        'the expiry of the link',
        `update public.study_shares set created_at = now() - interval '2 days', expires_at = now()`,
        'expired',
      ],
    ])('ends with %s, and the open page hears of it', async (what, sql, outcome) => {
      const heard = await play(async (stage) => {
        const visit = visitOf(await open(stage))
        const before = await check(stage, visit)
        await stage.owner(sql)
        return [before, await check(stage, visit), (await ask(stage, { visit })).outcome]
      })
      // A page with the study already open fetches nothing more.
      expect(heard).toEqual(['open', what === 'sixty times' ? 'open' : outcome, outcome])
    })

    it('goes on while its page is open, and no longer than the link', async () => {
      const found = await play(async (stage) => {
        const visit = visitOf(await open(stage))
        const left = async (sql: string) => {
          await stage.owner(sql)
          await check(stage, visit)
          const [row] = await stage.owner(
            'select extract(epoch from ends_at - now())::integer / 60 as minutes from private.share_visits',
          )
          return row?.minutes
        }
        return [
          await left(`update private.share_visits set ends_at = now() + interval '111 minutes'`),
          await left(`update private.share_visits set ends_at = now() + interval '1 minute'`),
          await left(`update public.study_shares set expires_at = now() + interval '30 minutes'`),
          await left(`update private.share_visits set ends_at = now() + interval '1 minute'`),
        ]
      })
      expect(found).toEqual([111, 120, 120, 30])
    })

    it('takes one fetch in 15 minutes, however often the address is renewed', async () => {
      const found = await play(async (stage) => {
        const visit = visitOf(await open(stage))
        const fetched = async () =>
          (await stage.owner('select fetched from private.share_visits')).map((row) => row.fetched)
        const renew = async () => {
          for (let times = 0; times < 70; times++) {
            await stage.owner('delete from private.rate_limits')
            expect((await ask(stage, { visit })).outcome).toBe('open')
          }
        }
        await renew()
        const first = await fetched()
        await stage.owner(`update private.share_visits set fetched_at = now() - interval '15 minutes'`)
        await renew()
        const second = await fetched()
        // The quarter of an hour begins with its first fetch, and not anew with each.
        const begun = `now() - interval '14 minutes'`
        await stage.owner(`update private.share_visits set fetched_at = ${begun}`)
        await renew()
        expect(await stage.owner(`select fetched_at = ${begun} as kept from private.share_visits`)).toEqual([
          { kept: true },
        ])
        await stage.owner('update private.share_visits set fetched = 60')
        await renew()
        return [first, second]
      })
      expect(found).toEqual([[1], [2]])
    })

    it('lasts two hours and sixty times, and no longer than the link', async () => {
      const found = await play(async (stage) => {
        const visit = visitOf(await open(stage))
        const [whole] = await stage.owner(
          `select ends_at = now() + interval '2 hours' as yes from private.share_visits`,
        )
        const later = () =>
          stage.owner(`update private.share_visits set fetched_at = now() - interval '15 minutes'`)
        for (let times = 1; times < 60; times++) {
          await later()
          await ask(stage, { visit })
        }
        await later()
        const last = (await ask(stage, { visit })).outcome
        await stage.owner('delete from private.share_visits')
        await stage.owner(`update public.study_shares set expires_at = now() + interval '10 minutes'`)
        await open(stage)
        const [short] = await stage.owner(
          `select ends_at = now() + interval '10 minutes' as yes from private.share_visits`,
        )
        return { whole, last, short }
      })
      expect(found).toEqual({ whole: { yes: true }, last: 'visit_over', short: { yes: true } })
    })

    it('belongs to one link, and none is guessed', async () => {
      const outcomes = await play(async (stage) => {
        await stage.owner(
          `update private.share_secrets set token_hash = private.share_hash('otro') where share_id = $1`,
          [shares.B],
        )
        const visit = visitOf(await open(stage))
        const heard: unknown[] = []
        for (const [token, pass] of [
          ['otro', visit],
          [strange, visit],
          [tokenOfShareA, strange],
          [tokenOfShareA, ''],
        ] as const)
          heard.push((await ask(stage, { token, visit: pass })).outcome)
        return heard
      })
      expect(outcomes).toEqual(['visit_over', 'revoked', 'visit_over', 'visit_over'])
    })

    it('ends with a new token: the old one is revoked, the new one asks for its PIN', async () => {
      const found = await play(async (stage) => {
        const visit = visitOf(await open(stage))
        await stage.owner('update public.study_shares set renewed_at = clock_timestamp() where id = $1', [
          shares.A,
        ])
        await stage.owner('select private.give_secrets($1)', [shares.A])
        const old = [(await ask(stage, { visit })).outcome, await check(stage, visit)]
        await stage.owner(
          'update private.share_secrets set token_hash = private.share_hash($1) where share_id = $2',
          ['nuevo', shares.A],
        )
        const fresh = [
          (await ask(stage, { token: 'nuevo', visit })).outcome,
          await check(stage, visit, { token: 'nuevo' }),
        ]
        return { old, fresh }
      })
      expect(found).toEqual({ old: ['revoked', 'revoked'], fresh: ['visit_over', 'visit_over'] })
    })

    it('is kept as a hash only, and forgotten once it is over', async () => {
      const found = await play(async (stage) => {
        const visit = visitOf(await open(stage))
        const rows = await stage.owner(
          'select v::text as text, secret_hash = private.share_hash($1) as hash from private.share_visits v',
          [visit],
        )
        await stage.owner('update private.share_visits set ends_at = now()')
        await open(stage)
        return {
          leaked: String(rows[0]?.text).includes(visit),
          hash: rows[0]?.hash,
          left: (await stage.owner('select from private.share_visits')).length,
        }
      })
      expect(found).toEqual({ leaked: false, hash: true, left: 1 })
    })
  })

  it.each([
    ['open_shared_study', 40, { pin: '000000' }],
    ['revisit_shared_study', 240, { visit: 'x' }],
  ])('%s: as many from one address in ten minutes', async (bucket, limit, what) => {
    const found = await play(async (stage) => {
      const from = (address: string) => ({ 'x-forwarded-for': address })
      await ask(stage, { ...what, token: 'a', from: from('192.0.2.50') })
      const rows = await stage.owner('select client, hits from private.rate_limits where bucket = $1', [
        bucket,
      ])
      await stage.owner('update private.rate_limits set hits = $1', [limit - 1])
      const heard = []
      for (const [token, address] of [
        ['b', '192.0.2.50'],
        ['c', '192.0.2.50'],
        ['d', '2001:db8::7'],
      ] as const)
        heard.push((await ask(stage, { ...what, token, from: from(address) })).outcome)
      return { rows, heard }
    })
    const usual = bucket === 'open_shared_study' ? 'wrong' : 'visit_over'
    expect(found).toEqual({ rows: [{ client: '192.0.2.50', hits: 1 }], heard: [usual, 'PT429', usual] })
  })

  it('check_study_visit: 2400 from one address in ten minutes', async () => {
    const found = await play(async (stage) => {
      await check(stage, 'x')
      const rows = await stage.owner(
        `select client, hits from private.rate_limits where bucket = 'check_study_visit'`,
      )
      await stage.owner('update private.rate_limits set hits = 2399')
      const from = { 'x-forwarded-for': '2001:db8::7' }
      return [rows, await check(stage, 'x'), await check(stage, 'x'), await check(stage, 'x', { from })]
    })
    expect(found).toEqual([[{ client: '192.0.2.50', hits: 1 }], 'visit_over', 'PT429', 'visit_over'])
  })

  it('keeps private.share_secrets, private.share_tries and private.share_visits from the service key too', async () => {
    const found = await play(async (stage) => {
      const outcomes: string[] = []
      for (const table of ['share_secrets', 'share_tries', 'share_visits'])
        outcomes.push((await stage.attempt(`select * from private.${table}`)).outcome)
      return outcomes
    })
    expect(found).toEqual(['no grant', 'no grant', 'no grant'])
  })
})
