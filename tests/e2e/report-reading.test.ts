import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LogEntry } from '#server/http/log.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openPerson, openWholeBrowser, type Person, phone, signIn } from './browser.ts'
import { printed, printedPictures } from './pdf.ts'
import { expectCode } from './qr-code.ts'
import { studiesOf } from './study-files.ts'

const password = 'Demo-2026!'

type Stored = {
  id: string
  study: string
  folio: string
  hash: string
  token: string
  text: string
  signer: string
  license: string
}

let browser: Browser
let product: TestProduct
let doctor: Person
let patient: Person
let signed: Stored
const log: LogEntry[] = []

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openWholeBrowser()
  product = await startTestProduct({ engine, demo: true, log: (entry) => log.push(entry) })
  doctor = await openPerson(browser, product.url)
  patient = await openPerson(browser, product.url, phone, { hasTouch: true })
  await signIn(doctor.page, 'doctora@clinica.test', password)
  await signIn(patient.page, 'paciente@clinica.test', password)
  signed = await reportOf('paciente@clinica.test', 'Tomografías')
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})
beforeEach(() => product.database.query('delete from private.rate_limits'))

async function reportOf(email: string, type: string): Promise<Stored> {
  const { rows } = await product.database.query<Stored>(
    `select r.id::text, r.study_id::text as study, r.folio, r.content_hash as hash, r.verify_token as token,
       r.signed_text as text, r.signer_name as signer, r.signer_license as license
     from public.reports r join public.studies s on s.id = r.study_id join public.profiles p on p.id = r.patient_id
     where p.email = $1 and s.study_type = $2`,
    [email, type],
  )
  if (!rows[0]) throw new Error(`The demo has no report of ${type} of ${email}`)
  return rows[0]
}

const sheetOf = (page: Page) => page.getByRole('article', { name: /^Informe / })

async function openSheet(page: Page, { id }: Stored): Promise<void> {
  await page.goto(`/dashboard/report/${id}`)
  await page.getByRole('img', { name: 'Código QR para verificar este informe' }).waitFor()
  const images = sheetOf(page).getByRole('img', { name: /^Imagen clave/ })
  await expect.poll(() => images.count()).toBe(2)
  for (const image of await images.all())
    await expect
      .poll(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 0))
      .toBe(true)
}

const flat = (text: string) => text.replace(/\s+/g, ' ')

describe.each([
  ['A4', 595, 842],
  ['Carta', 612, 792],
] as const)('the sheet on %s', (paper, width, height) => {
  it('says everything, with its folio and number on each page', async () => {
    const { page } = doctor
    await openSheet(page, signed)
    await page.getByText(paper, { exact: true }).click()
    const headings = await sheetOf(page).getByRole('heading').allInnerTexts()
    expect(headings).toEqual(
      expect.arrayContaining(['Impresión', 'Imágenes clave', 'Recomendaciones', 'Dientes']),
    )
    const pdf = await printed(page)
    expect([pdf.width, pdf.height]).toEqual([width, height])
    expect(pdf.pages.length).toBeGreaterThan(1)
    expect(pdf.pages.length).toBeLessThanOrEqual(6)
    for (const [at, text] of pdf.pages.entries()) {
      expect(text).toContain(`Página ${at + 1} de ${pdf.pages.length}`)
      expect(text).toContain(signed.folio)
    }
    const all = flat(pdf.pages.join('\n'))
    for (const words of [
      'Informe radiológico',
      'Paciente Mariana López Hernández',
      'Edad y sexo 29 años, mujer',
      'Fecha y hora del estudio',
      'Quién solicitó el estudio Dra. Begoña Núñez Ríos',
      'Estudio solicitado Tomografías',
      'Problema clínico',
      'Quién realizó el estudio TR Elena Cruz Díaz',
      'Incidentes o accidentes Ninguno',
      'Articulaciones temporomandibulares Fuera del campo.',
      'Impresión',
      `Cédula profesional ${signed.license}`,
      ...(signed.hash.match(/.{8}/g) ?? []),
      'Firma electrónica simple: quien firmó confirmó su identidad en este sistema. No es la e.firma del SAT. Comprueba este informe con el código QR.',
      'Adenda: ampliación',
      'Este informe tiene una adenda del',
    ])
      expect(all).toContain(words)
    for (const word of ['Volver', 'Guardar texto', 'BORRADOR', 'ANULADO']) expect(all).not.toContain(word)
    // Key images are whole, on one page each.
    const pages = await printedPictures(page)
    const images = pages.flat().filter(({ columns }) => columns > 100)
    expect(images.length).toBe(2)
    for (const { width: across, height: high, low, columns, rows } of images) {
      expect(high / across).toBeCloseTo(rows / columns, 2)
      expect(low).toBeGreaterThan(5)
      expect(low + high).toBeLessThan((height / 72) * 25.4 - 5)
    }
    // No heading is the last line of a page.
    for (const text of pdf.pages.slice(0, -1)) {
      const lines = text
        .trim()
        .split('\n')
        .filter((line) => !/^(Página|INF-)/.test(line.trim()))
      expect(lines.at(-1)).not.toMatch(
        new RegExp(`^(${headings.map((words) => words.replace(/[()]/g, '\\$&')).join('|')}|Adenda: \\S+)$`),
      )
    }
  })
})

