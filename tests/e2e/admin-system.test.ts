import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'
import { openBrowser, openPerson, type Person, phone, signIn } from './browser.ts'

// 'Administración del Sistema': exports of more than a thousand rows, the catalogue, the trail and the installation's health.

const run = promisify(execFile)
const zone = 'America/Mexico_City'
let browser: Browser
let product: TestProduct
let path: string

/** More than two pages of everything, many rows with the same time, and texts that break careless files. */
const manyRows = [
  `insert into private.prepared_accounts (email, full_name, role, is_admin)
   select 'persona' || n || '@fuera.test', case n % 3 when 0 then '=HYPERLINK("http://x")' when 1 then 'Núñez, "Ñoño"' else '@suma' end,
     'patient', false from generate_series(1, 2100) n`,
  `insert into auth.users (id, email) select gen_random_uuid(), 'persona' || n || '@fuera.test' from generate_series(1, 2100) n`,
  `update public.profiles set created_at = '2026-02-03 23:30:00.000001Z' where email like 'persona%@fuera.test'`,
  `insert into public.studies (patient_id, doctor_id, study_type, study_date, comments, created_at)
   select (select id from public.profiles where email = 'paciente@clinica.test'), (select id from public.profiles where email = 'doctora@clinica.test'),
     'Escaneo Intraoral', '2026-01-05', case n % 4 when 0 then '-1+1' when 1 then e'dos\\r\\nlíneas, "así"' when 2 then e'\\ttabulador' end,
     '2026-01-06 05:59:59.123456Z'::timestamptz + (n / 700) * interval '1 microsecond'
   from generate_series(1, 2500) n`,
  `insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type, status, nombre, telefono, especialidad, created_at)
   select (select id from public.profiles where email = 'paciente@clinica.test'), (select id from public.profiles where email = 'doctora@clinica.test'),
     '2026-03-02', case when n % 2 = 0 then '10:00'::time end, 'Escaneo Intraoral', 'cancelada', '+52 nombre', '+52 961 111 2233', 'Ortodoncia',
     '2026-03-01 12:00:00Z' from generate_series(1, 2100) n`,
  `insert into public.invoices (patient_id, doctor_id, payment_date, payment_method, services, total_amount)
   select (select id from public.profiles where email = 'paciente@clinica.test'), (select id from public.profiles where email = 'doctora@clinica.test'),
     '2026-03-02', 'Efectivo', '[{"name": "Escaneo \\"Intraoral\\"", "price": 1400.5}, {"name": "Molde, chico", "price": 10}]', 1410.5
   from generate_series(1, 2100) n`,
]

beforeAll(async () => {
  const engine = engines()[0]
  if (!engine) throw new Error('There is always PGlite')
  browser = await openBrowser()
  product = await startTestProduct({ engine, demo: true })
  for (const sql of manyRows) await product.database.query(sql)
  const { rows } = await product.database.query(
    `select value from private.app_settings where key = 'admin_suffix'`,
  )
  path = `/admin-control-panel-${rows[0]?.value}`
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

const phoneOrDesktop = [
  ['desktop', undefined],
  ['phone', phone],
] as const

async function asAdmin(size: typeof phone | undefined, use: (person: Person) => Promise<void>) {
  const person = await openPerson(browser, product.url, size)
  try {
    await signIn(person.page, 'admin@clinica.test', 'Demo-2026!')
    await use(person)
  } finally {
    await person.leave()
  }
}

async function open(page: Page, section: string) {
  await page.goto(`${path}/system`)
  await page.getByRole('heading', { level: 1, name: 'Administración del Sistema' }).waitFor()
  const select = page.getByRole('combobox', { name: 'Secciones del sistema' })
  if (await select.isVisible()) await select.selectOption(section)
  else await page.getByRole('link', { name: section, exact: true }).click()
}

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

async function save(page: Page, kind: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 60_000 }),
    page.getByRole('button', { name: `Exportar ${kind}` }).click(),
  ])
  return download
}

