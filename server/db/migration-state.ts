import { afterBaseline, earlierMigrations } from './earlier-migrations.ts'

export type Step = { name: string; script: string; hash: string }

/**
 * An installation's scripts: what a hosted project already has, our migrations (both `before`), and what follows from them.
 */
export type Scripts = { before: Step[]; after: Step[] }

/** Why a database cannot be used with these scripts, and what to do; both in Spanish, without a full stop. */
export type Refusal = { what: string; todo: string }

/**
 * How the record of applied steps (name to hash) compares with the scripts. `adopt` is the baseline when the database
 * already ran the migrations it replaces: it is recorded, not run. `missing` and `stale` must still run.
 */
export type MigrationState = { refusal: Refusal } | { adopt: Step[]; missing: Step[]; stale: Step[] }

/** Compares names and hashes. A step that ran must never change, except the `*.after.sql` steps, which run again. */
export function migrationState(record: ReadonlyMap<string, string>, scripts: Scripts): MigrationState {
  const applied = new Map(record)
  const adopt = hasEarlier(record.keys()) ? baselineOf(scripts) : []
  if (adopt.length > 0) {
    const other = [...earlierMigrations].find(([name, hash]) => record.get(name) !== hash)
    if (other) return { refusal: unfinished(other[0]) }
    for (const name of earlierMigrations.keys()) applied.delete(name)
    for (const step of adopt) applied.set(step.name, step.hash)
  }
  const known = new Set([...scripts.before, ...scripts.after].map(({ name }) => name))
  const unknown = [...applied.keys()].sort().find((name) => !known.has(name))
  if (unknown) return { refusal: newer(unknown) }
  const changed = scripts.before.find(({ name, hash }) => (applied.get(name) ?? hash) !== hash)
  if (changed) return { refusal: edited(changed.name) }

  const missing = scripts.before.filter(({ name }) => !applied.has(name))
  const isStale = (step: Step) => missing.length > 0 || applied.get(step.name) !== step.hash
  return { adopt, missing, stale: scripts.after.filter(isStale) }
}

/** A backup's steps by their current names: the migrations that became the baseline are called the baseline. */
export function currentNames(names: readonly string[], scripts: Scripts): string[] {
  if (!hasEarlier(names)) return [...names]
  const others = names.filter((name) => !earlierMigrations.has(name))
  return [...new Set([...others, ...baselineOf(scripts).map(({ name }) => name)])]
}

function hasEarlier(names: Iterable<string>): boolean {
  return [...names].some((name) => earlierMigrations.has(name))
}

function baselineOf(scripts: Scripts): Step[] {
  return scripts.before.filter(({ name }) => name.startsWith('migrations/') && name < afterBaseline)
}

function newer(step: string): Refusal {
  return {
    what: `La base de datos es de una versión más nueva que este programa (contiene «${step}»)`,
    todo: 'actualiza el programa, o usa otra carpeta de datos',
  }
}

function edited(step: string): Refusal {
  const file = step
    .replace('migrations/', 'supabase/migrations/')
    .replace('bootstrap/', 'server/db/bootstrap/')
  return {
    what: `El archivo «${file}» cambió después de aplicarse a esta base de datos`,
    todo: 'devuélvelo a como estaba (git checkout) y escribe el cambio en una migración nueva',
  }
}

function unfinished(step: string): Refusal {
  return {
    what: `La base de datos es de una versión de prueba («${step}» falta o no es el que se publicó)`,
    todo: 'respáldala con la versión que la hizo (npm run backup) y restaura ese respaldo con esta en una carpeta vacía (npm run restore)',
  }
}
