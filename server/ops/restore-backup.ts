import { mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Database, Queryable } from '#server/base/database.ts'
import { migrate, readScripts } from '#server/db/migrate.ts'
import { presentNames, type Scripts } from '#server/db/migration-state.ts'
import { readArchive, textOf } from './archive.ts'
import {
  type Contents,
  clinicName,
  filePathOf,
  type Head,
  isOwnImage,
  keysName,
  sealsName,
  tableOf,
  verifyArchive,
} from './contents.ts'
import { createTally, encodeRows, readRows, writeRows } from './rows.ts'
import {
  carriedRows,
  isFleeting,
  isUntouched,
  listTables,
  onlyCarried,
  retired,
  settingsTable,
  sqlName,
  type Table,
} from './tables.ts'

/** A restore would overwrite existing data. */
export class NotEmptyError extends Error {}

/** The backup was made by a newer version than this one. */
class NewerBackupError extends Error {
  constructor(head: Head, step: string) {
    super(
      `El respaldo es de una versión más nueva (${head.version}, con «${step}»). ` +
        'Actualiza el programa y vuelve a intentar.',
    )
  }
}

/** Verifies the whole archive and refuses what this version cannot restore; writes nothing. */
export async function openBackup(
  file: string,
): Promise<{ head: Head; contents: Contents; scripts: Scripts }> {
  const { head, contents } = await verifyArchive(file)
  const scripts = await readScripts()
  const known = new Set([...scripts.before, ...scripts.after].map(({ name }) => name))
  const newer = presentNames(head.migrations, scripts).find((name) => !known.has(name))
  if (newer) throw new NewerBackupError(head, newer)
  return { head, contents, scripts }
}

/** Throws NotEmptyError when the folder holds uploaded files. */
export async function refuseFiles(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'files')
  const inside = await readdir(folder).catch(() => [])
  if (inside.length > 0) {
    throw new NotEmptyError(
      `${folder} ya tiene archivos. Un respaldo solo se restaura en una carpeta vacía (DATA_DIR).`,
    )
  }
}

export type RestoreOptions = {
  database: Database
  dataDir: string
  file: string
  backup: Awaited<ReturnType<typeof openBackup>>
  onLine: (line: string) => void
}

/**
 * Restores a backup: its migrations, its rows in one transaction, its files, then newer migrations. Leaves out
 * sessions and one-time codes, which would undo sign-outs since then, and secrets of the installation: the migrations made
 * new ones. Compares every table and file with the backup. Throws NotEmptyError when there is data already.
 */
export async function restoreBackup(options: RestoreOptions): Promise<{ rows: number; files: number }> {
  const { database, dataDir, backup, onLine } = options
  const { head, contents, scripts } = backup
  await refuseFiles(dataDir)
  if (!(await isUntouched(database))) {
    throw new NotEmptyError(
      'La base de datos ya tiene datos. Un respaldo solo se restaura en una base vacía.',
    )
  }
  onLine('Preparando las tablas…')
  const had = new Set(presentNames(head.migrations, scripts))
  await migrate(database, {
    before: scripts.before.filter(({ name }) => had.has(name)),
    after: scripts.after,
  })
  onLine('Escribiendo los datos…')
  const { files, settings, former } = await database.transaction((tx) => load(tx, options))
  onLine('Comparando cada tabla con el respaldo…')
  const tables = contents.tables.map((table) =>
    table.name === settingsTable ? { ...table, ...settings } : table,
  )
  await database.transaction(async (tx) => {
    await compare(tx, { ...contents, tables })
    for (const [name, rows] of former) await tx.query(retired.get(name) ?? '', [JSON.stringify(rows)])
  })
  await database.query(forgetCodes)
  await migrate(database, scripts)
  return { rows: tables.reduce((sum, table) => sum + table.rows, 0), files }
}

/** Codes stored in the account's row: they may have been used or replaced since. */
const forgetCodes = `update auth.users set recovery_token = '', reauthentication_token = '', confirmation_token = '',
    email_change_token_new = '', email_change_token_current = ''
  where concat(recovery_token, reauthentication_token, confirmation_token,
    email_change_token_new, email_change_token_current) <> ''`

