import { join } from 'node:path'
import { contradicts } from '#domain/week.ts'
import type { WeekRow } from '#domain/week-draft.ts'
import type { Database } from '#server/base/database.ts'
import { readClinic } from '#server/clinic.ts'
import type { Config } from '#server/config.ts'
import { readRecord, readScripts } from '#server/db/migrate.ts'
import { migrationState } from '#server/db/migration-state.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { compareFiles } from './stored-files.ts'

/** When this installation started, by its first migration. */
export async function beganAt(database: Database): Promise<Date | undefined> {
  if (!(await hasSteps(database))) return undefined
  const { rows } = await database.query<{ at: string | null }>(
    `select min(applied_at)::text as at from private_migrations.steps`,
  )
  const at = rows[0]?.at
  return at ? new Date(at) : undefined
}

/** Whether the database is at this program's version. */
export async function checkMigrations(database: Database): Promise<Finding> {
  const { kind, version } = database.engine
  const engine = `${kind === 'pglite' ? 'PGlite' : 'PostgreSQL'} ${version}`
  const scripts = await readScripts()
  const steps = scripts.before.length + scripts.after.length
  const state = migrationState(await readRecord(database), scripts)
  if ('refusal' in state) {
    const { what, todo } = state.refusal
    return problem(`${what}.`, `${todo.charAt(0).toUpperCase()}${todo.slice(1)}.`)
  }
  const left = state.missing.length || state.stale.length
  if (left === 0) return ok(`Base de datos al día (${steps} pasos, ${engine}).`)
  return warning(
    `A la base de datos le faltan ${left} de ${steps} pasos.`,
    'Respalda, y ejecuta npm start: los aplica al iniciar.',
  )
}

/** A row without its file is a lost image; a file without a row is moved aside at the next start. */
export async function checkFiles(database: Database, dataDir: string, now: Date): Promise<Finding[]> {
  const folder = join(dataDir, 'files')
  const { missing, unnamed, stored } = await compareFiles(database, folder, now)
  const findings: Finding[] = []
  if (missing.length > 0) {
    const some = missing.slice(0, 5).join(', ')
    findings.push(
      problem(
        `Faltan ${missing.length} archivos que la base de datos nombra (objetos ${some}${missing.length > 5 ? '…' : ''}).`,
        `Detén la clínica y recupera la carpeta ${folder} de un respaldo.`,
      ),
    )
  }
  if (unnamed > 0) {
    findings.push(
      warning(
        `Hay ${unnamed} archivos que la base de datos no nombra.`,
        'El siguiente inicio los aparta en files/.removed; no se borran.',
      ),
    )
  }
  return findings.length > 0 ? findings : [ok(`Archivos: ${stored}, todos en su lugar.`)]
}

/** The clinic's time zone, and whether the clocks are plausible. */
export async function checkClock(database: Database, config: Config, now: Date): Promise<Finding> {
  const { rows } = await database.query<{ now: string; last: string | null; zone: string | null }>(
    `select clock_timestamp()::text as now, (select max(applied_at) from private_migrations.steps)::text as last,
       (select value from private.app_settings where key = 'clinic_time_zone') as zone`,
  )
  const found = rows[0]
  if (!found) throw new Error('The database has no clock')
  const apart = Math.abs(new Date(found.now).getTime() - Date.now())
  const fix = 'Ajusta el reloj (por ejemplo con systemd-timesyncd o chrony).'
  if (apart > 5000) return problem('El reloj de la base de datos y el de esta computadora no coinciden.', fix)
  if (found.last && new Date(found.last) > now)
    return problem('El reloj de esta computadora está atrasado.', fix)
  const local = new Intl.DateTimeFormat('es-MX', {
    timeZone: config.clinicTimeZone,
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(now)
  if (found.zone !== null && found.zone !== config.clinicTimeZone) {
    return warning(
      `La zona horaria guardada es ${found.zone} y CLINIC_TIME_ZONE dice ${config.clinicTimeZone}.`,
      'Define CLINIC_TIME_ZONE como la tiene npm start; decide qué día es «hoy».',
    )
  }
  return ok(`En la clínica son: ${local} (${config.clinicTimeZone}).`)
}

/** Whether the main administrator can sign in. */
export async function checkAdmin(database: Database, config: Config): Promise<Finding> {
  const { rows } = await database.query<{ email: string; works: boolean; pending: boolean }>(
    `select s.value as email,
       coalesce(p.role = 'doctor' and p.is_admin and a.closed_at is null and u.banned_until is null, false) as works,
       coalesce(a.must_change, false) as pending
     from private.app_settings s
     left join auth.users u on lower(u.email) = s.value
     left join public.profiles p on p.id = u.id
     left join private.account_state a on a.user_id = u.id
     where s.key = 'admin_email'`,
  )
  const found = rows[0]
  if (!found)
    return warning(
      'Todavía no hay administrador principal.',
      'Se crea al ejecutar npm start con ADMIN_EMAIL.',
    )
  if (config.adminEmail !== undefined && config.adminEmail !== found.email) {
    return problem(
      `El administrador principal es ${found.email}, no el de ADMIN_EMAIL.`,
      'Corrige o quita ADMIN_EMAIL.',
    )
  }
  if (!found.works)
    return problem(
      `La cuenta ${found.email} no existe o no puede administrar.`,
      'Ejecuta npm start: la crea.',
    )
  return found.pending
    ? warning(
        `${found.email} todavía no eligió su contraseña.`,
        'Inicia sesión con la contraseña de un solo uso.',
      )
    : ok(`Administrador principal: ${found.email}.`)
}

async function hasSteps(database: Database): Promise<boolean> {
  const { rows } = await database.query<{ known: boolean }>(
    `select to_regclass('private_migrations.steps') is not null as known`,
  )
  return rows[0]?.known === true
}

/** Whether the public page's words about hours (clinic.json) are those of the week. */
export async function checkHours(database: Database, config: Config): Promise<Finding> {
  const { hours } = await readClinic(config.clinicFile, config.dataDir)
  const { rows } = await database.query<WeekRow>(
    'select weekday, opens::text, closes::text from public.clinic_hours where doctor_id is null',
  )
  if (!hours || !contradicts(hours, rows)) return ok('Horario de la clínica.')
  return warning(
    'La página pública muestra otras horas que las de la agenda.',
    'Corrige «hours» en clinic.json, o quítalo para que la página siga la agenda.',
  )
}
