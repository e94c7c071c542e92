import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { LogEntry } from '#server/http/log.ts'
import { engines } from '#tests/engines.ts'
import { readable, startMailServer } from '#tests/mail-server.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

// From 'Enlace de activación' to the portal with a password that nobody else knows.

const patience = { timeout: 20_000 }
const secret = 'tres-mesas-azules'

let browser: Browser
let product: TestProduct
let desk: Person
let smtp: Awaited<ReturnType<typeof startMailServer>>
const log: LogEntry[] = []
const tokens: string[] = []
let made = 0

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  smtp = await startMailServer()
  product = await startTestProduct({
    engine,
    demo: true,
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'Índice <portal@clinica.test>' },
    log: (entry) => log.push(entry),
  })
  desk = await openPerson(browser, product.url)
  await signIn(desk.page, 'doctora@clinica.test', 'Demo-2026!')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await smtp?.close()
})
beforeEach(() => product.database.query('delete from private.rate_limits'))

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const says = (page: Page, words: string | RegExp) =>
  page.getByRole('status').getByText(words, { exact: true }).waitFor(patience)

type Account = { email: string; password: string; id: string }

/** A new patient, whose card 'Credenciales' shows first. */
async function newPatient(): Promise<Account> {
  made += 1
  const email = `activa${made}@correo.test`
  const { page } = desk
  await page.goto('/dashboard/patients/add')
  await page.getByLabel('Nombre Completo').fill(`Persona Activa ${'ABCDEFGHIJKLMNOP'.charAt(made)}`)
  await page.getByLabel('Correo Electrónico').fill(email)
  await button(page, 'Agregar Paciente y Generar Credenciales').click()
  await page.waitForURL('**/dashboard/credentials', patience)
  const card = page.getByRole('listitem').filter({ hasText: email })
  const password = await card.locator('.font-mono').innerText()
  const { rows } = await product.database.query<{ id: string }>(
    'select id::text from public.profiles where email = $1',
    [email],
  )
  return { email, password, id: rows[0]?.id ?? '' }
}

/** The address that the opened message of the link has. */
async function addressIn(page: Page): Promise<string> {
  const group = page.getByRole('group', { name: 'Enlace de activación' })
  const href = await group.getByRole('link', { name: /^WhatsApp/ }).getAttribute('href')
  const text = new URL(href ?? '').searchParams.get('text') ?? ''
  const address = /(http\S+)\. Sirve una sola vez/.exec(text)?.[1] ?? ''
  tokens.push(address.split('/').at(-1) ?? '')
  return address
}

/** A link of the account from its card. */
async function linkOf({ email }: Account): Promise<string> {
  const card = desk.page.getByRole('listitem').filter({ hasText: email })
  const answered = desk.page.waitForResponse('**/rpc/create_activation')
  await card.getByRole('button', { name: 'Enlace de activación' }).click()
  await answered
  await card.getByRole('group', { name: 'Enlace de activación' }).waitFor(patience)
  return addressIn(desk.page)
}

async function fill(page: Page, email: string, password = secret, repeat = password) {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña nueva').fill(password)
  await page.getByLabel('Repite la contraseña').fill(repeat)
}
const send = (page: Page) => button(page, 'Activar mi cuenta').click()

async function visit<T>(address: string, use: (visitor: Person) => Promise<T>, size = phone): Promise<T> {
  const visitor = await openPerson(browser, product.url, size)
  try {
    await visitor.page.goto(address)
    return await use(visitor)
  } finally {
    await visitor.leave()
  }
}

/** The answer of the auth service to e-mail and password. */
async function signInStatus(email: string, password: string): Promise<number> {
  const { supabaseAnonKey } = await (await fetch(`${product.url}/config.json`)).json()
  const answer = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: supabaseAnonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  return answer.status
}

it('a link that was opened ten times activates the account once and signs it in', async () => {
  const account = await newPatient()
  const address = await linkOf(account)
  expect(address).toMatch(new RegExp(`^${product.url}/activar/[\\w-]{22}$`))
  await desk.look('activation-card')
  for (let turn = 0; turn < 9; turn++) await fetch(address)
  await visit(address, async ({ page, look, complaints }) => {
    expect(await page.getByRole('main').innerText()).not.toMatch(/Persona|correo\.test/)
    await look('activation')
    await fill(page, account.email, 'corta')
    await page.getByText('La contraseña debe tener al menos 6 caracteres.', { exact: true }).waitFor()
    await fill(page, account.email, secret, 'otra-distinta')
    await page.getByText('Las contraseñas no coinciden.', { exact: true }).waitFor()
    await send(page)
    await look('activation-rules')
    await fill(page, account.email)
    await page.getByLabel('Repite la contraseña').press('Enter')
    await page.waitForURL('**/dashboard', patience)
    await page.getByRole('heading', { level: 1 }).waitFor(patience)
    await look('activation-home')
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain(tokens.at(-1))
    expect(complaints).toEqual([])
  })
  expect(await signInStatus(account.email, account.password)).toBe(400)
  expect(await signInStatus(account.email, secret)).toBe(200)
  await visit(address, async ({ page, look, complaints }) => {
    await fill(page, account.email, 'otra-mesa-verde')
    await send(page)
    await says(page, 'Este enlace ya no sirve. Pide otro a la clínica.')
    await look('activation-ended')
    complaints.length = 0
  })
  expect(await signInStatus(account.email, secret)).toBe(200)
})

