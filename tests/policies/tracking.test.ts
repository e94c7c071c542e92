import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { everyone } from './matrix.ts'
import { anonymous, type Caller, callers, identityOf, people, uuid } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { requests, useWorld } from './world.ts'

const submission = uuid('9020', 1)
const from = (address: string) => ({ 'x-forwarded-for': address })
const code = /^[2-9A-HJ-NP-Z]{8}$/
const invented = '8888888'

const receipt = (stage: Stage, id = submission) =>
  call(stage, 'select public.request_receipt($1) as value', [id])

async function track(stage: Stage, folio: string, typed: string) {
  const found = await call(stage, 'select public.track_request($1, $2) as value', [folio, typed])
  return Array.isArray(found) ? found[0] : found
}

/** From now on the caller asks from this address. */
const moveTo = (stage: Stage, address: string) =>
  stage.owner(`select set_config('request.headers', $1, true)`, [JSON.stringify(from(address))])

/** The code of request A, which the form has sent now. */
async function sent(stage: Stage): Promise<string> {
  await stage.owner(`update public.study_requests set submission_id = $1, created_at = now() where id = $2`, [
    submission,
    requests.A,
  ])
  const [row] = await stage.owner(
    'select private.tracking_code(id, submission_id) as code from public.study_requests where id = $1',
    [requests.A],
  )
  return String(row?.code)
}

