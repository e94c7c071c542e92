import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { until } from '#tests/until.ts'
import { recoveryToken } from './accounts.ts'

let product: TestProduct

beforeAll(async () => {
  const [engine] = engines()
  product = await startTestProduct({ ...(engine && { engine }) })
})
afterAll(() => product?.stop())

it('a forgotten password: asked over the network, read in the outbox, spent by its page', async () => {
  const asked = await fetch(`${product.url}/auth/v1/recover?redirect_to=/dashboard`, {
    method: 'POST',
    headers: { apikey: product.keys.anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: product.admin.email }),
  })
  expect(asked.status).toBe(200)
  const outbox = join(product.dataDir, 'outbox')
  const name = await until(async () => {
    const [first] = await readdir(outbox)
    if (!first) throw new Error('nothing yet')
    return first
  })
  const message = await readFile(join(outbox, name), 'utf8')
  expect(message).toContain(`To: ${product.admin.email}`)
  // Quoted-printable: soft line breaks, and = as =3D.
  const plain = message.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  const link = /^http\S+#token_hash=\S+$/m.exec(plain)?.[0] ?? ''
  expect(link).toMatch(new RegExp(`^${product.url}/recuperar-contrasena#`))
  const opened = await fetch(link)
  expect(opened.status).toBe(200)
  const used = await fetch(`${product.url}/auth/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'recovery', token_hash: recoveryToken(link) }),
  })
  expect(used.status).toBe(200)
  expect(used.headers.get('cache-control')).toBe('no-store')
  expect(await used.json()).toMatchObject({ user: { email: product.admin.email } })
})
