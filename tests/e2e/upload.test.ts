import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { imageElements, writeDicom } from '#tools/imaging/dicom-writer.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

const password = 'Demo-2026!'
const patience = { timeout: 60_000 }
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Four pieces; begins like a PDF, so that nobody is asked whether it can be opened. */
const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(20_000_000)])

let browser: Browser
let product: TestProduct
let doctora: Person
let folder = ''

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  folder = await mkdtemp(join(tmpdir(), 'indice-upload-'))
  await writeFile(join(folder, 'grande.pdf'), large)
  doctora = await openPerson(browser, product.url)
  await signIn(doctora.page, 'doctora@clinica.test', password)
})
afterEach(() => doctora.page.unrouteAll())
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** An image of a person, as a machine writes it. */
function slice(patientName: string, birthDate: string, instance: number): Uint8Array {
  return writeDicom({
    elements: {
      ...imageElements({ columns: 32, rows: 32 }),
      '00080018': ['UI', `1.2.3.4.5.${instance}`],
      '00080005': ['CS', 'ISO_IR 192'],
      '00100010': ['PN', patientName],
      '00100030': ['DA', birthDate],
      '00200013': ['IS', String(instance)],
      '00280030': ['DS', '0.5\\0.5'],
      '00200032': ['DS', `0\\0\\${instance}`],
      '00200037': ['DS', '1\\0\\0\\0\\1\\0'],
    },
    pixels: Uint16Array.from({ length: 1024 }, (_, at) => at * 4 + instance),
  })
}

/** The dialog in the first patient's record; a phone has it behind a menu. */
async function openDialog({ page }: Person, isPhone = false): Promise<Locator> {
  const { rows } = await product.database.query<{ id: string }>(
    `select id::text as id from public.profiles where email = 'paciente@clinica.test'`,
  )
  await page.goto(`/dashboard/patients/${rows[0]?.id}`)
  if (isPhone) await page.getByRole('button', { name: 'Más acciones' }).first().click(patience)
  await page.getByRole('button', { name: 'Agregar Estudio' }).click(patience)
  const dialog = page.getByRole('dialog', { name: 'Agregar Estudio al Expediente' })
  await dialog.getByLabel('Tipo de Estudio').selectOption('Tomografías')
  return dialog
}
const save = (dialog: Locator) => dialog.getByRole('button', { name: 'Guardar Estudio' }).click()
const added = (page: Page) => page.getByText('Estudio añadido correctamente.').waitFor(patience)
/** Runs once, just before the piece at this offset is sent. */
async function atPiece(page: Page, offset: number, run: () => Promise<void>) {
  let met = false
  await page.route('**/upload/resumable/*', async (route) => {
    if (!met && route.request().headers()['upload-offset'] === String(offset)) {
      met = true
      await run()
    }
    await route.continue()
  })
}
const second = 6 * 1024 * 1024
async function stored(fileName: string) {
  const { rows } = await product.database.query<{ sha256: string; name: string }>(
    `select o.metadata ->> 'sha256' as sha256, o.name from public.studies s
     join storage.objects o on o.name = s.file_url where s.file_name = $1`,
    [fileName],
  )
  return rows
}
const unfinished = () => readdir(join(product.dataDir, 'files/.unfinished')).catch(() => [])

it('goes on by itself after the network was cut, byte for byte', async () => {
  const { page } = doctora
  const dialog = await openDialog(doctora)
  await dialog.getByLabel('Comentarios').fill('Bimaxilar.')
  await dialog.getByLabel('Archivo del Estudio').setInputFiles(join(folder, 'grande.pdf'))
  await dialog.getByText('grande.pdf').waitFor()
  await doctora.look('upload-chosen')
  await atPiece(page, second, () => page.context().setOffline(true))
  await save(dialog)
  await dialog.getByText('sin conexión: el envío sigue solo cuando vuelva').waitFor(patience)
  await doctora.look('upload-waiting')
  expect(await dialog.getByLabel('Comentarios').inputValue()).toBe('Bimaxilar.')
  await page.context().setOffline(false)
  await added(page)
  expect((await stored('grande.pdf')).map((file) => file.sha256)).toEqual([sha256(large)])
  const card = page.getByRole('listitem').filter({ hasText: 'grande.pdf' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Descargar' }).click(),
  ])
  expect(sha256(await readFile(await download.path()))).toBe(sha256(large))
})

it('stands still while it is paused, and a reload offers to go on with the same file', async () => {
  const { page } = doctora
  await writeFile(join(folder, 'otra.pdf'), Buffer.concat([large, Buffer.from('otra')]))
  const dialog = await openDialog(doctora)
  await dialog.getByLabel('Archivo del Estudio').setInputFiles(join(folder, 'otra.pdf'))
  await atPiece(page, second, async () => {
    await dialog.getByRole('button', { name: 'Pausar' }).click()
  })
  await save(dialog)
  await dialog.getByText('en pausa').waitFor(patience)
  await dialog.getByRole('button', { name: 'Reanudar', exact: true }).waitFor()
  await page.unrouteAll()
  // The browser asks before it leaves a page that is uploading.
  const asked = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloaded
  const pieces: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH' && request.url().includes('/upload/resumable/'))
      pieces.push(request.headers()['upload-offset'])
  })
  const again = await openDialog(doctora)
  await again.getByLabel('Archivo del Estudio').setInputFiles(join(folder, 'otra.pdf'))
  await again.getByRole('button', { name: 'Reanudar la carga de otra.pdf' }).click(patience)
  await added(page)
  expect(Number(pieces[0])).toBeGreaterThanOrEqual(second)
  expect((await stored('otra.pdf')).map((file) => file.sha256)).toEqual([
    sha256(Buffer.concat([large, Buffer.from('otra')])),
  ])
})

