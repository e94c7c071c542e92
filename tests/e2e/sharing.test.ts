import type { Browser, Page } from 'playwright-core'
import qrcode from 'qrcode-generator'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import type { LogEntry } from '#server/http/log.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { openPerson, openWholeBrowser, type Person, phone, signIn } from './browser.ts'
import { printed } from './pdf.ts'
import { studiesOf } from './study-files.ts'

// A study reaches a dentist without an account: link, PIN, images, 'Visto', and the end of the link (docs/product/sharing.md).

let browser: Browser
let product: TestProduct
let doctor: Person
let dentist: Person
const log: LogEntry[] = []

const columns = 64
const rows = 48
const greys = Uint8Array.from(
  { length: columns * rows },
  (_, at) => (at * 7 + Math.floor(at / columns) * 31) % 256,
)
const film = (extra: Parameters<typeof writeDicom>[0]['elements'] = {}) =>
  writeDicom({
    pixels: greys,
    elements: {
      ...imageElements({ columns, rows, allocated: 8 }),
      '00080060': ['CS', 'CT'],
      '00100010': ['PN', 'PRUEBA^MARIANA'],
      '00100020': ['LO', 'EXP-4711'],
      '00100030': ['DA', '19900312'],
      '00080080': ['LO', 'HOSPITAL SECRETO'],
      '00280301': ['CS', 'NO'],
      ...extra,
    },
  })

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openWholeBrowser()
  product = await startTestProduct({ engine, demo: true, log: (entry) => log.push(entry) })
  const studies = await studiesOf(product.url)
  await studies.add('Tomografía de Mariana.dcm', film(), { study_type: 'Tomografías' })
  doctor = await openPerson(browser, product.url)
  await signIn(doctor.page, 'doctora@clinica.test', 'Demo-2026!')
  dentist = await openPerson(browser, product.url, phone, { hasTouch: true })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
beforeEach(() => product.database.query('delete from private.rate_limits'))

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Compartir estudio' })

/** The dialog of the newest study in the doctor's list. */
async function openDialog(page: Page) {
  await page.goto('/dashboard/studies')
  await page.getByRole('button', { name: 'Compartir', exact: true }).first().click()
  await dialogOf(page).getByRole('button', { name: 'Crear enlace' }).waitFor()
  return dialogOf(page)
}