it.each([
  ['few words', '', 1],
  ['many', 'La cortical se observa íntegra y el trabeculado es de densidad media. '.repeat(30), 6],
] as const)('the sheet of %s has no page with a signature alone', async (_, text, atMost) => {
  const { page } = doctor
  await page.goto(`/dashboard/report/${await write(text)}`)
  await page.getByRole('img', { name: 'Código QR para verificar este informe' }).waitFor()
  for (const paper of ['A4', 'Carta']) {
    await page.getByText(paper, { exact: true }).click()
    const { pages } = await printed(page)
    expect(pages.length).toBeLessThanOrEqual(atMost)
    // What comes after the page's foot, which is read first.
    expect(flat(pages.at(-1) ?? '')).toMatch(/INF-\d{6} (?!Dra\. Lucía).+Cédula profesional/)
  }
})

/** Writes a report of a study of hers that has none, with the same words in each section; without words they lie outside the field. */
async function write(text: string): Promise<string> {
  const { rows } = await product.database.query<{ study: string; type: string; doctor: string }>(
    `select s.id::text as study, s.study_type as type, s.doctor_id::text as doctor from public.studies s
     join public.profiles p on p.id = s.patient_id
     where p.email = 'paciente@clinica.test' and not exists (select from public.reports r where r.study_id = s.id)
     limit 1`,
  )
  const [of] = rows
  if (!of) throw new Error('The demo has studies without a report')
  const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }]
  const claims = { sub: of.doctor, role: 'authenticated', aal: 'aal1', amr }
  return product.database.as({ role: 'authenticated', claims }, async (tx) => {
    const answer = async <T>(sql: string, values: unknown[]) => {
      const { rows: answered } = await tx.query<{ it: T }>(`select ${sql} as it`, values)
      if (!answered[0]) throw new Error('There is no answer')
      return answered[0].it
    }
    const draft = await answer<{ id: string; version: number; sections: object[] }>(
      `public.start_report(gen_random_uuid(), $1,
         (select id from public.report_templates where study_type = $2 order by name limit 1))`,
      [of.study, of.type],
    )
    const { version } = await answer<{ version: number }>('public.save_report($1, $2, $3)', [
      draft.id,
      draft.version,
      JSON.stringify({
        sections: draft.sections.map((section) => ({ ...section, text, outside: text === '' })),
        technique: text.slice(0, 1000),
        impression: 'Sin hallazgos.',
        patient_summary: `Todo se ve bien. ${text}`.slice(0, 1000),
        performed_at: new Date().toISOString(),
        requested_by: 'Dra. Rivas',
        study_name: of.type,
        clinical_question: 'Valoración antes de ortodoncia',
        incidents: 'Ninguno',
        performed_by: 'TR Elena Cruz Díaz',
        patient_age: 29,
        patient_sex: 'mujer',
      }),
    ])
    await tx.query('select public.sign_report($1, $2, null, null)', [draft.id, version])
    return draft.id
  })
}

