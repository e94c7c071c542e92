import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

// From sending a request, also without a network, to asking how it goes.

const sizes = [
  { ...phone, device: 'teléfono' },
  { width: 1024, height: 768, device: 'tableta' },
  { width: 1440, height: 900, device: 'mesa' },
]
const waitingWords =
  'Sin conexión. Tu solicitud se enviará sola en cuanto vuelva la señal. No cierres esta pestaña.'
const study = 'Radiografía Carpal'

let browser: Browser
let product: TestProduct

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  await product.database.query('update public.services set preparation = $1 where name = $2', [
    'Quítate aretes, piercings, lentes y prótesis removibles.\nTrae tu orden si tienes una.\nLlega 10 minutos antes.',
    study,
  ])
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
beforeEach(() => product.database.query('delete from private.rate_limits'))

async function visit(size: { width: number; height: number }, use: (visitor: Person) => Promise<void>) {
  const visitor = await openPerson(browser, product.url, size)
  try {
    await use(visitor)
  } finally {
    await visitor.leave()
  }
}

async function fill(page: Page, name: string) {
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Solicitud de estudio' })
  await form.getByLabel('Nombre Completo').fill(name)
  await form.getByLabel('Correo Electrónico').fill('visita@correo.test')
  await form.getByLabel('Teléfono').fill('961 000 0000')
  await form.getByLabel('Tipo de Estudio').selectOption(study)
  return form
}
const send = (page: Page) => page.getByRole('button', { name: 'Enviar Solicitud' }).click()
const thanks = (page: Page) => page.getByText('¡Solicitud Enviada!').waitFor()
const waiting = (page: Page) => page.getByText(waitingWords).waitFor()

async function stored(name: string): Promise<number> {
  const { rows } = await product.database.query<{ n: number }>(
    'select count(*)::int as n from public.study_requests where patient_name = $1',
    [name],
  )
  return rows[0]?.n ?? 0
}

async function ask(page: Page, folio: string, code: string): Promise<string> {
  await page.getByLabel('Folio').fill(folio)
  await page.getByLabel('Código').fill(code)
  await page.getByRole('button', { name: 'Consultar' }).click()
  const status = page.getByRole('status')
  await expect.poll(() => status.innerText()).not.toMatch(/^$|Consultando/)
  return (await status.innerText()).replace(/\s+/g, ' ').trim()
}

describe.each(sizes)('at $width px', (size) => {
  it('whoever sent a request reads folio, code and preparation, and how it goes', async () => {
    await visit(size, async ({ page, look, complaints }) => {
      const name = `Persona de ${size.device}`
      await fill(page, name)
      await send(page)
      const panel = page.getByRole('region', { name: 'Solicitud enviada' })
      const [, folio = '', code = ''] =
        /Tu folio es\s+(\d{6})\s+y tu código\s+([2-9A-Z]{4}-[2-9A-Z]{4})/.exec(await panel.innerText()) ?? []
      expect(await panel.innerText()).toContain('Llega 10 minutos antes.')
      await expect.poll(() => panel.evaluate((element) => element === document.activeElement)).toBe(true)
      const header = (await page.getByRole('banner').boundingBox())?.height ?? 0
      // The header's line is a pixel of it.
      await expect.poll(async () => Math.round((await panel.boundingBox())?.y ?? 0)).toBe(header + 23)
      await look('request-sent')
      await panel.getByRole('button', { name: 'Copiar' }).click()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`Folio ${folio}, código ${code}`)

      await panel.getByRole('link', { name: '¿Cómo va mi solicitud?' }).click()
      await page.waitForURL(`**/solicitud#${folio}.${code}`)
      await look('tracking-filled')
      expect(await ask(page, folio, 'ZZZZ-ZZZZ')).toBe('El folio o el código no coinciden.')
      expect(await ask(page, ` ${Number(folio)}`, code.toLowerCase().replace('-', ' '))).toMatch(
        /^Recibida\. La clínica la revisará y se pondrá en contacto contigo\. Llamar al \+?[\d\s]+ La recibimos el \d\d\/\d\d\/\d{4}\.$/,
      )
      await look('tracking-received')
      const become = (status: string) =>
        product.database.query('update public.study_requests set status = $1 where id = $2::bigint', [
          status,
          folio,
        ])
      await become('aceptada')
      expect(await ask(page, folio, code)).toContain('Aceptada. La clínica te propondrá un horario.')
      await become('rechazada')
      expect(await ask(page, folio, code)).toMatch(/^No se pudo aceptar\. Llámanos al \+?[\d ]+\./)
      await look('tracking-rejected')
      expect(await page.evaluate(() => [localStorage.length, document.cookie])).toEqual([0, ''])
      expect(complaints).toEqual([])
    })
  })

  it('a request that cannot leave waits in its tab', async () => {
    await visit(size, async ({ page, look }) => {
      const name = `Sin señal de ${size.device}`
      await fill(page, name)
      await page.context().setOffline(true)
      await send(page)
      await waiting(page)
      await look('request-waiting')
      await page.getByRole('button', { name: 'Seguir editando' }).click()
      await page.getByLabel('Notas Adicionales').fill('Por la tarde')
      await send(page)
      await waiting(page)
      await page.context().setOffline(false)
      await thanks(page)
      expect(await stored(name)).toBe(1)
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    })
  })
})

