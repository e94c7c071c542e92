import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { type Shot, untouched, useClinic } from './data-stage.ts'

const post = (body: unknown): Shot => ({ method: 'POST', body })

const refused: readonly [what: string, path: string, shot: Shot, status: number][] = [
  ['the plan of a query', 'services', { headers: { accept: 'application/vnd.pgrst.plan+json' } }, 406],
  ['an aggregate', 'services?select=count()', {}, 400],
  ['an aggregate of a column', 'services?select=price.sum()', {}, 400],
  ['a cast to what the catalogue knows', 'services?select=name::regclass', {}, 400],
  ['a cast to roles', 'services?select=name::regrole', {}, 400],
  ['a cast to a table', 'services?select=name::profiles', {}, 400],
  ['a cast to a language', 'services?select=name::xml', {}, 400],
  ['a cast to json', 'services?select=name::json', {}, 400],
  ['a cast to nothing that ends', 'services?select=name::cstring', {}, 400],
  ['a regular expression', 'services?name=match.(a+)+$', {}, 400],
  ['the same parameter twice', 'services?select=id&select=name', {}, 400],
  ['two orders', 'services?order=id&order=name', {}, 400],
  ['a schema of another name', 'services', { headers: { 'accept-profile': 'PUBLIC' } }, 406],
  ['a path through a schema', 'auth.users', {}, 404],
  ['a path that leads out', '..%2Fauth%2Fusers', {}, 404],
  ['a broken path', 'services%FF', {}, 404],
  ['the root', '', {}, 404],
  ['a way of thousands of steps', `services?select=name${'->a'.repeat(4000)}`, {}, 400],
  ['a filter on thousands of steps', `services?name${'->a'.repeat(4000)}=eq.1`, {}, 400],
  ['an order by thousands of steps', `services?order=name${'->a'.repeat(4000)}`, {}, 400],
  ['conditions in conditions', `services?or=${'(and'.repeat(40)}(id.is.null)${')'.repeat(40)}`, {}, 400],
  ['brackets without end', `services?or=${'('.repeat(3000)}`, {}, 413],
  [
    '1,700 columns',
    `services?select=${Array.from({ length: 1700 }, (_, index) => `c${index}:id`).join(',')}`,
    {},
    400,
  ],
  [
    'a list inside lists of lists',
    'profiles?select=citas!citas_patient_id_fkey(profiles!citas_doctor_id_fkey(studies!studies_doctor_id_fkey(profiles!studies_patient_id_fkey(invoices!invoices_patient_id_fkey(id)))))',
    {},
    400,
  ],
  ['a pattern that ends in the middle', 'services?name=like.%5C', {}, 400],
  ['an offset beyond numbers', 'services?offset=99999999999999999999', {}, 400],
  ['a negative limit', 'services?limit=-1', {}, 416],
  ['a range the wrong way round', 'services', { headers: { range: '9-1' } }, 416],
  ['a range that is none', 'services', { headers: { range: 'bytes=0-1,2-3' } }, 400],
  ['a NUL in a filter', 'services?name=eq.%00', {}, 400],
  ['a function by its trigger', 'rpc/guard_profile', post({}), 404],
  ['a function with one argument too many', 'rpc/is_admin_suffix', post({ suffix: 'x', also: 1 }), 404],
  ['a function that writes, by GET', 'rpc/is_admin_suffix?suffix=x', {}, 405],
  ['rows of another shape', 'study_requests', post([{ patient_name: 'x' }, { status: 'aceptada' }]), 400],
  ['a row that is a number', 'study_requests', post([1]), 400],
  [
    'the key of the prototype',
    'study_requests',
    { method: 'POST', text: '{"__proto__": {"status": "aceptada"}}' },
    400,
  ],
  [
    'bytes that are no text',
    'study_requests',
    { method: 'POST', text: '{"notes": "\ud800"}', headers: { 'content-type': 'text/plain' } },
    415,
  ],
]

const injections = [
  `x"; drop table public.citas; --`,
  `x'; update public.profiles set is_admin = true; --`,
  `x) or (1=1`,
  `x$1`,
  `id) from profiles; delete from citas; select (id`,
  `\\'; select pg_sleep(30); --`,
]
/** Where a caller's text becomes part of a statement. */
const places: readonly ((evil: string) => string)[] = [
  (evil) => `services?select=${evil}`,
  (evil) => `services?select="${evil.replaceAll('"', '\\"')}":name`,
  (evil) => `services?select=name::${evil}`,
  (evil) => `services?select=name->${evil}`,
  (evil) => `services?${evil}=eq.1`,
  (evil) => `services?name=eq.${evil}`,
  (evil) => `services?name=in.(${evil})`,
  (evil) => `services?name=${evil}.1`,
  (evil) => `services?order=${evil}`,
  (evil) => `services?order=name.${evil}`,
  (evil) => `services?limit=${evil}`,
  (evil) => `services?or=(${evil})`,
  (evil) => `services?or=(name.eq.${evil})`,
  (evil) => `citas?select=profiles!${evil}(id)`,
  (evil) => `citas?select=${evil}!inner(id)`,
  (evil) => `rpc/${evil}`,
  (evil) => `rpc/suggest_referring_doctors?${evil}=x`,
  (evil) => `${evil}`,
]

describe.each(engines())('requests that ask for more than there is on $name', (engine) => {
  const { database, shoot } = useClinic(engine)

  it.each(refused)('%s is refused', async (_, path, shot, status) => {
    const hit = await untouched(database(), () => shoot('mainAdmin', path, shot))
    expect(hit.status).toBe(status)
    expect(hit.message).not.toBe('')
  })

  it.each(['estimated', 'planned'])(
    'a count that is asked for as %s tells of no hidden row',
    async (count) => {
      const counted = { headers: { prefer: `count=${count}` } }
      const totals = { patientA: 0, mainAdmin: 0 }
      for (const caller of ['patientA', 'mainAdmin'] as const) {
        const { headers } = await shoot(caller, 'citas?select=id', counted)
        const [, last, total] = /^0-(\d+)\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? []
        expect(Number(total)).toBe(Number(last) + 1)
        totals[caller] = Number(total)
      }
      expect(totals.patientA).toBeLessThan(totals.mainAdmin)
    },
  )

  it.each(injections)('SQL stays a text: %s', async (evil) => {
    await untouched(database(), async () => {
      for (const place of places) {
        for (const text of [evil, encodeURIComponent(evil)]) {
          const hit = await shoot('mainAdmin', place(text))
          expect(hit.status, place(text)).toBeLessThan(500)
        }
      }
      const { status } = await shoot('mainAdmin', 'services', {
        headers: { 'accept-profile': evil.replaceAll(/[^ -~]/g, '') },
      })
      expect(status).toBe(406)
    })
  })
})
