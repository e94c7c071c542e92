import { join, resolve } from 'node:path'
import { noteSeals, notesFile } from '#server/audit/notes.ts'
import { sealTrail } from '#server/audit/seal.ts'
import { readInstallation, readVersion, runCommand, sizeText } from './command.ts'
import { noteBackup } from './last-backup.ts'
import { openDatabase } from './open-database.ts'
import { writeBackup } from './write-backup.ts'

// `npm run backup [-- archivo] [--with-secrets]`, while the clinic is open or closed

const say = (line: string) => console.log(line)

runCommand(async (args) => {
  const withSecrets = args.includes('--with-secrets')
  const [given, ...others] = args.filter((arg) => arg !== '--with-secrets')
  if (others.length > 0 || given?.startsWith('-')) {
    console.error('Uso: npm run backup [-- archivo.tar.gz] [--with-secrets]')
    return 1
  }
  const config = readInstallation()
  const now = new Date()
  const name = `indice-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`
  const file = given ? resolve(given) : join(config.dataDir, 'backups', name)
  say(`Respaldando ${config.dataDir}…`)
  const engine = await openDatabase(config, say)
  try {
    const { database } = engine
    await sealTrail(database)
    await noteSeals(database, notesFile(config.dataDir))
    const version = await readVersion()
    const { dataDir, clinicFile } = config
    const report = await writeBackup({
      database,
      dataDir,
      file,
      version,
      now,
      withSecrets,
      clinicFile,
      onLine: say,
    })
    await noteBackup(dataDir, { at: now.toISOString(), file, missing: report.missing.length })
    say(`Listo y comprobado: ${report.rows} filas de ${report.tables} tablas y ${report.files} archivos.`)
    if (report.seal) say(`Último sello de la bitácora: ${report.seal.number} ${report.seal.hash}`)
    say(`${file} (${sizeText(report.bytes)})`)
    say(
      withSecrets
        ? 'Contiene las claves de la instalación: quien lo tenga puede hacerse pasar por cualquiera. Guárdalo cifrado.'
        : 'Contiene expedientes: guárdalo cifrado y fuera de esta computadora.',
    )
    if (report.missing.length === 0) return 0
    console.error(
      `Atención: faltan ${report.missing.length} archivos de estudios o fotos. Ejecuta npm run doctor.`,
    )
    return 1
  } finally {
    await engine.close()
  }
})