type Cell = string | number | boolean | null

/** The file that docs/product/admin.md describes, built independently. */
function fileOf(heads: string, rows: Cell[][]): Buffer {
  const cell = (value: Cell) => {
    if (value === null) return ''
    if (typeof value === 'number') return `${value}`
    if (typeof value === 'boolean') return value ? 'Sí' : 'No'
    const runs = '=+-@'.includes(value.trimStart().charAt(0) || ' ') || /^[\t\r]/.test(value)
    const safe = runs ? `'${value}` : value
    return [',', '"', '\r', '\n'].some((sign) => safe.includes(sign))
      ? `"${safe.split('"').join('""')}"`
      : safe
  }
  const lines = rows.map((row) => row.map(cell).join(','))
  return Buffer.from(`\uFEFF${[heads, ...lines].join('\r\n')}\r\n`, 'utf8')
}

const local = (column: string) => `to_char(${column} at time zone '${zone}', 'YYYY-MM-DD HH24:MI')`
const people = `t.patient_id, (select full_name from public.profiles where id = t.patient_id), t.doctor_id,
  (select full_name from public.profiles where id = t.doctor_id)`

/** Heads and, as the owner of the database, one array per row in the order in which they were made. */
const files = {
  usuarios: {
    heads:
      'ID,Nombre,Correo electrónico,Teléfono,Rol,Administrador,Especialidad,Cédula profesional,Edad,Creado',
    cells: `t.id, t.full_name, t.email, t.phone, case t.role when 'doctor' then 'Doctor' when 'dentist' then 'Dentista' else 'Paciente' end, t.is_admin, t.specialty,
      t.professional_license, t.age, ${local('t.created_at')}`,
    from: `public.profiles t where not exists
      (select from private.account_state s where s.user_id = t.id and s.closed_at is not null)`,
    order: 't.created_at, t.id',
  },
  citas: {
    heads:
      'ID,Fecha,Hora,Estado,Tipo de estudio,ID del paciente,Paciente,ID del doctor,Doctor,Especialidad,Nombre en la cita,Teléfono en la cita,Creada',
    cells: `t.id, t.appointment_date, to_char(t.appointment_time, 'HH24:MI'), case t.status when 'no_asistio' then 'No asistió' else initcap(t.status) end, t.study_type, ${people}, t.especialidad,
      t.nombre, t.telefono, ${local('t.created_at')}`,
    from: 'public.citas t',
    order: 't.created_at, t.id',
  },
  estudios: {
    heads:
      'ID,Fecha del estudio,Tipo de estudio,ID del paciente,Paciente,ID del doctor,Doctor,Comentarios,Archivo,Enlace o ruta,Creado,Informe',
    cells: `t.id, t.study_date, t.study_type, ${people}, t.comments, t.file_name, t.file_url, ${local('t.created_at')},
      (select string_agg(concat_ws(' ', h.folio, h.state, ${local('h.signed_at')}), '; ' order by h.folio)
       from public.report_heads h where h.study_id = t.id)`,
    from: 'public.studies t',
    order: 't.created_at, t.id',
  },
  ingresos: {
    heads:
      'ID,Folio,Fecha de pago,Método de pago,Servicios,Total,ID del paciente,Paciente,ID del doctor,Doctor,Creada,Anulada,Motivo de anulación,ID de quien anuló',
    cells: `t.id, t.invoice_number, t.payment_date, t.payment_method,
      (select string_agg(format('%s ($%s)', s ->> 'name', to_char((s ->> 'price')::numeric, 'FM999,990.00')), '; ' order by n)
       from jsonb_array_elements(to_jsonb(t.services)) with ordinality as e(s, n)),
      t.total_amount::float8, ${people}, ${local('t.created_at')}, ${local('t.annulled_at')}, t.annulled_reason, t.annulled_by`,
    from: 'public.invoices t',
    order: 't.invoice_number',
  },
}

