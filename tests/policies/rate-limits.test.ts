import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { insertOf } from './matrix.ts'
import { anonymous, identityOf, people } from './people.ts'
import { rehearse } from './rehearse.ts'
import { useWorld } from './world.ts'

const request = insertOf('public.study_requests', {
  patient_name: `'Visitante'`,
  patient_email: `'visitante@fuera.test'`,
  patient_phone: `'5551234567'`,
  study_type: `'Escaneo Intraoral'`,
})

describe.each(engines())('rate limits on $name', (engine) => {
  const world = useWorld(engine)

  const address = { 'x-forwarded-for': '192.0.2.9' }
  const perAddress = `hits from private.rate_limits where client = '192.0.2.9' and bucket`

  it.each([
    ['is_admin_suffix', `select public.is_admin_suffix('x') as value`, 60],
    ['suggest_referring_doctors', `select public.suggest_referring_doctors('zz') as value`, 240],
    ['verify_receipt', `select public.verify_receipt('x') as value`, 60],
  ])('%s allows as many calls a minute from one address', async (bucket, sql, limit) => {
    const found = await rehearse(
      world(),
      anonymous,
      async (stage) => {
        await stage.attempt(sql)
        const [first] = await stage.owner(`select ${perAddress} = $1`, [bucket])
        await stage.owner(`update private.rate_limits set hits = $1 where bucket = $2`, [limit - 1, bucket])
        const last = (await stage.attempt(sql)).outcome
        const tooMany = (await stage.attempt(sql)).outcome
        await stage.owner(`update private.rate_limits set window_start = now() - interval '1 minute'`)
        return {
          first,
          last: last !== 'PT429',
          tooMany,
          later: (await stage.attempt(sql)).outcome !== 'PT429',
        }
      },
      address,
    )
    expect(found).toEqual({ first: { hits: 1 }, last: true, tooMany: 'PT429', later: true })
  })

  it.each([
    ['invoice_exists', `select public.invoice_exists('IDX-00000001') as value`, 30],
    ['log_access', `select public.log_access('study', 'x') as value`, 600],
  ])('%s allows as many calls from one account, wherever it is', async (bucket, sql, limit) => {
    const found = await rehearse(
      world(),
      identityOf('patientA'),
      async (stage) => {
        await stage.attempt(sql)
        await stage.owner(`update private.rate_limits set hits = $1 where bucket = $2 and client = $3`, [
          limit - 1,
          bucket,
          people.patientA,
        ])
        const last = (await stage.attempt(sql)).outcome
        const tooMany = (await stage.attempt(sql)).outcome
        await stage.become(identityOf('patientB'))
        return [last, tooMany, (await stage.attempt(sql)).outcome]
      },
      address,
    )
    expect(found).toEqual(['done', 'PT429', 'done'])
  })

  it('takes sixty requests from one address in ten minutes, and others from elsewhere', async () => {
    const outcomes = await rehearse(
      world(),
      anonymous,
      async (stage) => {
        const send = async () => (await stage.attempt(request)).outcome
        const first = new Set<string>()
        for (let sent = 0; sent < 60; sent++) first.add(await send())
        const tooMany = [await send(), await send()]
        await stage.owner(
          `update private.rate_limits set window_start = window_start - interval '10 minutes'
           where bucket = 'study_request' and client = '192.0.2.1'`,
        )
        const later = await send()
        await stage.owner(
          `update private.rate_limits set hits = 60 where bucket = 'study_request' and client = '192.0.2.1'`,
        )
        await stage.owner(`select set_config('request.headers', '{"x-forwarded-for": "192.0.2.2"}', true)`)
        return { first: [...first], tooMany, later, elsewhere: await send() }
      },
      { 'x-forwarded-for': '192.0.2.1, 10.0.0.1' },
    )
    expect(outcomes).toEqual({
      first: ['done'],
      tooMany: ['PT429', 'PT429'],
      later: 'done',
      elsewhere: 'done',
    })
  })

  it('counts by the header and up to the limit that the settings name', async () => {
    const outcomes = await rehearse(
      world(),
      anonymous,
      async (stage) => {
        await stage.owner(`insert into private.app_settings (key, value)
          values ('study_request_limit', '2'), ('client_address_header', 'cf-connecting-ip')`)
        const send = async () => (await stage.attempt(request)).outcome
        const sent = [await send(), await send(), await send()]
        const clients = await stage.owner(
          `select client, hits from private.rate_limits where bucket = 'study_request'`,
        )
        return { sent, clients }
      },
      { 'x-forwarded-for': '192.0.2.1', 'cf-connecting-ip': '198.51.100.7' },
    )
    expect(outcomes).toEqual({
      sent: ['done', 'done', 'PT429'],
      clients: [{ client: '198.51.100.7', hits: 2 }],
    })
  })

  it('forget the address of a caller after a day', async () => {
    const left = await rehearse(
      world(),
      identityOf('anonymous'),
      async (stage) => {
        await stage.owner(
          `insert into private.rate_limits (bucket, client, window_start, hits)
           values ('x', 'yesterday', now() - interval '25 hours', 1), ('x', 'today', now() - interval '23 hours', 1)`,
        )
        await stage.attempt(`select public.is_admin_suffix('x')`)
        return stage.owner(`select client from private.rate_limits where bucket = 'x'`)
      },
      { 'x-forwarded-for': '192.0.2.1' },
    )
    expect(left).toEqual([{ client: 'today' }])
  })

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::7', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    [':::not an address', ':::not an address'],
  ])('count %s as %s', async (address, client) => {
    const clients = await rehearse(
      world(),
      identityOf('anonymous'),
      async (stage) => {
        await stage.attempt(`select public.is_admin_suffix('x')`)
        return stage.owner('select client, hits from private.rate_limits')
      },
      { 'x-forwarded-for': address },
    )
    expect(clients).toEqual([{ client, hits: 1 }])
  })

  it('name an address that no header tells', async () => {
    const clients = await rehearse(world(), identityOf('anonymous'), async (stage) => {
      await stage.attempt(`select public.is_admin_suffix('x')`)
      return stage.owner('select client, hits from private.rate_limits')
    })
    expect(clients).toEqual([{ client: 'unknown', hits: 1 }])
  })
})