describe('the sheet', () => {
  it('saves the signed text, whose SHA-256 is on it, behind its code and in the trail', async () => {
    const { page } = doctor
    await openSheet(page, signed)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Guardar texto firmado' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`${signed.folio}.txt`)
    const file = await readFile(await download.path())
    expect(file.toString('utf8')).toBe(signed.text)
    const hash = createHash('sha256').update(file).digest('hex')
    expect(hash).toBe(signed.hash)
    expect(flat(await sheetOf(page).innerText())).toContain(hash.match(/.{8}/g)?.join(' '))
    const code = page.getByRole('img', { name: 'Código QR para verificar este informe' })
    await expectCode(code, `${product.url}/informe/${signed.token}`)
    const { rows } = await product.database.query<{ columns: string }>(
      `select array_to_string(columns, ',') as columns from private.audit_log where action = 'sign' and subject = 'reports' and row_id = $1`,
      [signed.id],
    )
    expect(rows[0]?.columns).toBe(`content_hash=${hash}`)
    await doctor.look('report-sheet')
  })

  it('of an annulled report says ANULADO with date and reason, and to its patient nothing else', async () => {
    const annulled = await reportOf('paciente2@clinica.test', 'Radiografía Panorámica')
    const other = await openPerson(browser, product.url, phone, { hasTouch: true })
    await signIn(other.page, 'paciente2@clinica.test', password)
    await other.page.goto(`/dashboard/report/${annulled.id}`)
    const sheet = other.page.getByRole('article', { name: `Informe ${annulled.folio}` })
    await sheet.getByText('El informe se firmó en el estudio de otro paciente.').waitFor()
    expect(await sheet.innerText()).toContain('ANULADO')
    expect(await sheet.innerText()).not.toContain('Crestas')
    await other.page.goto(`/dashboard/study/${annulled.study}?informe`)
    await other.page.getByText('El informe fue anulado. La clínica te dirá qué sigue.').waitFor()
    await other.look('patient-annulled')
    // Row 58: no row over the API either.
    const rows = await other.page.evaluate(async () => {
      const { supabaseUrl, supabaseAnonKey } = await (await fetch('/config.json')).json()
      const kept = Object.values(localStorage).find((value) => String(value).includes('access_token'))
      const token = /"access_token":"([^"]+)"/.exec(String(kept))?.[1]
      const answer = await fetch(`${supabaseUrl}/rest/v1/reports?select=id`, {
        headers: { apikey: supabaseAnonKey, Authorization: `Bearer ${token}` },
      })
      return answer.json()
    })
    expect(rows).toEqual([])
    await other.leave()
  })

  it('of a draft says BORRADOR on every page, to its author alone', async () => {
    const draft = await reportOf('paciente2@clinica.test', 'Tomografías')
    const author = await openPerson(browser, product.url)
    await signIn(author.page, 'doctor@clinica.test', password)
    await author.page.goto(`/dashboard/report/${draft.id}`)
    await author.page.getByText('Este informe no está firmado.').waitFor()
    const { pages } = await printed(author.page)
    expect(pages.length).toBeGreaterThan(1)
    // Read back with a gap between letters that stand apart.
    for (const page of pages) expect(page.replace(/\s/g, '')).toContain('BORRADOR')
    expect(pages.join('')).not.toMatch(/Cédula profesional|Firma electrónica/)
    await author.look('report-draft')
    await author.leave()
    await doctor.page.goto(`/dashboard/report/${draft.id}`)
    await doctor.page.getByText('No se pudo encontrar el informe.').waitFor()
  })

  it('of another patient is nobody’s', async () => {
    const annulled = await reportOf('paciente2@clinica.test', 'Radiografía Panorámica')
    await patient.page.goto(`/dashboard/report/${annulled.id}`)
    await patient.page.getByText('No se pudo encontrar el informe.').waitFor()
    await patient.page.waitForURL('**/dashboard')
  })
})

