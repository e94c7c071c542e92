import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JoinError, parseJoin } from '#server/realtime/join.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'

const page = readFileSync(fileURLToPath(new URL('../../docs/compatibility.md', import.meta.url)), 'utf8')

type Row = { request: string; answer: string; text: string }

/** The rows that hold a request: `| `GET /…` | 200 `text` | … |`. */
const rows = page.split('\n').flatMap((line): Row[] => {
  const found = /^\| `((?:GET|POST|PUT|PATCH|DELETE|JOIN) .+?)` \| (\d{3}|ok|error)(?: `(.+?)`)? \|/.exec(
    line,
  )
  return found ? [{ request: found[1] ?? '', answer: found[2] ?? '', text: found[3] ?? '' }] : []
})
const isJoin = ({ request }: Row) => request.startsWith('JOIN ')

/** `POST /path (Header: value) {"a":1}` as fetch wants it. */
function read(request: string) {
  const [, method = '', path = '', headers = '', body] =
    /^(\w+) (\S+)((?: \([\w-]+: [^)]+\))*)(?: ([[{].*))?$/.exec(request) ?? []
  const given = [...headers.matchAll(/\(([\w-]+): ([^)]+)\)/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  return { method, path, headers: given, body }
}

it('every table row of the page is one that is tried', () => {
  const tables = page.split('\n').filter((line) => line.startsWith('|'))
  const heads = tables.filter((line) => line === '| request | answer | |' || line === '|---|---|---|')
  expect(rows).toHaveLength(tables.length - heads.length)
  for (const service of ['rest', 'auth', 'storage'])
    expect(rows.filter(({ request }) => request.includes(`/${service}/v1/`)).length).toBeGreaterThan(5)
  expect(rows.filter(isJoin).length).toBeGreaterThan(5)
})

it.each(rows.filter(isJoin))('$request: $answer', ({ request, answer, text }) => {
  const join = () => parseJoin({ config: JSON.parse(request.slice('JOIN '.length)) })
  if (answer === 'ok') return expect(join().bindings.length).toBeGreaterThan(0)
  expect(join).toThrow(JoinError)
  expect(join).toThrow(text)
})

describe.each(engines())('the page on $name', (engine) => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct({ engine })
  })
  afterAll(() => product?.stop())

  it.each(rows.filter((row) => !isJoin(row)))('$request: $answer', async ({ request, answer, text }) => {
    const { method, path, headers, body } = read(request)
    expect(method, 'the request can be read').not.toBe('')
    const key = product.keys.serviceRoleKey
    const sent = new Headers({
      apikey: key,
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
    })
    for (const [name = '', value = ''] of headers) sent.set(name, value)
    const response = await fetch(product.url + path, { method, headers: sent, ...(body && { body }) })
    const said = await response.text()
    expect([response.status, said]).toEqual([Number(answer), expect.stringContaining(text)])
  })
})