async function expected(kind: keyof typeof files): Promise<{ file: Buffer; count: number }> {
  const { heads, cells, from, order } = files[kind]
  const { rows } = await product.database.query<{ cells: Cell[] }>(
    `select json_build_array(${cells}) as cells from ${from} order by ${order}`,
  )
  return {
    file: fileOf(
      heads,
      rows.map((row) => row.cells),
    ),
    count: rows.length,
  }
}

/** Lines and cells of a text with tabs between and quotes around what needs them. */
function cellsOf(text: string): string[][] {
  const lines: string[][] = []
  let line: string[] = []
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n)/g)) {
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\t') continue
    lines.push(line)
    line = []
  }
  return lines
}

describe('exports', () => {
  it.each(Object.keys(files) as (keyof typeof files)[])(
    'of %s hold every row of more than two thousand, right byte by byte, and leave a line in the trail first',
    async (kind) => {
      await asAdmin(undefined, async ({ page, complaints }) => {
        await open(page, 'Exportar')
        const download = await save(page, kind)
        expect(download.suggestedFilename()).toBe(`${kind}_export.csv`)
        await page.getByText(`Datos de ${kind} exportados.`, { exact: true }).first().waitFor()
        const { file, count } = await expected(kind)
        expect(count).toBeGreaterThan(2000)
        const saved = await readFile(await download.path())
        // Compared as text first, because such a difference can be read.
        expect(saved.toString('utf8').split('\r\n')).toEqual(file.toString('utf8').split('\r\n'))
        expect(saved.equals(file)).toBe(true)
        const { rows } = await product.database.query(
          `select l.declared, p.email from private.audit_log l join public.profiles p on p.id = l.actor
           where l.subject = $1 and l.action = 'access'`,
          [`export_${kind}`],
        )
        expect(rows).toEqual([{ declared: true, email: 'admin@clinica.test' }])
        expect(complaints).toEqual([])
      })
    },
  )

  it('show how far they are, end when they are cancelled, and begin again', async () => {
    await asAdmin(phone, async ({ page, look }) => {
      await open(page, 'Exportar')
      await look('system-exports')
      expect(await sideways(page)).toBe(false)
      let letGo = () => {}
      const held = new Promise<void>((resolve) => {
        letGo = resolve
      })
      const second = (url: URL) => url.pathname.endsWith('/studies') && url.searchParams.has('or')
      await page.route(second, async (route) => {
        await held
        await route.continue().catch(() => {})
      })
      const downloads: Download[] = []
      page.on('download', (download) => downloads.push(download))
      await page.getByRole('button', { name: 'Exportar estudios' }).click()
      await page.getByText(/^1,000 de [23],\d{3} filas$/).waitFor()
      expect(Number(await page.getByRole('progressbar').getAttribute('value'))).toBe(1000)
      await look('system-exporting')
      await page.getByRole('button', { name: 'Cancelar exportación de estudios' }).click()
      await page.getByText('Exportación cancelada').first().waitFor()
      letGo()
      await page.unroute(second)
      expect(downloads).toEqual([])
      const again = await save(page, 'estudios')
      expect((await readFile(await again.path())).equals((await expected('estudios')).file)).toBe(true)
      expect(downloads).toHaveLength(1)
    })
  })

  it('say that they failed, and save nothing', async () => {
    await asAdmin(undefined, async ({ page }) => {
      await open(page, 'Exportar')
      const downloads: Download[] = []
      page.on('download', (download) => downloads.push(download))
      await page.route('**/rest/v1/citas?*', (route) =>
        route.request().method() === 'HEAD' ? route.continue() : route.fulfill({ status: 500, body: '{}' }),
      )
      await page.getByRole('button', { name: 'Exportar citas' }).click()
      await page.getByText('No se pudo exportar citas.', { exact: true }).first().waitFor()
      await page.getByRole('button', { name: 'Exportar citas' }).waitFor()
      await page.route('**/rpc/log_access', (route) => route.fulfill({ status: 500, body: '{}' }))
      await page.getByRole('button', { name: 'Exportar usuarios' }).click()
      await page.getByText('No se pudo exportar usuarios.', { exact: true }).first().waitFor()
      expect(downloads).toEqual([])
    })
  })

  it('open in LibreOffice where it is installed', async () => {
    const office = await run('soffice', ['--version']).then(
      () => true,
      () => false,
    )
    if (!office) {
      console.info('LibreOffice is not installed here: what it makes of an export cannot be seen.')
      return
    }
    const folder = await mkdtemp(join(tmpdir(), 'indice-office-'))
    try {
      await asAdmin(undefined, async ({ page }) => {
        await open(page, 'Exportar')
        const download = await save(page, 'estudios')
        await copyFile(await download.path(), join(folder, 'estudios_export.csv'))
      })
      // Separated by commas, in quotes, UTF-8 (76): to a sheet and from there to text with tabs.
      const convert = (file: string, to: string, ...args: string[]) =>
        run('soffice', [
          '--headless',
          `-env:UserInstallation=file://${folder}/profile`,
          ...args,
          '--convert-to',
          to,
          '--outdir',
          folder,
          join(folder, file),
        ])
      await convert('estudios_export.csv', 'xlsx', '--infilter=CSV:44,34,76,1')
      await convert('estudios_export.xlsx', 'csv:Text - txt - csv (StarCalc):9,34,76,1')
      const [heads, ...rows] = cellsOf(await readFile(join(folder, 'estudios_export.csv'), 'utf8'))
      expect(heads?.join()).toBe(files.estudios.heads)
      expect(rows).toHaveLength((await expected('estudios')).count)
      const comments = rows
        .filter(([, day, type]) => day === '2026-01-05' && type === 'Escaneo Intraoral')
        .map((row) => row[7])
      // A would-be formula is text, and a line break stays within its cell.
      expect([...new Set(comments)].sort()).toEqual(['', "'\ttabulador", "'-1+1", 'dos\nlíneas, "así"'])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe.each(phoneOrDesktop)('at a %s', (_, size) => {
  it('a price is changed and kept in the history; a new service is refused and added', async () => {
    await asAdmin(size, async ({ page, look }) => {
      await open(page, 'Catálogo')
      const name = size ? 'Escaneo Intraoral' : 'Radiografía Carpal'
      await page.getByRole('button', { name: `Editar ${name}` }).click()
      await look('system-service')
      await page.getByLabel('Precio (MXN)').fill('doce')
      await page.getByRole('button', { name: 'Guardar servicio' }).click()
      await page.getByText('Escribe un precio como 250 o 1,250.50.').waitFor()
      await page.getByLabel('Precio (MXN)').fill('1,432.50')
      await page.getByRole('button', { name: 'Guardar servicio' }).click()
      await page.getByText('Servicio actualizado').first().waitFor()
      await page.getByRole('row').filter({ hasText: name }).getByText('$1,432.50').waitFor()
      await look('system-catalogue')
      expect(await sideways(page)).toBe(false)
      await page.getByRole('button', { name: `Historial de ${name}` }).click()
      const dialog = page.getByRole('dialog', { name: 'Historial del Servicio' })
      await dialog.getByText('2 cambios').waitFor()
      expect(await dialog.getByRole('listitem').first().innerText()).toContain('$1,432.50')
      await look('system-history')
      await page.keyboard.press('Escape')

      const added = size ? 'Servicio del teléfono' : 'Servicio del escritorio'
      await page.getByRole('button', { name: 'Agregar servicio' }).click()
      await page.getByLabel('Nombre').fill(name)
      await page.getByLabel('Precio (MXN)').fill('99')
      await page.getByRole('button', { name: 'Guardar servicio' }).click()
      await page
        .getByText(/Ya existe un registro con esos datos/)
        .first()
        .waitFor()
      expect(await page.getByLabel('Precio (MXN)').inputValue()).toBe('99')
      await page.getByLabel('Nombre').fill(added)
      await page.getByRole('button', { name: 'Guardar servicio' }).click()
      await page.getByText('Servicio agregado').first().waitFor()
      const { rows } = await product.database.query(
        'select price::text as price, active from public.services where name = $1',
        [added],
      )
      expect(rows).toEqual([{ price: '99.00', active: true }])
    })
  })

  it('the trail is read by person, kind and day, turned page by page, and verified', async () => {
    await asAdmin(size, async ({ page, look, complaints }) => {
      await open(page, 'Bitácora')
      const table = page.getByRole('table', { name: 'Bitácora' })
      await table.waitFor()
      const first = await table.getByRole('row').nth(1).innerText()
      await look('system-audit')
      expect(await sideways(page)).toBe(false)
      await page.getByRole('button', { name: 'Siguiente' }).click()
      await page.getByText('Página 2').waitFor()
      await expect.poll(() => table.getByRole('row').nth(1).innerText(), { timeout: 20_000 }).not.toBe(first)
      if (size) await page.getByRole('button', { name: 'Filtros' }).click()
      await page.getByLabel('Filtrar por tipo').selectOption('services')
      await page.getByRole('textbox', { name: 'Filtrar por día' }).fill('01/01/2020')
      if (size) await page.getByRole('button', { name: 'Ver resultados' }).click()
      await page.getByLabel('Buscar por persona...').fill('admin@clinica')
      await page.waitForURL((url) => url.searchParams.get('buscar') === 'admin@clinica')
      await page.getByText('No se encontraron líneas con los filtros aplicados.').waitFor()
      await page.reload()
      await page.getByText('No se encontraron líneas con los filtros aplicados.').waitFor()
      await page.getByRole('button', { name: 'Verificar bitácora' }).click()
      await page.getByText(/^La bitácora está íntegra: \d+ de \d+ sellos?,/).waitFor({ timeout: 60_000 })
      expect(complaints).toEqual([])
    })
  })

  it('the health of the installation is told', async () => {
    await asAdmin(size, async ({ page, look, complaints }) => {
      await open(page, 'Estado')
      await page.getByText('Versión del producto').waitFor()
      await page.getByText(process.version, { exact: true }).waitFor()
      await page.getByText('Sin configurar').waitFor()
      await look('system-health')
      expect(await sideways(page)).toBe(false)
      expect(complaints).toEqual([])
    })
  })
})

it('the public page follows a new price within a minute', async () => {
  await product.database.query(
    `update public.services set price = 1777.25 where name = 'Tomografía Bimaxilar'`,
  )
  const read = async () => (await fetch(product.url)).text()
  await expect.poll(read, { timeout: 75_000, interval: 2_000 }).toContain('1,777.25')
})

it('a broken trail says where', async () => {
  const { database } = product
  await database.query('select private.seal_audit(100000)')
  const { rows } = await database.query<{ id: string }>(
    'select min(l.id)::text as id from private.audit_log l',
  )
  const id = rows[0]?.id
  await database.exec('alter table private.audit_log disable trigger user')
  await database.query(`update private.audit_log set action = 'nada' where id = $1::bigint`, [id])
  await database.exec('alter table private.audit_log enable trigger user')
  await asAdmin(undefined, async ({ page, look }) => {
    await open(page, 'Bitácora')
    await page.getByRole('button', { name: 'Verificar bitácora' }).click()
    await page.getByText('La bitácora fue alterada en 1 lugar:').waitFor({ timeout: 60_000 })
    await page.getByText(`La fila ${id} fue modificada (sello 1).`).waitFor()
    await look('system-audit-broken')
  })
})