it('leaves nothing behind when it is cancelled, and keeps what was typed', async () => {
  const { page } = doctora
  await writeFile(join(folder, 'cancelada.pdf'), Buffer.concat([large, Buffer.from('no')]))
  const dialog = await openDialog(doctora)
  await dialog.getByLabel('Comentarios').fill('Se queda.')
  await dialog.getByLabel('Archivo del Estudio').setInputFiles(join(folder, 'cancelada.pdf'))
  await atPiece(page, second, async () => {
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  })
  await save(dialog)
  await page.getByRole('status').filter({ hasText: 'Cancelaste la carga.' }).waitFor(patience)
  expect(await dialog.getByLabel('Comentarios').inputValue()).toBe('Se queda.')
  await expect
    .poll(async () => (await unfinished()).filter((name) => !name.endsWith('.json')), patience)
    .toEqual([])
  expect(await stored('cancelada.pdf')).toEqual([])
})

it('says that the server has no room, and keeps what was typed', async () => {
  const { page } = doctora
  const dialog = await openDialog(doctora)
  await dialog.getByLabel('Archivo del Estudio').setInputFiles(join(folder, 'cancelada.pdf'))
  await page.route('**/upload/resumable', (route) =>
    route.fulfill({ status: 507, body: 'There is no room left for files' }),
  )
  await save(dialog)
  const message = page.getByRole('alert').filter({ hasText: 'Error de carga' })
  await message
    .filter({ hasText: 'No queda espacio para archivos en el servidor.' })
    .first()
    .waitFor(patience)
  await dialog.getByText('cancelada.pdf').waitFor()
})

it('asks before a folder of somebody else is sent as one ZIP and notes the answer', async () => {
  const { page } = doctora
  const machine = join(folder, 'TAC de Rosa')
  await mkdir(join(machine, 'serie 1'), { recursive: true })
  for (const instance of [1, 2, 3])
    await writeFile(
      join(machine, 'serie 1', `corte-${instance}.dcm`),
      slice('Gil^Rosa', '19600203', instance),
    )
  await writeFile(join(machine, '.DS_Store'), 'x')
  const dialog = await openDialog(doctora)
  await dialog.getByLabel('Carpeta del estudio').setInputFiles(machine)
  await dialog.getByText('TAC de Rosa/serie 1/corte-1.dcm').waitFor()
  await dialog.getByText(/^3 archivos, .* Se envían juntos en un ZIP\.$/).waitFor()
  await save(dialog)
  const question = page.getByRole('dialog', { name: 'El archivo parece ser de otro paciente' })
  await question.getByText('Rosa Gil').waitFor(patience)
  await question.getByText('Nacimiento: 03/02/1960').waitFor()
  await doctora.look('upload-other-patient')
  expect(await question.getByRole('button', { name: 'Enviar de todos modos' }).isDisabled()).toBe(true)
  await question.getByLabel('Revisé los datos: el archivo es de este paciente.').check()
  await question.getByRole('button', { name: 'Enviar de todos modos' }).click()
  await added(page)
  const [file] = await stored('TAC de Rosa.zip')
  expect(file?.name).toMatch(/TAC_de_Rosa\.zip$/)
  const trail = await product.database.query(
    `select l.declared from private.audit_log l join public.profiles p on p.id = l.patient_id
     where l.subject = 'other_patient' and p.email = 'paciente@clinica.test'`,
  )
  expect(trail.rows).toEqual([{ declared: true }])
})

it('shows on a phone what is chosen and how far it is', async () => {
  const small = await openPerson(browser, product.url, phone)
  await signIn(small.page, 'doctora@clinica.test', password)
  const dialog = await openDialog(small, true)
  await dialog.getByLabel('Archivo del Estudio').setInputFiles(join(folder, 'grande.pdf'))
  await small.look('upload-phone')
  await atPiece(small.page, second, async () => {
    await dialog.getByRole('button', { name: 'Pausar' }).click()
  })
  await save(dialog)
  await dialog.getByText('en pausa').waitFor(patience)
  await small.look('upload-phone-paused')
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await small.page.getByRole('status').filter({ hasText: 'Cancelaste la carga.' }).waitFor(patience)
  await small.leave()
})

it('takes a folder that is dropped on the dialog, with what lies in it and without what systems leave there', async () => {
  const { page } = doctora
  const dropped = join(folder, 'EXAMEN')
  await mkdir(join(dropped, 'S1'), { recursive: true })
  for (const instance of [1, 2, 3]) {
    await writeFile(
      join(dropped, 'S1', `${instance}.dcm`),
      slice('López Hernández^Mariana', '19960101', instance),
    )
  }
  await writeFile(join(dropped, '.DS_Store'), 'basura')
  const dialog = await openDialog(doctora)
  const box = await dialog.getByText('Suelta aquí archivos, una carpeta o un ZIP').boundingBox()
  if (!box) throw new Error('The dialog shows where to drop')
  // The browser event when somebody drops a folder on it.
  const session = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      x: box.x + 20,
      y: box.y + 5,
      data: { items: [], files: [dropped], dragOperationsMask: 1 },
    })
  }
  const list = dialog.getByRole('list', { name: 'Lo que se enviará' })
  await expect
    .poll(() => list.getByRole('listitem').allInnerTexts())
    .toEqual([1, 2, 3].map((instance) => expect.stringContaining(`EXAMEN/S1/${instance}.dcm`)))
})