describe('the page behind the code', () => {
  let visitor: Person
  beforeAll(async () => {
    visitor = await openPerson(browser, product.url, phone, { hasTouch: true })
  })

  it('says who signed and when, and neither patient nor study', async () => {
    const asked: string[] = []
    visitor.page.on('request', (request) => asked.push(request.url()))
    const answer = await visitor.page.goto(`/informe/${signed.token}`)
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
    expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow')
    const { page } = visitor
    await page.getByText('FIRMADO, CON ADENDA', { exact: true }).waitFor()
    const words = flat(await page.getByRole('main').innerText())
    for (const said of [
      `Folio ${signed.folio}`,
      `Firmó ${signed.signer}`,
      `Cédula profesional ${signed.license}`,
      'Adendas 1',
      signed.hash.match(/.{8}/g)?.join(' '),
    ])
      expect(words).toContain(said)
    for (const secret of ['Mariana', 'Tomograf', 'maxilar']) expect(words).not.toContain(secret)
    expect(asked.filter((address) => address.includes(signed.token))).toEqual([page.url()])
    await visitor.look('verify-report')
  })

  it('answers a made-up code like any other', async () => {
    const { page } = visitor
    for (const code of ['0'.repeat(32), 'x', signed.folio, `${signed.token}0`]) {
      await page.goto(`/informe/${encodeURIComponent(code)}`)
      await page.getByText('Este informe no existe.').waitFor()
    }
    await visitor.look('verify-report-unknown')
  })

  it('says when it was asked too often', async () => {
    const { supabaseAnonKey } = await (await fetch(`${product.url}/config.json`)).json()
    for (let tried = 0; tried < 60; tried++)
      await fetch(`${product.url}/rest/v1/rpc/verify_report`, {
        method: 'POST',
        headers: { apikey: supabaseAnonKey, 'content-type': 'application/json' },
        body: '{"token": "x"}',
      })
    await visitor.page.goto(`/informe/${signed.token}`)
    await visitor.page.getByText('No se pudo verificar el informe. Demasiados intentos seguidos.').waitFor()
  })

  it('says ANULADO of one that was, and keeps codes out of the log', async () => {
    const annulled = await reportOf('paciente2@clinica.test', 'Radiografía Panorámica')
    await visitor.page.goto(`/informe/${annulled.token}`)
    await visitor.page.getByText('ANULADO', { exact: true }).waitFor()
    expect(await visitor.page.content()).not.toContain('otro paciente')
    expect(log.some(({ path }) => path === '/informe/*')).toBe(true)
    expect(JSON.stringify(log)).not.toContain(signed.token)
    await visitor.leave()
  })
})

