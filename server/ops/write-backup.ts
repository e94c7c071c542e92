import { randomBytes } from 'node:crypto'
import { type FileHandle, link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newestSeal, type Seal } from '#server/audit/seal.ts'
import type { Database, Queryable } from '#server/base/database.ts'
import { isOldPhoto } from '#server/storage/removed-photos.ts'
import { type ArchiveWriter, createArchive, type Part } from './archive.ts'
import {
  type Contents,
  clinicName,
  contentsName,
  type Head,
  headName,
  isOwnImage,
  keysName,
  rowsName,
  sealsName,
  verifyArchive,
} from './contents.ts'
import { createTally, encodeRows, readRows } from './rows.ts'
import { listNamedFiles, removedFolder, walkFiles } from './stored-files.ts'
import { isFleeting, listSequences, listTables } from './tables.ts'

export type BackupOptions = {
  database: Database
  dataDir: string
  /** The archive to create; must not exist. */
  file: string
  version: string
  now: Date
  /** Include keys.json: whoever has the archive can then act as anybody. */
  withSecrets: boolean
  /** CLINIC_CONFIG, else `DATA_DIR/clinic.json`. */
  clinicFile?: string | undefined
  onLine: (line: string) => void
}

export type BackupReport = {
  tables: number
  rows: number
  files: number
  missing: string[]
  seal: Seal | undefined
  bytes: number
}

/**
 * Writes database and files into one archive and reads it back to verify it. The rows are one snapshot, and the files are
 * those that the rows name. The archive gets its name only once verified; a failure leaves nothing behind.
 */
export async function writeBackup(options: BackupOptions): Promise<BackupReport> {
  const { file, onLine } = options
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  if (await stat(file).catch(() => undefined)) throw new Error(`${file} ya existe: elige otro nombre.`)
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  try {
    const archive = await createArchive(partial)
    const contents = await fill(archive, options).catch(async (error: unknown) => {
      await archive.abort()
      throw error
    })
    await archive.end()
    onLine('Comprobando el respaldo, byte por byte…')
    await verifyArchive(partial)
    // A link never replaces another file; a rename would.
    await link(partial, file)
    return {
      tables: contents.tables.length,
      rows: contents.tables.reduce((sum, table) => sum + table.rows, 0),
      files: contents.parts.filter(({ name }) => name.startsWith('files/')).length,
      missing: contents.missing,
      seal: contents.seal,
      bytes: (await stat(file)).size,
    }
  } finally {
    await rm(partial, { force: true })
  }
}

async function fill(archive: ArchiveWriter, options: BackupOptions): Promise<Contents> {
  const { database, dataDir, version, now, onLine } = options
  onLine('Leyendo la base de datos…')
  // Read before the rows: a seal noted later is not among them.
  const notes = await readFile(join(dataDir, sealsName)).catch(() => undefined)
  const { parts, tables, sequences, named, seal } = await database.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    const { rows } = await tx.query<{ name: string }>(
      'select name from private_migrations.steps order by name',
    )
    const head: Head = {
      format: 1,
      version,
      createdAt: now.toISOString(),
      engine: database.engine,
      migrations: rows.map(({ name }) => name),
    }
    const parts = [await archive.addText(headName, JSON.stringify(head, null, 2))]
    const tables = await addTables(archive, tx, parts)
    return {
      parts,
      tables,
      sequences: await listSequences(tx),
      named: await listNamedFiles(tx),
      seal: await newestSeal(tx),
    }
  })

  await addIfThere(archive, parts, clinicName, options.clinicFile ?? join(dataDir, 'clinic.json'))
  for (const name of await readdir(join(dataDir, 'img')).catch(() => [])) {
    const path = `img/${name}`
    if (isOwnImage(path)) await addIfThere(archive, parts, path, join(dataDir, path))
  }
  if (notes) parts.push(await archive.addText(sealsName, notes))
  if (options.withSecrets) await addIfThere(archive, parts, keysName, join(dataDir, 'keys.json'))
  onLine(`Copiando ${named.length} archivos…`)
  const missing = await addFiles(archive, parts, join(dataDir, 'files'), named, now)
  const contents: Contents = { tables, sequences, missing, ...(seal && { seal }), parts }
  await archive.addText(contentsName, JSON.stringify(contents))
  return contents
}

async function addTables(archive: ArchiveWriter, tx: Queryable, parts: Part[]): Promise<Contents['tables']> {
  const tables: Contents['tables'] = []
  for (const table of await listTables(tx)) {
    if (isFleeting(table)) continue
    const tally = createTally()
    let piece = 0
    for await (const rows of readRows(tx, table)) {
      const bytes = encodeRows(rows)
      tally.add(bytes, rows.length)
      piece += 1
      parts.push(await archive.addText(rowsName(table.name, piece), bytes))
    }
    tables.push({ name: table.name, columns: table.columns.map(({ name }) => name), ...tally.end() })
  }
  return tables
}

async function addIfThere(archive: ArchiveWriter, parts: Part[], name: string, file: string): Promise<void> {
  const content = await readFile(file).catch(() => undefined)
  if (content) parts.push(await archive.addText(name, content))
}

/** Returns the ids of the objects whose file is missing. */
async function addFiles(
  archive: ArchiveWriter,
  parts: Part[],
  folder: string,
  named: { id: string; path: string }[],
  now: Date,
): Promise<string[]> {
  const missing: string[] = []
  for (const { id, path } of named) {
    // Deleted since the rows were read: the file was then moved aside, under the same name.
    const handle =
      (await openIfThere(join(folder, path))) ?? (await openIfThere(join(folder, removedFolder, path)))
    if (handle) parts.push(await addFile(archive, `files/${path}`, handle))
    else missing.push(id)
  }
  for await (const path of walkFiles(join(folder, removedFolder))) {
    const [bucket, ...rest] = path.split('/')
    if (bucket === 'profile_photos' && (await isOldPhoto(folder, rest.join('/'), now))) continue
    const handle = await openIfThere(join(folder, removedFolder, path))
    if (handle) parts.push(await addFile(archive, `files/${removedFolder}/${path}`, handle))
  }
  return missing
}

async function addFile(archive: ArchiveWriter, name: string, handle: FileHandle): Promise<Part> {
  try {
    const { size } = await handle.stat()
    return await archive.addStream(name, size, handle.createReadStream({ autoClose: false }))
  } finally {
    await handle.close()
  }
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  return open(path, 'r').catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined
    throw error
  })
}