it('a reload without a network loses nothing: the request is sent once when the page comes back', async () => {
  await visit(phone, async ({ page }) => {
    await fill(page, 'Con recarga')
    await page.context().setOffline(true)
    await send(page)
    await waiting(page)
    await page.reload().catch(() => {})
    // The browser's own page of the missing network would come back by itself, and send, before it is left.
    await page.waitForURL(/^chrome-error:/, { waitUntil: 'commit' })
    await page.goto('about:blank')
    await page.context().setOffline(false)
    // The thanks pass by: on a busy machine before all pictures are there.
    await page.goto('/', { waitUntil: 'commit' })
    await thanks(page)
    await page.reload()
    expect(await stored('Con recarga')).toBe(1)
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })
})

it('two tabs of one draft send it once', async () => {
  await visit(phone, async ({ page }) => {
    await fill(page, 'Dos pestañas')
    await page.context().setOffline(true)
    await send(page)
    await waiting(page)
    // The other tab can load, and has the waiting request of this one; what it sends gets no answer.
    const popup = page.context().waitForEvent('page')
    await page.context().route('**/rest/v1/study_requests', (route) => route.abort('internetdisconnected'))
    await page.context().setOffline(false)
    await page.evaluate(() => void window.open('/'))
    const other = await popup
    await waiting(other)
    await page.context().unroute('**/rest/v1/study_requests')
    const both = [page, other]
    // The quicker tab may have sent it before the other one is pressed.
    await Promise.all(
      both.map((tab) =>
        tab
          .getByRole('button', { name: 'Enviar ahora' })
          .evaluateAll((all: HTMLElement[]) => all.map((button) => button.click())),
      ),
    )
    await Promise.all(both.map(thanks))
    expect(await stored('Dos pestañas')).toBe(1)
  })
})

it('a study that is not offered any more gives the filled form back', async () => {
  await visit(phone, async ({ page, look }) => {
    await fill(page, 'Rechazada en espera')
    await page.context().setOffline(true)
    await send(page)
    await waiting(page)
    await product.database.query('update public.services set requestable = false where name = $1', [study])
    await page.context().setOffline(false)
    await page.getByText('Tipo de estudio: elige uno de la lista.').waitFor()
    await look('request-refused')
    expect(await page.getByLabel('Nombre Completo').inputValue()).toBe('Rechazada en espera')
    await product.database.query('update public.services set requestable = true where name = $1', [study])
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await page.getByRole('button', { name: 'Enviar Solicitud' }).waitFor()
    expect(await stored('Rechazada en espera')).toBe(0)
  })
})