/** Returns the number of files, what was written of the settings, and the rows of tables of earlier versions by name. */
async function load(
  tx: Queryable,
  { dataDir, file, backup }: RestoreOptions,
): Promise<{
  files: number
  settings: { rows: number; sha256: string }
  former: Map<string, Record<string, string | null>[]>
}> {
  const tables = await tablesOf(tx, backup.contents)
  // Rows are written as they were, without triggers: no rules for new rows, no trail, no live events. Only the
  // tables' owner can do this. References are still checked, so parents come first in the archive.
  for (const { name } of tables.values()) await tx.query(`alter table ${sqlName(name)} disable trigger user`)
  const emptied = [...tables.keys()].filter((name) => name !== settingsTable)
  await tx.query(`truncate ${emptied.map(sqlName).join(', ')}`)
  await tx.query(`delete from ${sqlName(settingsTable)} where ${carriedRows({ name: settingsTable })}`)
  const settings = createTally()
  const columns = new Map(backup.contents.tables.map((table) => [table.name, table.columns]))
  const former = new Map<string, Record<string, string | null>[]>()
  let files = 0
  const parts = await readArchive(file, async (name, content) => {
    const source = tableOf(name) ?? ''
    const table = tables.get(source)
    const path = filePathOf(name)
    if (table && !isFleeting(table)) {
      const known = columns.get(table.name) ?? []
      const rows = onlyCarried(table, known, rowsOf(await textOf(content)))
      await writeRows(tx, table, known, rows)
      if (table.name === settingsTable) settings.add(encodeRows(rows), rows.length)
    } else if (retired.has(source)) {
      const known = columns.get(source) ?? []
      const objects = rowsOf(await textOf(content)).map((row) =>
        Object.fromEntries(known.map((column, index) => [column, row[index] ?? null])),
      )
      former.set(source, [...(former.get(source) ?? []), ...objects])
    } else if (path) {
      await writeStored(join(dataDir, 'files', path), content)
      files += 1
    } else if (isOwnImage(name)) await writeStored(join(dataDir, name), content)
    else if (name === clinicName || name === keysName || name === sealsName)
      await keepOwn(join(dataDir, name), await textOf(content))
    else for await (const _ of content);
  })
  refuseChanged(parts, backup.contents)
  for (const { name, value, called } of backup.contents.sequences) {
    await tx.query('select setval($1::regclass, $2::bigint, $3::boolean)::text', [
      sqlName(name),
      value,
      called,
    ])
  }
  // References within a table wait until all of its rows are there; a table with such a wait cannot be altered.
  await tx.query('set constraints all immediate')
  for (const { name } of tables.values()) await tx.query(`alter table ${sqlName(name)} enable trigger user`)
  return { files, settings: settings.end(), former }
}

async function tablesOf(tx: Queryable, contents: Contents): Promise<Map<string, Table>> {
  const present = new Map((await listTables(tx)).map((table) => [table.name, table]))
  const unknown = contents.tables.find(({ name }) => !present.has(name) && !retired.has(name))
  if (unknown) throw new Error(`El respaldo tiene una tabla que esta versión no conoce: ${unknown.name}.`)
  return present
}

/** The archive is read twice: what was written must be what was verified. */
function refuseChanged(parts: { name: string; sha256: string }[], contents: Contents): void {
  const verified = new Map(contents.parts.map(({ name, sha256 }) => [name, sha256]))
  const isSame = parts.filter(({ name, sha256 }) => verified.get(name) === sha256).length === verified.size
  if (!isSame) throw new Error('El respaldo cambió mientras se leía. Vuelve a intentar.')
}

function rowsOf(text: string): (string | null)[][] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

async function writeStored(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) await handle.writeFile(chunk)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes a file unless it exists. */
async function keepOwn(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && Reflect.get(error, 'code') === 'EEXIST')) throw error
  }
}

async function compare(tx: Queryable, contents: Contents): Promise<void> {
  const tables = await tablesOf(tx, contents)
  for (const expected of contents.tables) {
    const present = tables.get(expected.name)
    if (!present || isFleeting(present)) continue
    const tally = createTally()
    const types = new Map(present.columns.map((column) => [column.name, column]))
    const columns = expected.columns.flatMap((name) => types.get(name) ?? [])
    for await (const rows of readRows(tx, { ...present, columns })) tally.add(encodeRows(rows), rows.length)
    const { rows, sha256 } = tally.end()
    if (rows !== expected.rows || sha256 !== expected.sha256) {
      throw new Error(
        `La tabla ${expected.name} no quedó igual que en el respaldo (${rows} de ${expected.rows} filas). No uses esta base.`,
      )
    }
  }
}
