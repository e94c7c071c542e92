import { readdir, statfs } from 'node:fs/promises'
import { ask } from '#functions/_shared/ask.ts'
import type { FunctionHandler } from '#functions/_shared/context.ts'
import { endpoint } from '#functions/_shared/endpoint.ts'
import type { Database } from '#server/base/database.ts'
import { type Config, outboxOf } from '#server/config.ts'
import { readVersion } from '#server/ops/command.ts'
import { readLastBackup } from '#server/ops/last-backup.ts'

/**
 * `{database, server}`: what the database reports to the caller, who must be an administrator, and what only
 * this machine knows (docs/product/admin.md). Contains no folder, address or name.
 */
export function installationHealth(config: Config, engine: Database['engine']): FunctionHandler {
  return endpoint(async (_, context) => {
    // Refuses everyone but administrators, before anything of the machine is read.
    const database = await ask(context, 'installation_health', {})
    const [disk, version, backup, outbox] = await Promise.all([
      statfs(config.dataDir),
      readVersion(),
      readLastBackup(config.dataDir),
      readdir(outboxOf(config)),
    ])
    return Response.json({
      database,
      server: {
        engine: engine.kind === 'pglite' ? 'pglite' : config.databaseUrl ? 'given' : 'included',
        version,
        node: process.version,
        disk: { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize },
        backup: backup ? { at: backup.at, missing: backup.missing } : null,
        mail: config.mail ? 'smtp' : 'outbox',
        outbox: outbox.filter((name) => name.endsWith('.eml')).length,
      },
    })
  })
}