describe.each(engines())('tracking a request on $name', (engine) => {
  const world = useWorld(engine)
  const visit = <T>(run: (stage: Stage, code: string) => Promise<T>, address = '192.0.2.60') =>
    rehearse(world(), anonymous, async (stage) => run(stage, await sent(stage)), from(address))

  it('the receipt of a request is its folio and code, the same however often it is asked for', async () => {
    await visit(async (stage, code) => {
      const value = [{ folio: Number(requests.A), code }]
      expect([await receipt(stage), await receipt(stage)]).toEqual([value, value])
    })
  })

  it('there is no receipt after 24 hours, nor for a submission that nobody sent', async () => {
    await visit(async (stage) => {
      expect(await receipt(stage, uuid('9020', 2))).toEqual([null])
      await stage.owner(`update public.study_requests set created_at = now() - interval '24 hours'`)
      expect(await receipt(stage)).toEqual([null])
    })
  })

  it('folio and code open the state and the day of receipt, and nothing else', async () => {
    await visit(async (stage, code) => {
      const day = (await stage.owner('select private.clinic_today()::text as day'))[0]?.day
      const become = (status: string) =>
        stage.owner('update public.study_requests set status = $1 where id = $2', [status, requests.A])
      expect(await track(stage, requests.A, code)).toEqual({ state: 'recibida', day })
      await become('aceptada')
      expect(await track(stage, requests.A, code)).toEqual({ state: 'aceptada', day })
      await stage.owner(
        `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, request_id, nombre)
         values ($1, $2, '2099-02-02', '10:00', $3, 'Persona')`,
        [people.patientA, people.doctorA, requests.A],
      )
      expect(await track(stage, requests.A, code)).toEqual({ state: 'con_cita', day })
      await stage.owner(`update public.citas set status = 'cancelada' where request_id = $1`, [requests.A])
      expect(await track(stage, requests.A, code)).toEqual({ state: 'aceptada', day })
      await stage.owner('delete from public.citas where request_id = $1', [requests.A])
      await stage.owner(
        `insert into public.cita_links (request_id, patient_id, doctor_id, expires_at)
         values ($1, $2, $3, now() + interval '1 day')`,
        [requests.A, people.patientA, people.doctorA],
      )
      expect(await track(stage, requests.A, code)).toEqual({ state: 'con_enlace', day })
      await stage.owner('update public.cita_links set revoked_at = now() where request_id = $1', [requests.A])
      expect(await track(stage, requests.A, code)).toEqual({ state: 'aceptada', day })
      await become('rechazada')
      expect(await track(stage, requests.A, code)).toEqual({ state: 'rechazada', day })
    })
  })

  it('case, spaces, zeros and the dash do not count', async () => {
    await visit(async (stage, code) => {
      const dashed = ` ${code.slice(0, 4).toLowerCase()} - ${code.slice(4)} `
      expect(await track(stage, ` 00${requests.A} `, dashed)).toMatchObject({ state: 'recibida' })
    })
  })

  it.each([
    ['a wrong code', requests.A, 'ZZZZZZZZ'],
    ['no code', requests.A, ''],
    ['an invented folio', invented, 'ZZZZZZZZ'],
    ['a folio longer than any', '9'.repeat(60), 'ZZZZZZZZ'],
    ['no folio', '', 'ZZZZZZZZ'],
  ])('%s answers nothing', async (_what, folio, typed) => {
    expect(await visit((stage) => track(stage, folio, typed))).toBeNull()
  })

  it.each([
    ['existing', requests.A],
    ['invented', invented],
  ])('five wrong codes lock an %s folio for that address and a quarter of an hour', async (_kind, folio) => {
    await visit(async (stage, code) => {
      for (let tried = 0; tried < 5; tried++) expect(await track(stage, folio, 'ZZZZZZZZ')).toBeNull()
      expect(await track(stage, folio, 'ZZZZZZZZ')).toBe('PT429')
      expect(await track(stage, folio, code)).toBe('PT429')
      expect(
        await stage.owner(
          `select action, actor, actor_role, row_id from private.audit_log where action = 'track_locked'`,
        ),
      ).toEqual([{ action: 'track_locked', actor: null, actor_role: 'anon', row_id: folio }])
      // Another folio, and another address.
      expect(await track(stage, requests.B, 'ZZZZZZZZ')).toBeNull()
      await moveTo(stage, '192.0.2.61')
      expect(await track(stage, folio, folio === invented ? 'ZZZZZZZZ' : code)).not.toBe('PT429')
      await moveTo(stage, '192.0.2.60')
      await stage.owner(`update private.track_tries set last_at = now() - interval '15 minutes'`)
      expect(await track(stage, folio, 'ZZZZZZZZ')).toBeNull()
      expect(await track(stage, folio, 'ZZZZZZZZ')).toBeNull()
    })
  })

  it.each([
    ['existing', requests.A],
    ['invented', invented],
  ])('fifty wrong codes of everybody lock an %s folio until midnight', async (_kind, folio) => {
    await visit(async (stage, code) => {
      for (let address = 0; address < 10; address++) {
        await moveTo(stage, `198.51.100.${address}`)
        for (let tried = 0; tried < 5; tried++) expect(await track(stage, folio, 'ZZZZZZZZ')).toBeNull()
      }
      await moveTo(stage, '203.0.113.9')
      expect(await track(stage, folio, code)).toBe('PT429')
      await stage.owner(`update private.track_tries set last_at = now() - interval '1 day'`)
      expect(await track(stage, folio, 'ZZZZZZZZ')).toBeNull()
    })
  })

  it('the day’s count starts anew at the clinic’s midnight', async () => {
    await visit(async (stage, code) => {
      await stage.owner(
        `insert into private.track_tries values ($1, '*', 50,
           private.clinic_today()::timestamp at time zone 'America/Mexico_City' - interval '1 second')`,
        [requests.A],
      )
      expect(await track(stage, requests.A, code)).toMatchObject({ state: 'recibida' })
      await stage.owner(
        `update private.track_tries set last_at = private.clinic_today()::timestamp at time zone 'America/Mexico_City'`,
      )
      expect(await track(stage, requests.A, code)).toBe('PT429')
    })
  })

  it.each([
    ['request_receipt', `select public.request_receipt(gen_random_uuid()) as value`, 30],
    ['track_request', `select public.track_request(gen_random_uuid()::text, 'x') as value`, 40],
  ])('%s allows as many calls of an address in 10 minutes', async (bucket, sql, most) => {
    await visit(async (stage) => {
      await stage.attempt(sql)
      await stage.owner('update private.rate_limits set hits = $1 where bucket = $2', [most - 1, bucket])
      const outcomes = [await stage.attempt(sql), await stage.attempt(sql)].map(({ outcome }) => outcome)
      expect(outcomes).toEqual(['done', 'PT429'])
    })
  })

  it('addresses are forgotten after a day', async () => {
    await visit(async (stage) => {
      await stage.owner(
        `insert into private.track_tries values ('1', '192.0.2.9', 1, now() - interval '25 hours')`,
      )
      await track(stage, requests.A, 'ZZZZZZZZ')
      expect(await stage.owner(`select 1 from private.track_tries where client = '192.0.2.9'`)).toEqual([])
    })
  })

  it('the codes of 10,000 requests differ and fit the alphabet', async () => {
    await visit(async (stage) => {
      const rows = await stage.owner(
        'select private.tracking_code(n, gen_random_uuid()) as code from generate_series(1, 10000) n',
      )
      const codes = rows.map((row) => String(row.code))
      expect(new Set(codes).size).toBe(10_000)
      expect(codes.filter((made) => !code.test(made))).toEqual([])
    })
  })

  it('codes are made from the installation’s own key, of 256 bits, from the id and from the submission', async () => {
    await visit(async (stage, code) => {
      const [key] = await stage.owner(`select value from private.app_settings where key = 'tracking_key'`)
      expect(key?.value).toMatch(/^[0-9a-f]{64}$/)
      const other = async (args: string) =>
        (await stage.owner(`select private.tracking_code(${args}) as code`))[0]?.code
      expect(await other(`${requests.A}, '${submission}'`)).toBe(code)
      expect(await other(`${requests.B}, '${submission}'`)).not.toBe(code)
      expect(await other(`${requests.A}, null`)).not.toBe(code)
      await stage.owner(`update private.app_settings set value = repeat('0', 64) where key = 'tracking_key'`)
      expect(await other(`${requests.A}, '${submission}'`)).not.toBe(code)
    })
  })

  const readers: Record<Caller, unknown> = {
    ...everyone<unknown>([]),
    anonymous: 'no grant',
    patientA: [null],
    doctorA: [expect.stringMatching(code)],
    doctorB: [expect.stringMatching(code)],
    factorPassed: [expect.stringMatching(code)],
    admin: [expect.stringMatching(code)],
    mainAdmin: [expect.stringMatching(code)],
  }
  it.each(callers)('the field tracking_code as %s reads it', async (caller) => {
    const found = await rehearse(world(), identityOf(caller), (stage) =>
      call(
        stage,
        `select public.tracking_code(r) as value from public.study_requests r where id = ${requests.A}`,
      ),
    )
    expect(found === 'nothing' ? [] : found).toEqual(readers[caller])
  })
})