describe('a patient', () => {
  it('finds the report first, and reads the plain words before the long text', async () => {
    const { page } = patient
    await page.goto('/dashboard')
    const latest = page.getByRole('region', { name: 'Tu resultado más reciente' })
    await latest.getByText('Tu informe está listo.').waitFor()
    await patient.look('home-report-ready')
    await latest.getByRole('link', { name: 'Leer informe' }).click()
    await page.getByRole('heading', { name: 'Tu informe' }).waitFor()
    await page.getByText('Este informe tiene una adenda del').waitFor()
    const words = flat(await page.locator('#root, main, body').first().innerText())
    const order = [
      'En pocas palabras',
      'Impresión',
      'Imágenes clave',
      'Informe completo',
      'Recomendaciones',
      'Quién firmó',
      'Adenda: ampliación',
      'Imprimir / Guardar PDF',
      'Si tienes dudas sobre tu informe',
    ].map((part) => words.indexOf(part))
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((one, other) => one - other))
    expect(words).not.toContain('Hueso alveolar')
    await patient.look('patient-report')
    await page
      .getByRole('button', { name: /Abrir en grande/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: 'Imagen 1 de 2' }).waitFor()
    await patient.look('patient-report-image')
    await page.keyboard.press('Escape')
    await page.getByText('Informe completo').click()
    await page.getByText('Hueso alveolar').waitFor()
    await page.getByRole('link', { name: 'Imprimir / Guardar PDF' }).click()
    await sheetOf(page).getByText(signed.folio).first().waitFor()
    // Whoever comes back opens it once more: that is noted before the next test forgets who saw it.
    const noted = page.waitForResponse('**/rpc/note_seen')
    await page.getByRole('button', { name: 'Volver' }).click()
    await page.getByRole('heading', { name: 'Tu informe' }).waitFor()
    await noted
  })

  it('is seen to have opened it, by name and hour, and the button steps back', async () => {
    const { page } = patient
    const { page: clinic } = doctor
    await product.database.query('delete from public.study_seen where study_id = $1', [signed.study])
    const { rows } = await product.database.query<{ id: string }>(
      `select id::text from public.profiles where email = 'paciente@clinica.test'`,
    )
    await clinic.goto(`/dashboard/patients/${rows[0]?.id}?seccion=estudios`)
    const seen = clinic.getByText(/^Visto por Mariana López Hernández el \d\d\/\d\d\/\d{4} a las/)
    await clinic.getByText('Sin ver').first().waitFor()
    const before = await seen.count()
    // The record is open while she reads.
    await page.goto(`/dashboard/study/${signed.study}?informe`)
    await page.getByRole('heading', { name: 'Tu informe' }).waitFor()
    await expect.poll(() => seen.count(), { timeout: 20_000 }).toBeGreaterThan(before)
    await page.goto('/dashboard')
    const latest = page.getByRole('region', { name: 'Tu resultado más reciente' })
    await latest.getByText('Tu informe está listo.').waitFor()
    await clinic
      .getByText(/^Visto por Mariana López Hernández el \d\d\/\d\d\/\d{4} a las/)
      .first()
      .waitFor()
    await clinic.getByText('Visto', { exact: true }).first().waitFor()
    await clinic.getByText('Por entregar', { exact: true }).waitFor()
    await doctor.look('record-progress')
  })

  it('each study says the same progress in every list, in the record and over the API', async () => {
    // Beside what the demo has: one that waits for a report, and one with a draft.
    const added = await studiesOf(product.url)
    const link = { file_url: 'https://visor.clinica.test/1' }
    const { rows } = await product.database.query<{ id: string; patient: string; doctor: string }>(
      `select id::text, patient_id::text as patient, doctor_id::text as doctor from public.studies where id in ($1, $2)`,
      [await added.insert(link), await added.insert(link)],
    )
    const [waiting, draft] = rows
    if (!waiting || !draft) throw new Error('They are stored')
    // With a file of the same patient's, so that their cards lead into the portal.
    await product.database.query(
      `update public.studies s set report_needed = true, file_url = o.file_url, file_name = o.file_name
       from public.studies o
       where s.id in ($1, $2) and o.id = (
         select f.id from public.studies f where f.patient_id = s.patient_id and f.file_name like '%.dcm' limit 1
       )`,
      [waiting.id, draft.id],
    )
    await product.database.query(
      'insert into public.reports (id, study_id, patient_id, author_id) values (gen_random_uuid(), $1, $2, $3)',
      [draft.id, draft.patient, draft.doctor],
    )
    const words = {
      recibido: 'Recibido',
      en_interpretacion: 'En interpretación',
      por_entregar: 'Por entregar',
      entregado: 'Entregado',
      visto: 'Visto',
    }
    await Promise.all([
      patient.page.waitForResponse(/rpc\/note_seen/),
      patient.page.goto(`/dashboard/study/${signed.study}?informe`),
    ])
    const seen = new Set<string>()
    for (const [{ page }, addresses] of [
      [doctor, ['/dashboard/studies', `/dashboard/patients/${waiting.patient}?seccion=estudios`]],
      [patient, ['/dashboard/my-studies']],
    ] as const) {
      for (const address of addresses) {
        await page.goto(address)
        await page.getByText('Recibido', { exact: true }).first().waitFor()
        const answered = await page.evaluate(async () => {
          const { supabaseAnonKey: apikey } = await (await fetch('/config.json')).json()
          const key = Object.keys(localStorage).find((name) => /^sb-.+-auth-token$/.test(name)) ?? ''
          const { access_token: token } = JSON.parse(localStorage.getItem(key) ?? '{}')
          const rows = await fetch('/rest/v1/studies?select=id,progress', {
            headers: { apikey, authorization: `Bearer ${token}` },
          })
          return (await rows.json()) as { id: string; progress: string }[]
        })
        const shown = await page.evaluate(
          (all) =>
            [...document.querySelectorAll<HTMLAnchorElement>('main a[href*="/dashboard/study/"]')].map(
              (link) => ({
                id: /study\/([\da-f-]{36})/.exec(link.href)?.[1],
                words: [...(link.closest('article, li')?.querySelectorAll('*') ?? [])]
                  .map((one) => one.textContent ?? '')
                  .filter((text) => all.includes(text)),
              }),
            ),
          Object.values(words),
        )
        expect(shown.length).toBeGreaterThan(4)
        for (const { id, words: said } of shown) {
          const progress = answered.find((one) => one.id === id)?.progress ?? ''
          expect([address, id, new Set(said)]).toEqual([address, id, new Set([Reflect.get(words, progress)])])
          seen.add(progress)
        }
      }
    }
    expect([...seen].sort()).toEqual(Object.keys(words).sort())
  })

  it('of a held report reads nothing until the minute, then without a reload', async () => {
    const held = await reportOf('paciente@clinica.test', 'Radiografía Panorámica')
    const { page } = patient
    await page.goto(`/dashboard/study/${held.study}?informe`)
    await page.getByText('Tu informe está en interpretación.').waitFor()
    await patient.look('patient-held')
    // A signed report is only ever delivered at once; here its hour comes while nobody does anything.
    await product.database.query('alter table public.reports disable trigger reports_a_keep')
    await product.database.query(
      `update public.reports set visible_from = now() + interval '20 seconds' where id = $1`,
      [held.id],
    )
    await product.database.query('alter table public.reports enable trigger reports_a_keep')
    await page.getByRole('heading', { name: 'Impresión' }).waitFor({ timeout: 90_000 })
    const { rows } = await product.database.query<{ due: boolean }>(
      'select now() >= visible_from as due from public.reports where id = $1',
      [held.id],
    )
    expect(rows).toEqual([{ due: true }])
    expect(await page.getByText('explicarlo primero').count()).toBe(0)
  })

  it('sees the progress of each study in Mis Estudios', async () => {
    const { page } = patient
    await page.goto('/dashboard/my-studies')
    await page.getByText('Visto', { exact: true }).first().waitFor()
    await page.getByRole('link', { name: /^Informe con adenda/ }).waitFor()
    await patient.look('my-studies-progress')
  })

  it('says whether mails are wanted', async () => {
    const { page } = patient
    await page.goto('/dashboard/profile')
    const wish = page.getByRole('checkbox', { name: 'Avísame por correo cuando haya un resultado nuevo' })
    await wish.waitFor()
    expect(await wish.isChecked()).toBe(true)
    await wish.click()
    await expect
      .poll(async () => {
        const { rows } = await product.database.query<{ wanted: boolean }>(
          `select wants_mail as wanted from public.profiles where email = 'paciente@clinica.test'`,
        )
        return rows[0]?.wanted
      })
      .toBe(false)
  })
})

it.each([
  ['the patient', 'paciente', 'function public.my_report', ({ study }: Stored) => `study/${study}?informe`],
  ['a doctor', 'doctora', 'table public.reports', ({ id }: Stored) => `report/${id}`],
])(
  '%s reads that the report could not be loaded, and has it with the next try',
  async (_who, name, source, pathOf) => {
    const person = await openPerson(browser, product.url, phone)
    const { page } = person
    await signIn(page, `${name}@clinica.test`, password)
    await product.database.query(`alter ${source} rename to away`)
    await page.goto(`/dashboard/${pathOf(signed)}`)
    await page.getByText('No se pudo cargar el informe.').first().waitFor()
    await person.look('report-not-loaded')
    const [kind, whole = ''] = source.split(' ')
    await product.database.query(`alter ${kind} public.away rename to ${whole.replace('public.', '')}`)
    // What is heard live may be quicker than the press.
    const there = page.getByRole('heading', { name: 'Impresión' })
    await page.getByRole('button', { name: 'Reintentar' }).or(there).first().click()
    await there.waitFor()
    await person.leave()
  },
)

it('the browsers complained about nothing', () => {
  expect([doctor.complaints, patient.complaints]).toEqual([[], []])
})
