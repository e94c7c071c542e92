import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { sampleParts } from '#domain/clinic-visit.ts'
import { readClinic } from '#server/clinic.ts'
import type { Config } from '#server/config.ts'
import { findBinaries } from '#server/db/embedded-binaries.ts'
import { sizeText } from './command.ts'
import { type Finding, messageOf, ok, problem, warning } from './finding.ts'
import { readLastBackup } from './last-backup.ts'
import type { Whereabouts } from './open-database.ts'

const day = 86_400_000

/** Compares this Node.js with the oldest version that the product supports. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return ok(`Node.js ${version}.`)
  return problem(`Node.js ${version} es demasiado antiguo.`, 'Instala Node.js 20.19 o posterior.')
}

/** Which engine the product uses here, and why. */
export async function checkEngine(where: Whereabouts, config: Config): Promise<Finding> {
  if (where === 'given') return ok('Motor: el PostgreSQL de DATABASE_URL.')
  if (where === 'pglite') {
    const text = 'Motor: PGlite, porque así se creó esta carpeta. Un corte de luz puede perder datos.'
    const move =
      'respalda, y restaura en una carpeta nueva de una computadora donde PostgreSQL pueda ejecutarse'
    return config.allowPglite
      ? warning(text, `Para una clínica real: ${move}.`)
      : problem(text, `Sin ALLOW_PGLITE=1 no abre. Mejor ${move}.`)
  }
  try {
    await findBinaries()
    return where === 'postgres'
      ? ok('Motor: el PostgreSQL incluido, porque no hay DATABASE_URL.')
      : warning(
          'Todavía no hay base de datos.',
          'Se creará con el PostgreSQL incluido al ejecutar npm start.',
        )
  } catch (error) {
    return problem(
      `El PostgreSQL incluido no puede ejecutarse: ${messageOf(error)}.`,
      'Corrígelo o usa DATABASE_URL.',
    )
  }
}

/** Folders and secrets must not be readable for others on the computer. */
export async function checkPermissions(dataDir: string): Promise<Finding[]> {
  if (process.platform === 'win32') return []
  // PostgreSQL may run as another user, who must pass through the folder but not read it.
  const wanted = {
    '.': 0o711,
    files: 0o700,
    outbox: 0o700,
    station: 0o700,
    'keys.json': 0o600,
    'postgres.password': 0o600,
    'audit-seals.log': 0o600,
  }
  const findings: Finding[] = []
  for (const [name, most] of Object.entries(wanted)) {
    const path = join(dataDir, name)
    const mode = (await stat(path).catch(() => undefined))?.mode
    if (mode === undefined || (mode & 0o777 & ~most) === 0) continue
    const found = (mode & 0o777).toString(8)
    const todo = `Ejecuta: chmod ${(most === 0o711 ? 0o700 : most).toString(8)} '${path}'`
    findings.push(
      problem(`Otros usuarios de la computadora pueden entrar a ${path} (permisos ${found}).`, todo),
    )
  }
  return findings.length > 0 ? findings : [ok('Permisos de la carpeta de datos y de los secretos.')]
}

export async function checkDisk(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  const text = `Espacio libre en el disco: ${sizeText(free)}.`
  if (free < 1e9) return problem(text, 'Libera espacio ya: sin él no se guarda nada más.')
  if (free < 10e9) return warning(text, 'Libera espacio o usa un disco más grande.')
  return ok(text)
}

export async function checkClinic({ clinicFile, dataDir }: Config): Promise<Finding> {
  const file = clinicFile ?? join(dataDir, 'clinic.json')
  try {
    const clinic = await readClinic(clinicFile, dataDir)
    if (!clinicFile && !(await stat(file).catch(() => undefined))) {
      return warning('Se muestran los datos de una clínica inventada.', `Escribe los tuyos en ${file}.`)
    }
    if (clinic.privacy.paragraphs.some((text) => text.includes('PLANTILLA'))) {
      return warning('El aviso de privacidad es todavía la plantilla.', `Complétalo en ${file}.`)
    }
    const samples = sampleParts(clinic)
    if (samples.length > 0) {
      return warning(
        `La página pública muestra todavía textos de muestra: ${samples.join(', ')}.`,
        `Son una propuesta: revísalos con tu equipo y escríbelos en ${file} (docs/operations.md).`,
      )
    }
    return ok(`Datos de la clínica: ${clinic.name}.`)
  } catch (error) {
    return problem(`Los datos de la clínica no se pueden leer: ${messageOf(error)}`, `Corrige ${file}.`)
  }
}

/** How old the last backup is. A new installation gets two days of grace. */
export async function checkBackup(dataDir: string, since: Date | undefined, now: Date): Promise<Finding> {
  const last = await readLastBackup(dataDir)
  const todo = 'Ejecuta npm run backup, y prográmalo cada día (docs/operations.md).'
  if (!last) {
    const isNew = since === undefined || now.getTime() - since.getTime() < 2 * day
    return isNew ? warning('No hay ningún respaldo todavía.', todo) : problem('No hay ningún respaldo.', todo)
  }
  const age = now.getTime() - new Date(last.at).getTime()
  const text = `Último respaldo: ${last.at}, ${last.file}.`
  if (age > 7 * day) return problem(`${text} Tiene ${Math.floor(age / day)} días.`, todo)
  if (age > 1.5 * day) return warning(`${text} Tiene más de un día.`, todo)
  return (await stat(last.file).catch(() => undefined))
    ? ok(text)
    : warning(
        `${text} Ya no está ahí.`,
        'Está bien si lo moviste a otro lugar seguro; si no, ejecuta npm run backup.',
      )
}