it('too many wrong codes: the page says so', async () => {
  await visit(phone, async ({ page, look }) => {
    await page.goto('/solicitud')
    for (let tried = 0; tried < 5; tried++)
      expect(await ask(page, '777', 'ZZZZZZZZ')).toBe('El folio o el código no coinciden.')
    expect(await ask(page, '777', 'ZZZZZZZZ')).toBe(
      'No se pudo consultar tu solicitud. Demasiados intentos con este folio. Espera unos minutos o llama a la clínica.',
    )
    await look('tracking-locked')
  })
})

it('asks for JavaScript where there is none, and shows the phone', async () => {
  const context = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  const page = await context.newPage()
  const answer = await page.goto('/solicitud')
  expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow')
  expect(await page.getByRole('main').innerText()).toMatch(
    /se necesita JavaScript.*llámanos al\s+\+?[\d ]+\./s,
  )
  expect(await page.getByRole('link', { name: /\d{3}/ }).first().getAttribute('href')).toMatch(
    /^tel:\+\d{12}$/,
  )
  expect(await page.getByRole('button').count()).toBe(0)
  await context.close()
})

describe.each(sizes)('for staff at $width px', (size) => {
  it('the code stands in the request, the preparation on its sheet and in an appointment', async () => {
    const { rows } = await product.database.query<{ id: string; code: string }>(
      `insert into public.study_requests (patient_name, patient_email, patient_phone, study_type)
       values ('Rosa con código', 'rosa@correo.test', '961 000 0000', $1)
       returning id::text, private.tracking_code(id, submission_id) as code`,
      [study],
    )
    const { id = '', code = '' } = rows[0] ?? {}
    const spaced = `${code.slice(0, 4)}-${code.slice(4)}`
    const appointment = await product.database.query<{ id: string }>(
      `insert into public.citas (doctor_id, patient_id, nombre, appointment_date, appointment_time, study_type)
       select d.id, p.id, p.full_name, $1, '10:00', $2 from public.profiles d, public.profiles p
       where d.email = 'doctora@clinica.test' and p.email = 'paciente@clinica.test' returning id::text`,
      [`2099-01-${String(5 + sizes.indexOf(size)).padStart(2, '0')}`, study],
    )
    await visit(size, async ({ page, look }) => {
      await signIn(page, 'doctora@clinica.test', 'Demo-2026!')
      await page.goto('/dashboard/requests')
      await page.getByRole('button', { name: 'Ver detalle' }).filter({ visible: true }).first().click()
      await page.getByRole('dialog').getByText(spaced).waitFor()
      await page.goto(`/dashboard/request/${id}`)
      await page.getByText(spaced).waitFor()
      await page.getByRole('heading', { name: 'Preparación' }).waitFor()
      await look('sheet-with-preparation')
      await page.goto(`/dashboard/appointments?cita=${appointment.rows[0]?.id}`)
      await page.getByRole('dialog').getByText('Llega 10 minutos antes.').waitFor()
      await look('appointment-with-preparation')
    })
  })
})

describe.each(sizes)('in the catalogue at $width px', (size) => {
  it('an administrator begins with the suggested text', async () => {
    const { rows } = await product.database.query<{ value: string }>(
      `select value from private.app_settings where key = 'admin_suffix'`,
    )
    await visit(size, async ({ page, look }) => {
      await signIn(page, 'admin@clinica.test', 'Demo-2026!')
      await page.goto(`/admin-control-panel-${rows[0]?.value}/system?seccion=catalogo`)
      await page.getByRole('button', { name: 'Editar Escaneo Intraoral' }).filter({ visible: true }).click()
      await look('preparation-empty')
      await page.getByRole('button', { name: 'Usar texto sugerido' }).click()
      await look('preparation-suggested')
    })
  })
})
