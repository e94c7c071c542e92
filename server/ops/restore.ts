import { mkdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import { openEngine } from '#server/db/engine.ts'
import { lockFolder } from '#server/lock.ts'
import { readInstallation, runCommand } from './command.ts'
import { findDatabase } from './open-database.ts'
import { NotEmptyError, openBackup, refuseFiles, restoreBackup } from './restore-backup.ts'

// `npm run restore -- archivo`, into an empty DATA_DIR (and an empty database, with DATABASE_URL)

const say = (line: string) => console.log(line)

/** What a restore creates in a data folder, and removes when it fails. */
const made = [
  'postgres',
  'postgres.password',
  'pglite',
  'files',
  'clinic.json',
  'img',
  'keys.json',
  'audit-seals.log',
]

runCommand(async (args) => {
  const [given, ...others] = args
  if (given === undefined || others.length > 0 || given.startsWith('-')) {
    console.error('Uso: npm run restore -- archivo.tar.gz')
    return 1
  }
  const config = readInstallation()
  const file = resolve(given)
  if (!(await exists(file))) throw new Error(`No existe el archivo ${file}.`)
  await refuseOccupied(config)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(config.dataDir)
  try {
    await restore(config, file)
    return 0
  } finally {
    await unlock()
  }
})

async function restore(config: Config, file: string): Promise<void> {
  const { dataDir } = config
  await refuseOccupied(config)
  say('Comprobando el respaldo, byte por byte…')
  const backup = await openBackup(file)
  const { version, createdAt } = backup.head
  say(`Es del ${createdAt}, hecho con la versión ${version}.`)
  const absent: string[] = []
  for (const name of made) if (!(await exists(join(dataDir, name)))) absent.push(name)
  try {
    const engine = await openEngine({ ...config, onLine: say })
    try {
      const { database } = engine
      const { rows, files } = await restoreBackup({ database, dataDir, file, backup, onLine: say })
      say(`Listo y comprobado: ${rows} filas de ${backup.contents.tables.length} tablas y ${files} archivos.`)
    } finally {
      await engine.close()
    }
  } catch (error) {
    for (const name of absent) await rm(join(dataDir, name), { recursive: true, force: true })
    throw error
  }
  const { missing, seal } = backup.contents
  if (seal)
    say(`Último sello de la bitácora: ${seal.number} ${seal.hash}. Compruébala con npm run audit:verify.`)
  if (missing.length > 0) say(`En el respaldo ya faltaban ${missing.length} archivos.`)
  say('La dirección del Panel de Admin y los códigos de las solicitudes son nuevos: el portal los muestra.')
  say('Abre la clínica con npm start y revisa con npm run doctor.')
}

async function refuseOccupied(config: Config): Promise<void> {
  const where = await findDatabase(config)
  if (where === 'postgres' || where === 'pglite') {
    throw new NotEmptyError(
      `${config.dataDir} ya tiene una base de datos. Un respaldo solo se restaura en una carpeta vacía: usa otra con DATA_DIR.`,
    )
  }
  await refuseFiles(config.dataDir)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