/** Makes a link in the open dialog and returns what is shown once. */
async function made(page: Page, label: string): Promise<{ address: string; pin: string }> {
  const dialog = dialogOf(page)
  await dialog.getByRole('textbox', { name: 'Para' }).fill(label)
  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  await dialog.getByRole('heading', { name: 'Enlace listo' }).waitFor()
  const copied = async (name: string) => {
    await dialog.getByRole('button', { name }).click()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  return { address: await copied('Copiar enlace'), pin: await copied('Copiar PIN') }
}

async function enter(page: Page, pin: string) {
  await page.getByLabel('PIN de 6 dígitos').fill(pin)
  await page.getByRole('button', { name: 'Ver estudio' }).click()
}

const other = (pin: string) => (pin === '000000' ? '111111' : '000000')
const canvas = (page: Page) => page.getByRole('img').and(page.locator('canvas'))

it('goes from the doctor to a dentist with a phone, is seen, and ends when it is revoked', async () => {
  const { page } = doctor
  const dialog = await openDialog(page)
  await doctor.look('share-form')
  const { address, pin } = await made(page, 'Dr. Ruiz')
  expect(address).toMatch(new RegExp(`^${product.url}/compartido/[\\w-]{22}$`))
  expect(pin).toMatch(/^\d{6}$/)
  await doctor.look('share-made')
  // Two messages: one has the link, the other the PIN.
  const messages = await dialog
    .getByRole('link', { name: /WhatsApp/ })
    .evaluateAll((links) =>
      links.map((link) => new URL(link.getAttribute('href') ?? '').searchParams.get('text')),
    )
  expect(messages[0]).toContain(address)
  expect(messages[0]).not.toContain(pin)
  expect(messages[1]).toContain(pin)
  expect(messages[1]).not.toContain(address)
  await expect.poll(() => dialog.getByRole('listitem').first().innerText()).toContain('Sin ver, de 10 veces')

  const asked: string[] = []
  dentist.page.on('request', (request) => asked.push(request.url()))
  await dentist.page.goto(address)
  await dentist.page.getByRole('heading', { name: 'Estudio compartido' }).waitFor()
  await dentist.look('shared-pin')
  await enter(dentist.page, '12')
  await dentist.page.getByText('El PIN tiene 6 dígitos.').waitFor()
  await enter(dentist.page, other(pin))
  await dentist.page.getByText('El PIN no es correcto. Te quedan 4 intentos.').waitFor()
  await dentist.look('shared-wrong')
  await enter(dentist.page, pin)
  await canvas(dentist.page).waitFor()
  await dentist.page.getByText('No es un dispositivo de diagnóstico').waitFor()
  expect(await dentist.page.getByRole('banner').innerText()).toContain('20/11/2026')
  await dentist.page.getByRole('button', { name: 'Sobre este enlace' }).click()
  await dentist.page.getByText(/^Para Dr. Ruiz. Vence el \d{2}\/\d{2}\/\d{4}.$/).waitFor()
  const call = dentist.page.getByRole('link', { name: `Llamar al ${sampleClinic.phone}` })
  expect(await call.getAttribute('href')).toMatch(/^tel:/)
  const request = dentist.page.getByRole('link', { name: /^Pedir un estudio para tu paciente/ })
  expect(await request.getAttribute('href')).toBe('/#contact')
  await dentist.look('shared-study')
  const saving = dentist.page.waitForEvent('download')
  await dentist.page.getByRole('button', { name: 'Descargar' }).click()
  expect((await saving).suggestedFilename()).toBe('Tomografía de Mariana.dcm')
  // A reload is the same visit: no PIN, no further use.
  await dentist.page.reload()
  await canvas(dentist.page).waitFor()
  // No other host is asked, and only the page's own address has the token.
  expect(
    asked.every((one) => one.startsWith(product.url) || one.startsWith('blob:') || one.startsWith('data:')),
  ).toBe(true)
  const token = address.split('/').at(-1) ?? ''
  expect(new Set(asked.filter((one) => one.includes(token)))).toEqual(new Set([address]))
  expect(JSON.stringify(log)).not.toContain(token)

  // The clinic sees it without a reload.
  await expect.poll(() => dialog.getByRole('listitem').first().innerText()).toContain('Visto 1 de 10 veces')
  await dialog.getByRole('button', { name: 'Listo' }).click()
  const again = await openDialog(page)
  await expect
    .poll(() => again.getByRole('listitem').first().innerText())
    .toMatch(/Para: Dr\. Ruiz\s+Vigente/)
  await doctor.look('share-seen')
  await again.getByRole('button', { name: 'Revocar el enlace para Dr. Ruiz' }).click()
  await page
    .getByRole('alertdialog', { name: '¿Revocar el enlace para Dr. Ruiz?' })
    .getByRole('button', { name: 'Revocar' })
    .click()
  await expect.poll(() => again.getByRole('listitem').first().innerText()).toContain('Revocado')

  // An open page closes by itself and says why; so does one that is reopened.
  await dentist.page.getByRole('heading', { name: 'Este enlace ya no está disponible.' }).waitFor()
  await dentist.look('shared-revoked')
  await dentist.page.reload()
  await enter(dentist.page, pin)
  await dentist.page.getByRole('heading', { name: 'Este enlace ya no está disponible.' }).waitFor()
  expect(dentist.complaints.filter((text) => !/status of (401|403|410)/.test(text))).toEqual([])
  expect(doctor.complaints).toEqual([])
  const { rows: lines } = await product.database.query<{ action: string; actor: string | null }>(
    `select action, actor::text from private.audit_log where subject = 'study_shares' order by id`,
  )
  expect(lines.map(({ action }) => action)).toEqual(['insert', 'open', 'revoke'])
})

it('says why a download is not to be had any more', async () => {
  const { page } = doctor
  await openDialog(page)
  const { address, pin } = await made(page, 'Dr. Tarde')
  await dentist.page.goto(address)
  await enter(dentist.page, pin)
  await canvas(dentist.page).waitFor()
  // Before the page's next check.
  await product.database.query(`update public.study_shares set revoked_at = now() where label = 'Dr. Tarde'`)
  await dentist.page.getByRole('button', { name: 'Descargar' }).click()
  await dentist.page.getByRole('heading', { name: 'Este enlace ya no está disponible.' }).waitFor()
})

it('says when there were too many wrong PINs', async () => {
  await openDialog(doctor.page)
  const { address, pin } = await made(doctor.page, 'Dra. Prisa')
  await dentist.page.goto(address)
  for (const left of [
    'Te quedan 4 intentos',
    'Te quedan 3',
    'Te quedan 2',
    'Te queda 1 intento',
    'Espera 15 minutos',
  ]) {
    await enter(dentist.page, other(pin))
    await dentist.page.getByText(left).waitFor()
  }
  await enter(dentist.page, pin)
  await dentist.page.getByText('Demasiados intentos. Espera').waitFor()
})

it('is printed with a QR code that leads to it', async () => {
  const { page } = doctor
  const dialog = await openDialog(page)
  const { address, pin } = await made(page, 'Dr. Papel')
  await dialog.getByRole('link', { name: 'Hoja de entrega' }).click()
  await page.getByRole('heading', { name: 'Hoja de entrega' }).waitFor()
  const code = page.getByRole('img', { name: 'Código QR para abrir el estudio' })
  await code.waitFor()
  await doctor.look('hand-over')
  const expected = qrcode(0, 'M')
  expected.addData(address, 'Byte')
  expected.make()
  const count = expected.getModuleCount()
  const shown = await code.evaluate((svg, modules) => {
    const path = new Path2D(svg.querySelectorAll('path')[1]?.getAttribute('d') ?? '')
    const context = document.createElement('canvas').getContext('2d')
    let bits = ''
    for (let row = 0; row < modules; row++)
      for (let column = 0; column < modules; column++)
        bits += context?.isPointInPath(path, column + 4.5, row + 4.5) ? '1' : '0'
    return bits
  }, count)
  let bits = ''
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++) bits += expected.isDark(row, column) ? '1' : '0'
  expect(shown).toBe(bits)
  const paper = await printed(page)
  expect(paper.pages).toHaveLength(1)
  const text = paper.pages.join(' ').replace(/\s+/g, ' ')
  for (const part of [
    'Hoja de entrega',
    'Mariana',
    'Tomografías',
    '20/11/2026',
    'Dr. Papel',
    `${pin.slice(0, 3)} ${pin.slice(3)}`,
    'Vence el',
  ])
    expect(text).toContain(part)
  expect(text.replaceAll(' ', '')).toContain(address)
  // Shown once: another tab, or this one after a reload, knows nothing.
  await page.reload()
  await page.getByText('El enlace y el PIN se muestran una sola vez.').waitFor()
  expect(await page.content()).not.toContain(pin)
})

