export type Step = { name: string; script: string; hash: string }

/**
 * An installation's scripts: what a hosted project already has, our migrations (both `before`), and what follows from them.
 */
export type Scripts = { before: Step[]; after: Step[] }

/** Why a database cannot be used with these scripts, and what to do; both in Spanish, without a full stop. */
export type Refusal = { what: string; todo: string }

/**
 * How the record of applied steps (name to hash) compares with the scripts. `missing` and `stale` must still run.
 */
export type MigrationState = { refusal: Refusal } | { missing: Step[]; stale: Step[] }

/** Compares names and hashes. A step that ran must never change, except the `*.after.sql` steps, which run again. */
export function migrationState(applied: ReadonlyMap<string, string>, scripts: Scripts): MigrationState {
  const trial = trialStep([...applied.keys()], scripts)
  if (trial) return { refusal: ofTrial(trial) }
  const known = new Set([...scripts.before, ...scripts.after].map(({ name }) => name))
  const unknown = [...applied.keys()].sort().find((name) => !known.has(name))
  if (unknown) return { refusal: newer(unknown) }
  const changed = scripts.before.find(({ name, hash }) => (applied.get(name) ?? hash) !== hash)
  if (changed) return { refusal: edited(changed.name) }

  const missing = scripts.before.filter(({ name }) => !applied.has(name))
  const isStale = (step: Step) => missing.length > 0 || applied.get(step.name) !== step.hash
  return { missing, stale: scripts.after.filter(isStale) }
}

/** A backup's steps by their present names: one of a trial version had what the whole baseline makes. */
export function presentNames(names: readonly string[], scripts: Scripts): string[] {
  return trialStep(names, scripts) ? scripts.before.map(({ name }) => name) : [...names]
}

/** The first migration of names that do not begin with the baseline: those of a version before the first release. */
function trialStep(names: readonly string[], scripts: Scripts): string | undefined {
  const baseline = scripts.before.find(({ name }) => isMigration(name))
  if (!baseline || names.includes(baseline.name)) return undefined
  return [...names].sort().find(isMigration)
}

function isMigration(name: string): boolean {
  return name.startsWith('migrations/')
}

function newer(step: string): Refusal {
  return {
    what: `La base de datos es de una versión más nueva que este programa (contiene «${step}»)`,
    todo: 'actualiza el programa, o usa otra carpeta de datos',
  }
}

const moveOver =
  'respáldala con la versión que la hizo (npm run backup) y restaura ese respaldo con esta en una carpeta vacía (npm run restore)'

function edited(step: string): Refusal {
  const file = step
    .replace('migrations/', 'supabase/migrations/')
    .replace('bootstrap/', 'server/db/bootstrap/')
  return {
    what: `El archivo «${file}» cambió después de aplicarse a esta base de datos`,
    todo: `devuélvelo a como estaba (git checkout) y escribe el cambio en una migración nueva; si la base es de una versión de prueba, ${moveOver}`,
  }
}

function ofTrial(step: string): Refusal {
  return { what: `La base de datos es de una versión de prueba (contiene «${step}»)`, todo: moveOver }
}