it('five wrong e-mails end it; the page says so and keeps what was typed until then', async () => {
  const account = await newPatient()
  const address = await linkOf(account)
  await visit(address, async ({ page, look }) => {
    for (let turn = 0; turn < 5; turn++) {
      await fill(page, `otra${turn}@correo.test`)
      const answered = page.waitForResponse('**/functions/v1/activate-account')
      await send(page)
      expect((await answered).status()).toBe(403)
      await says(page, 'El correo no coincide con este enlace.')
    }
    await look('activation-wrong')
    await fill(page, account.email)
    await send(page)
    await says(page, 'Este enlace ya no sirve. Pide otro a la clínica.')
  })
  expect(await signInStatus(account.email, account.password)).toBe(200)
})

it('another link ends the one before, in every tab; the record offers it until it was used', async () => {
  const account = await newPatient()
  const first = await linkOf(account)
  const { page } = desk
  await page.goto(`/dashboard/patients/${account.id}`)
  await button(page, 'Enlace de activación').click()
  await page.getByText(/El enlace anterior deja de servir\.$/).waitFor(patience)
  await desk.look('activation-record')
  const second = await addressIn(page)
  const tabs = await Promise.all(
    [first, second, second].map((one) =>
      openPerson(browser, product.url).then(async (tab) => {
        await tab.page.goto(one)
        await fill(tab.page, account.email)
        return tab
      }),
    ),
  )
  const [old, one, other] = tabs.map(({ page }) => page) as [Page, Page, Page]
  await send(old)
  await says(old, 'Este enlace ya no sirve. Pide otro a la clínica.')
  await send(one)
  await one.waitForURL('**/dashboard', patience)
  await send(other)
  await says(other, 'Este enlace ya no sirve. Pide otro a la clínica.')
  for (const tab of tabs) await tab.leave()
  // The record was read before.
  await button(page, 'Enlace de activación').click()
  await page.getByText('El paciente ya eligió su contraseña.', { exact: true }).first().waitFor(patience)
  desk.complaints.length = 0
  await page.reload()
  await button(page, 'Más datos').click(patience)
  await button(page, 'Generar nueva contraseña temporal').waitFor(patience)
  expect(await button(page, 'Enlace de activación').count()).toBe(0)
})

it('by mail: the link that was shown is gone and ends, and the one in the mail activates the account', async () => {
  const account = await newPatient()
  const shown = await linkOf(account)
  const { page } = desk
  const card = page.getByRole('listitem').filter({ hasText: account.email })
  await desk.look('activation-card-with-mail')
  await card.getByRole('button', { name: 'Correo', exact: true }).click()
  await card
    .getByText('Correo en camino. El enlace anterior deja de servir.', { exact: true })
    .waitFor(patience)
  expect(await card.getByRole('group', { name: 'Enlace de activación' }).count()).toBe(0)
  await desk.look('activation-mail')
  const arrived = () => smtp.arrived.find(({ to }) => to === account.email)
  await expect.poll(arrived, { timeout: 45_000 }).toBeDefined()
  const mail = arrived()
  const address = (mail ? readable(mail) : '').match(/https?:\/\/\S+\/activar\/[\w-]{22}/)?.[0] ?? ''
  tokens.push(address.split('/').at(-1) ?? '')
  await visit(shown, async ({ page, complaints }) => {
    await fill(page, account.email)
    await send(page)
    await says(page, 'Este enlace ya no sirve. Pide otro a la clínica.')
    complaints.length = 0
  })
  await visit(new URL(address).pathname, async ({ page }) => {
    await fill(page, account.email)
    await send(page)
    await page.waitForURL('**/dashboard', patience)
  })
  expect(await signInStatus(account.email, secret)).toBe(200)
}, 120_000)

it('where the temporary password ended, the button issues another one first', async () => {
  const account = await newPatient()
  await product.database.query(
    `update private.account_state set temp_expires_at = now() - interval '1 hour' where user_id = $1`,
    [account.id],
  )
  const address = await linkOf(account)
  await desk.page.getByText(/Se generó otra contraseña temporal: está en Credenciales\.$/).waitFor(patience)
  await product.database.query(`update private.activations set expires_at = now() where user_id = $1`, [
    account.id,
  ])
  await visit(address, async ({ page }) => {
    await fill(page, account.email)
    await send(page)
    await says(page, 'Este enlace ya no sirve. Pide otro a la clínica.')
  })
})

it('a lost answer is found out', async () => {
  const account = await newPatient()
  const address = await linkOf(account)
  await visit(address, async ({ page, complaints }) => {
    await fill(page, account.email)
    // The server is reached, and its answer is lost.
    await page.route('**/functions/v1/activate-account', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await send(page)
    await expect.poll(() => signInStatus(account.email, secret)).toBe(200)
    await button(page, 'Activar mi cuenta').waitFor(patience)
    await page.unroute('**/functions/v1/activate-account')
    await send(page)
    await page.waitForURL('**/dashboard', patience)
    complaints.length = 0
  })
})

it('asks for JavaScript where there is none, and shows the telephone', async () => {
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  const page = await context.newPage()
  const answer = await page.goto('/activar/x')
  expect(await page.getByRole('main').innerText()).toMatch(
    /se necesita JavaScript[\s\S]*llámanos al \d[\d ]+\./,
  )
  expect(await page.getByRole('textbox').count()).toBe(0)
  expect(answer?.headers()).toMatchObject({
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  await context.close()
})

it('leaves no token in the log of the server, and none in the database', async () => {
  expect(log.filter(({ path }) => path === '/activar/*').length).toBeGreaterThan(5)
  const { rows } = await product.database.query<{ text: string }>(
    `select string_agg(t::text, ' ') as text from (
       select to_jsonb(a) as t from private.activations a union all select to_jsonb(l) from private.audit_log l
     ) rows`,
  )
  expect(tokens.length).toBeGreaterThan(4)
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{22}$/)
    expect(JSON.stringify(log)).not.toContain(token)
    expect(rows[0]?.text).not.toContain(token)
  }
})
