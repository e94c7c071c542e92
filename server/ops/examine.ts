import { stat } from 'node:fs/promises'
import type { Database } from '#server/base/database.ts'
import type { Config } from '#server/config.ts'
import { beganAt, checkAdmin, checkClock, checkFiles, checkHours, checkMigrations } from './check-database.ts'
import {
  checkBackup,
  checkClinic,
  checkDisk,
  checkEngine,
  checkNode,
  checkPermissions,
} from './check-machine.ts'
import { checkAwaiting, checkReports } from './check-reports.ts'
import { checkFolder, checkStation } from './check-station.ts'
import { checkTrail } from './check-trail.ts'
import { type Finding, messageOf, problem } from './finding.ts'
import { findDatabase, openDatabase } from './open-database.ts'

/** Checks everything an installation depends on, changing nothing, and reports each finding as it comes. */
export async function examine(config: Config, now: Date, tell: (finding: Finding) => void): Promise<void> {
  const { dataDir } = config
  tell(checkNode(process.version))
  const where = await findDatabase(config)
  tell(await checkEngine(where, config))
  tell(await checkClinic(config))
  if (await stat(dataDir).catch(() => undefined)) {
    for (const finding of await checkPermissions(dataDir)) tell(finding)
    tell(await checkDisk(dataDir))
  }
  tell(await checkStation(config))
  const folder = await checkFolder(config)
  if (folder) tell(folder)
  if (where === 'nowhere') return

  let began: Date | undefined
  try {
    const engine = await openDatabase(config, () => {})
    try {
      began = await beganAt(engine.database)
      await examineDatabase(engine.database, config, now, tell)
    } finally {
      await engine.close()
    }
  } catch (error) {
    tell(
      problem(
        `No se pudo revisar la base de datos: ${messageOf(error)}`,
        'Corrígelo y vuelve a ejecutar npm run doctor.',
      ),
    )
  }
  tell(await checkBackup(dataDir, began, now))
}

/** The checks that need an open database. */
export async function examineDatabase(
  database: Database,
  config: Config,
  now: Date,
  tell: (finding: Finding) => void,
): Promise<void> {
  const migrations = await checkMigrations(database)
  tell(migrations)
  // The other checks query tables that a half-migrated database does not have.
  if (migrations.level !== 'ok') return
  for (const finding of await checkFiles(database, config.dataDir, now)) tell(finding)
  tell(await checkClock(database, config, now))
  tell(await checkAdmin(database, config))
  tell(await checkHours(database, config))
  tell(await checkTrail(database, config.dataDir))
  for (const finding of await checkReports(database, config.dataDir)) tell(finding)
  tell(await checkAwaiting(database))
}
