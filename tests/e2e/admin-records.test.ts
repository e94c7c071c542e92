import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { choosePatient, openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

// The administration's accounts, studies and requests, as an administrator works with them.

let browser: Browser
let product: TestProduct
let root: string

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  const { rows } = await product.database.query(
    `select value from private.app_settings where key = 'admin_suffix'`,
  )
  root = `/admin-control-panel-${rows[0]?.value}`
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const slow = { timeout: 20_000 }
const query = (page: Page) => decodeURIComponent(new URL(page.url()).search).replace(/\+/g, ' ')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const cards = (page: Page) => page.getByRole('main').getByRole('listitem')
const count = (page: Page) => page.getByRole('navigation', { name: 'Paginación' }).locator('p').first()

/** Whether the page scrolls sideways. */
const wide = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

async function open(page: Page, path: string, title: string) {
  await page.goto(`${root}/${path}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await count(page).waitFor()
}

/** Types into the search box and waits until the list shows the result. */
async function search(page: Page, term: string) {
  await page.getByRole('searchbox').fill(term)
  await page.waitForURL((url) => url.searchParams.get('buscar') === term)
}

describe.each([
  ['desktop', undefined],
  ['phone', phone],
] as const)('an administrator at a %s', (where, viewport) => {
  let person: Person
  let page: Page
  beforeAll(async () => {
    person = await openPerson(browser, product.url, viewport)
    page = person.page
    await signIn(page, 'admin@clinica.test', 'Demo-2026!')
  })
  afterAll(async () => {
    expect(person.complaints).toEqual([])
    await person.leave()
  })

  it.each([
    ['users', 'Gestión de Usuarios', 'LOPEZ', 'López'],
    ['studies', 'Gestión de Estudios', 'tomografias', 'Tomografías'],
    ['requests', 'Gestión de Solicitudes', 'PANORAMICA', 'Panorámica'],
  ])(
    '%s keep search and page in the address: reload and back show the same',
    async (path, title, term, hit) => {
      await open(page, path, title)
      const all = await count(page).innerText()
      await person.look(`admin-${path}`)
      expect(await wide(page)).toBe(false)

      await search(page, term)
      await expect.poll(() => count(page).innerText(), slow).not.toBe(all)
      const found = await count(page).innerText()
      expect(await page.getByRole('main').innerText()).toContain(hit)
      await page.reload()
      await expect.poll(() => count(page).innerText(), slow).toBe(found)
      expect(await page.getByRole('searchbox').inputValue()).toBe(term)

      await page.getByRole('searchbox').fill('')
      await page.waitForURL((url) => !url.searchParams.has('buscar'))
      await button(page, 'Siguiente').click()
      await page.getByText(/Página 2 de/).waitFor()
      expect(query(page)).toBe('?pagina=2')
      await page.reload()
      await page.getByText(/Página 2 de/).waitFor()
      await search(page, 'zzzz no existe')
      await page.getByText(/No se encontraron/).waitFor()
      expect(query(page)).toBe('?buscar=zzzz no existe')
      await person.look(`admin-${path}-nothing`)
    },
  )

  it('makes a doctor, makes an administrator of her, gives her a password and erases her', async () => {
    const name = `Dra. Nueva ${where}`
    await open(page, 'users', 'Gestión de Usuarios')
    await button(page, 'Nuevo Usuario').click()
    const dialog = page.getByRole('dialog', { name: 'Nuevo Usuario' })
    await dialog.getByLabel('Nombre Completo').fill(name)
    await dialog.getByLabel('Correo Electrónico').fill(`nueva.${where}@clinica.test`)
    await dialog.getByLabel('Edad').fill('34.5')
    await dialog.getByLabel('Rol').selectOption('doctor')
    await dialog.getByLabel('Especialidad').fill('Ortodoncia')
    await button(page, 'Crear Usuario').click()
    await dialog.getByText('Contraseña requerida').waitFor()
    await dialog.getByText('Escribe la edad en años cumplidos, de 0 a 130.').waitFor()
    await person.look('admin-user-new')
    await dialog.getByLabel('Contraseña', { exact: false }).first().fill('tres-lunas-y-sol')
    await dialog.getByLabel('Edad').fill('34')
    await button(page, 'Crear Usuario').click()
    await page.getByText('Usuario creado').first().waitFor()
    await dialog.waitFor({ state: 'hidden' })

    await search(page, name)
    await expect.poll(() => cards(page).count(), slow).toBe(1)
    expect(await cards(page).textContent()).toContain('34 años · Ortodoncia')
    await button(page, `Editar a ${name}`).click()
    await page.getByRole('checkbox', { name: 'Administrador' }).check()
    await person.look('admin-user-edit')
    await button(page, 'Guardar Cambios').click()
    await page.getByText('Usuario actualizado').first().waitFor()
    await cards(page).getByText('Administrador', { exact: true }).waitFor()

    await button(page, `Generar nueva contraseña temporal para ${name}`).click()
    await button(page, 'Generar contraseña').click()
    await page.waitForURL('**/dashboard/credentials')
    await page.getByText(`nueva.${where}@clinica.test`).waitFor()
    await page.goBack()

    await button(page, `Eliminar a ${name}`).click()
    const question = page.getByRole('alertdialog', { name: `¿Eliminar a ${name}?` })
    await question.getByText('Esta acción es irreversible.').waitFor()
    await person.look('admin-user-delete')
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'hidden' })
    await button(page, `Eliminar a ${name}`).click()
    await question.getByRole('button', { name: 'Eliminar' }).click()
    await page
      .getByText(/^Usuario eliminado/)
      .first()
      .waitFor()
    await page.getByText('No se encontraron usuarios con los filtros aplicados.').waitFor()
  })

  it('closes an account that has records, and never the main administrator', async () => {
    const { rows } = await product.database.query(
      `select p.full_name, p.email from public.profiles p
       where p.role = 'patient' and p.email not like 'paciente%' and p.id in (select patient_id from public.studies)
         and p.id not in (select user_id from private.account_state where closed_at is not null)
       order by p.full_name limit 1`,
    )
    const [known] = rows
    await open(page, 'users', 'Gestión de Usuarios')
    await search(page, String(known?.email))
    await expect.poll(() => cards(page).count(), slow).toBe(1)
    await button(page, `Eliminar a ${known?.full_name}`).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click()
    await page
      .getByText(/^Cuenta cerrada/)
      .first()
      .waitFor()
    await page.getByText('No se encontraron usuarios con los filtros aplicados.').waitFor()

    await page.goto(`${root}/users?rol=administradores`)
    await page.getByText('Administrador principal').waitFor()
    await button(page, 'Eliminar a Dra. Valeria Montes Ibarra').click()
    await page.getByText('Acción no permitida').first().waitFor()
    await page.getByText('No puedes eliminar la cuenta de administrador principal.').first().waitFor()
    await person.look('admin-main-protected')
  })

  it('adds a study with a file, replaces the file, downloads it and deletes the study', async () => {
    const files = () =>
      product.database
        .query(
          `select name from storage.objects where bucket_id = 'study_files' and name like '%-${where}%' order by name`,
        )
        .then(({ rows }) => rows.map(({ name }) => String(name).replace(/.*-(?=uno|dos)/, '')))
    await open(page, 'studies', 'Gestión de Estudios')
    await button(page, 'Nuevo Estudio').click()
    const file = (name: string) => ({
      name: `${name}-${where}.pdf`,
      mimeType: 'application/pdf',
      buffer: Buffer.from(`%PDF-1.7 Estudio ${name}`),
    })
    const add = page.getByRole('dialog', { name: 'Nuevo Estudio' })
    await add.getByLabel('Archivo del Estudio').setInputFiles(file(`${where}-uno`))
    await button(page, 'Guardar Estudio').click()
    await add.getByText('Elige un paciente: el archivo se guarda en su carpeta.').waitFor()
    await person.look('admin-study-new')
    await choosePatient(page, 'Mariana López Hernández')
    const doctor = page.getByRole('combobox', { name: 'Doctor' })
    await doctor.fill('andres quin')
    await page.getByRole('option').filter({ hasText: 'Dr. Andrés Quintana Ruiz' }).click()
    await add.getByLabel('Tipo de Estudio').selectOption('Radiografía Carpal')
    await button(page, 'Guardar Estudio').click()
    await page.getByText('Estudio añadido correctamente.').first().waitFor()
    await add.waitFor({ state: 'hidden' })

    const card = cards(page).filter({ hasText: 'Radiografía Carpal' }).first()
    await expect.poll(() => card.innerText(), slow).toContain('Dr. Andrés Quintana Ruiz')
    expect(await card.innerText()).toContain('Mariana López Hernández')
    await card.getByRole('button', { name: 'Más acciones' }).click()
    await card.getByRole('button', { name: 'Editar' }).click()
    const edit = page.getByRole('dialog', { name: 'Editar Estudio' })
    await edit.getByText(`${where}-uno-${where}.pdf`).waitFor()
    await person.look('admin-study-edit')
    await edit.getByLabel('Reemplazar el archivo').setInputFiles(file(`${where}-dos`))
    await button(page, /^Quitar doctor/).click()
    await button(page, 'Guardar Cambios').click()
    await page.getByText('Estudio actualizado correctamente.').first().waitFor()
    await expect.poll(() => card.innerText(), slow).toContain('N/A')
    // The first one is deleted, because the study names the second.
    await expect.poll(files, slow).toEqual([`dos-${where}.pdf`])

    const download = page.waitForEvent('download')
    await card.getByRole('button', { name: 'Descargar' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toBe(`%PDF-1.7 Estudio ${where}-dos`)

    const before = await count(page).innerText()
    await card.getByRole('button', { name: 'Más acciones' }).click()
    await card.getByRole('button', { name: 'Eliminar' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Esta acción es irreversible.').waitFor()
    await question.getByRole('button', { name: 'Eliminar' }).click()
    await page.getByText('Estudio eliminado.').first().waitFor()
    await expect.poll(() => count(page).innerText(), slow).not.toBe(before)
  })

  it('keeps a study whose file could not be uploaded as it was typed', async () => {
    await open(page, 'studies', 'Gestión de Estudios')
    await button(page, 'Nuevo Estudio').click()
    const add = page.getByRole('dialog', { name: 'Nuevo Estudio' })
    await choosePatient(page, 'Mariana López Hernández')
    await add.getByLabel('Comentarios').fill('Revisar el cóndilo')
    await add.getByLabel('Archivo del Estudio').setInputFiles({
      name: 'perdido.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.7'),
    })
    await page.route('**/storage/v1/upload/**', (route) => route.fulfill({ status: 507 }))
    await button(page, 'Guardar Estudio').click()
    await page.getByText('Error de carga').first().waitFor()
    await page.unroute('**/storage/v1/upload/**')
    expect(await add.getByLabel('Comentarios').inputValue()).toBe('Revisar el cóndilo')
    await add.getByText(/perdido\.pdf/).waitFor()
    person.complaints.splice(
      0,
      person.complaints.length,
      ...person.complaints.filter((words) => !/status of 507/.test(words)),
    )
    await page.keyboard.press('Escape')
    await button(page, 'Salir sin guardar').click()
    await add.waitFor({ state: 'hidden' })
  })

  it('reads, corrects and deletes a request, and comes back to where she was', async () => {
    await page.goto(`${root}/requests?estado=rechazada&orden=paciente`)
    await count(page).waitFor()
    const first = page
      .getByRole('main')
      .getByRole('table')
      .getByRole('row')
      .filter({ hasText: 'Rechazada' })
      .first()
    const shown = await first.innerText()
    await first.getByRole('link', { name: /^Ver detalle de la solicitud/ }).click()
    await page.getByRole('article', { name: /^Solicitud \d{6}$/ }).waitFor()
    await button(page, 'Volver').click()
    await page.waitForURL(/estado=rechazada/)
    expect(query(page)).toBe('?estado=rechazada&orden=paciente')
    await expect.poll(() => first.innerText(), slow).toBe(shown)

    // A narrow window keeps both in a menu.
    const more = first.getByRole('button', { name: 'Más acciones' })
    if (await more.isVisible()) await more.click()
    await first.getByRole('button', { name: /^Editar/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Editar Solicitud' })
    await dialog.getByText(/@/).waitFor()
    const email = /\S+@[a-z.]+[a-z]/.exec(await dialog.innerText())?.[0] ?? ''
    await person.look('admin-request-edit')
    await dialog.getByLabel('Nombre Completo').fill(`Ñandú ${where}`)
    await dialog.getByLabel('Estado').selectOption('pendiente')
    await button(page, 'Guardar Cambios').click()
    await page.getByText('Solicitud actualizada.').first().waitFor()
    await dialog.waitFor({ state: 'hidden' })
    // Found by the e-mail that it had, also where a row does not show it.
    await page.goto(`${root}/requests?buscar=${encodeURIComponent(email)}`)
    const found = page
      .getByRole('main')
      .getByRole('row')
      .filter({ hasText: `Ñandú ${where}` })
    await found.getByText('Pendiente', { exact: true }).waitFor()
    const menu = found.getByRole('button', { name: 'Más acciones' })
    if (await menu.isVisible()) await menu.click()
    await found.getByRole('button', { name: /^Eliminar/ }).click()
    const question = page.getByRole('alertdialog')
    await person.look('admin-request-delete')
    await question.getByRole('button', { name: 'Eliminar' }).click()
    await page.getByText('Solicitud eliminada.').first().waitFor()
    await page.getByText('No se encontraron solicitudes con los filtros aplicados.').waitFor()
  })
})

it('a doctor downloads nothing of it with the screens of studies and requests', async () => {
  const { page, leave } = await openPerson(browser, product.url)
  await signIn(page, 'doctora@clinica.test', 'Demo-2026!')
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  for (const path of ['studies', 'requests']) {
    await page.goto(`/dashboard/${path}`)
    await count(page).waitFor()
  }
  expect(files.filter((file) => /studies-screen|requests-screen/.test(file))).not.toEqual([])
  expect(files.filter((file) => /admin-(area|studies|study|requests)|users-screen/.test(file))).toEqual([])
  await leave()
})
