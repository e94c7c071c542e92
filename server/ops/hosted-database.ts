import type { Clinic } from '#domain/clinic.ts'
import type { Database } from '#server/base/database.ts'
import type { Config } from '#server/config.ts'
import type { Scripts, Step } from '#server/db/migration-state.ts'
import { quoteLiteral } from '#server/db/quote.ts'
import { keepLetterhead, keepSettings } from '#server/first-start.ts'
import { offerWeek } from '#server/offer-week.ts'
import { type Finding, messageOf, ok, problem } from './finding.ts'

type Tell = (finding: Finding) => void

/** What a server of ours does beside an embedded database, and the scheduler of a hosted project does there. */
const jobs = {
  'seal the trail': 'select private.seal_audit()',
  'end old sessions': 'select private.end_old_sessions()',
  reminders: 'select private.plan_reminders()',
}

/** Triggers of the trail on tables of the platform, which it may refuse. */
const platformTriggers = 6

/**
 * Brings a hosted project's database to this version and tells it what the installation knows: missing migrations, recorded as the
 * platform's own command line records them, settings, letterhead, week and jobs. Returns the main administrator's e-mail and the key
 * that mails are given for. Throws in Spanish when a migration fails or there is no ADMIN_EMAIL yet.
 */
export async function prepareHostedDatabase(
  database: Database,
  { config, clinic, scripts, tell }: { config: Config; clinic: Clinic; scripts: Scripts; tell: Tell },
): Promise<{ email: string; senderKey: string }> {
  tell(await migrateHosted(database, scripts))
  // The header that the platform's edge sets itself; a visitor can write the beginning of the usual one.
  await database.query(
    `insert into private.app_settings (key, value) values ('client_address_header', 'cf-connecting-ip')
     on conflict (key) do nothing`,
  )
  const email = await keepSettings(database, config)
  await keepLetterhead(database, clinic)
  await offerWeek(database, clinic, (line) => tell(ok(line)))
  tell(await scheduleJobs(database))
  tell(await checkTriggers(database))
  const { rows } = await database.query<{ key: string }>(
    `select value as key from private.app_settings where key = 'sender_key'`,
  )
  return { email, senderKey: rows[0]?.key ?? '' }
}

async function migrateHosted(database: Database, { before }: Scripts): Promise<Finding> {
  await database.exec(`create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text)`)
  const { rows } = await database.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  )
  const known = new Set(rows.map(({ version }) => version))
  const migrations = before.filter(({ name }) => name.startsWith('migrations/')).map(versioned)
  const newer = [...known].filter((version) => !migrations.some((one) => one.version === version))
  if (newer.length > 0)
    throw new Error(
      `La base de datos es de una versión más nueva de este programa (${newer.join(', ')}): usa esa versión.`,
    )
  const missing = migrations.filter(({ version }) => !known.has(version))
  for (const { version, title, name, script } of missing) {
    const record = `insert into supabase_migrations.schema_migrations (version, name, statements)
      values (${quoteLiteral(version)}, ${quoteLiteral(title)}, array[${quoteLiteral(script)}]);`
    try {
      // Several statements in one message are one transaction.
      await database.exec(`${record}\n${script}`)
    } catch (error) {
      throw new Error(`No se pudo aplicar «${name}»: ${messageOf(error)}`, { cause: error })
    }
  }
  return ok(`Base de datos al día (${migrations.length} pasos, ${missing.length} nuevos).`)
}

/** `migrations/20261127000100_foundations.sql` is version 20261127000100, foundations. */
function versioned(step: Step): Step & { version: string; title: string } {
  const [, version = '', title = ''] = /(\d+)_(\w+)\.sql$/.exec(step.name) ?? []
  return { ...step, version, title }
}

async function scheduleJobs(database: Database): Promise<Finding> {
  try {
    const { rows } = await database.query<{ known: boolean }>(
      `select to_regprocedure('cron.schedule(text,text,text)') is not null as known`,
    )
    if (!rows[0]?.known) await database.exec('create extension pg_cron')
    for (const [name, command] of Object.entries(jobs))
      await database.query(`select cron.schedule($1, '* * * * *', $2)`, [name, command])
    return ok(`Tareas de cada minuto: ${Object.keys(jobs).length}.`)
  } catch (error) {
    return problem(
      `Las tareas de cada minuto no quedaron programadas: ${messageOf(error)}`,
      'Activa pg_cron en Database → Extensions y repite npm run hosted. Sin ellas la bitácora no se sella.',
    )
  }
}

async function checkTriggers(database: Database): Promise<Finding> {
  const { rows } = await database.query<{ found: number }>(
    `select count(*)::int as found from pg_trigger where tgname like 'indice\\_z\\_audit%'`,
  )
  const found = rows[0]?.found ?? 0
  return found === platformTriggers
    ? ok('La bitácora anota también archivos, sesiones y segundos factores.')
    : problem(
        `La bitácora anota ${found} de ${platformTriggers} clases de cambios de la plataforma.`,
        'Al rol postgres le falta el privilegio TRIGGER en storage.objects, auth.sessions o auth.mfa_factors: pídelo al soporte de Supabase. Mientras tanto están en los registros de Storage y Auth.',
      )
}