it('without identity is a copy with the same pixels and no word about the patient', async () => {
  const { page } = doctor
  const dialog = await openDialog(page)
  await dialog.getByLabel('Compartir sin datos').check()
  const { address, pin } = await made(page, 'Laboratorio')
  await expect.poll(() => dialog.getByRole('listitem').first().innerText()).toContain('Sin datos')
  const asked: string[] = []
  dentist.page.on('request', (request) => asked.push(request.url()))
  await dentist.page.goto(address)
  await enter(dentist.page, pin)
  await canvas(dentist.page).waitFor()
  await dentist.page.getByRole('button', { name: 'Sobre este enlace' }).click()
  await dentist.page.getByText(/^Vence el/).waitFor()
  expect(await dentist.page.locator('body').innerText()).not.toMatch(/Mariana|Laboratorio/i)
  const saving = dentist.page.waitForEvent('download')
  await dentist.page.getByRole('button', { name: 'Descargar' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('estudio-sin-datos.dcm')
  const chunks: Buffer[] = []
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
  const copy = Buffer.concat(chunks)
  for (const word of ['PRUEBA', 'MARIANA', 'EXP-4711', '19900312', 'SECRETO'])
    expect(copy.includes(word), word).toBe(false)
  expect(copy.includes(Buffer.from(greys))).toBe(true)
  // No address says whose it is either; the trail does.
  const { rows: people } = await product.database.query<{ id: string; told: boolean }>(
    `select p.id::text, exists (
       select from private.audit_log l join storage.objects o on l.row_id = o.id::text
       where l.patient_id = p.id and l.action = 'open' and o.name ^@ 'copias/'
     ) as told
     from public.profiles p where p.email = 'paciente@clinica.test'`,
  )
  expect(people[0]?.told).toBe(true)
  expect(asked.filter((one) => one.includes(String(people[0]?.id)))).toEqual([])
  expect(asked.some((one) => one.includes('/copias/'))).toBe(true)
  const { rows: files } = await product.database.query<{ name: string; size: number }>(
    `select o.name, (o.metadata ->> 'size')::int as size from storage.objects o
     join public.studies s on o.name = s.file_url or o.name in (select copy_path from public.study_shares h where h.study_id = s.id)
     where s.file_name = 'Tomografía de Mariana.dcm' order by o.created_at`,
  )
  expect(files.map(({ size }) => size)).toEqual([film().length, copy.length])
  // The copy goes with its link.
  await dialog.getByRole('button', { name: 'Revocar el enlace para Laboratorio' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revocar' }).click()
  await expect
    .poll(async () => {
      const { rows } = await product.database.query<{ count: number }>(
        `select count(*)::int as count from storage.objects where name like '%sin-datos.dcm'`,
      )
      return rows[0]?.count
    })
    .toBe(0)
})
