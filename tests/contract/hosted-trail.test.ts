import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { verifyTrail } from '#server/audit/verify.ts'
import { engines } from '#tests/engines.ts'
import { deployAll, type HostedProject, hostedProject } from './hosted-project.ts'

describe.each(engines().filter(({ kind }) => kind === 'postgres'))(
  'the trail of a hosted project on $name',
  (engine) => {
    let project: HostedProject | undefined
    afterEach(() => project?.dispose())

    async function install(prepare: (roles: HostedProject['roles']) => string): Promise<HostedProject> {
      project = await hostedProject(engine)
      await project.database.exec(prepare(project.roles))
      await deployAll(project)
      return project
    }
    const triggers = async ({ database }: HostedProject) => {
      const { rows } = await database.query<{ on: string }>(
        `select tgrelid::regclass::text as on from pg_trigger where tgname like 'indice_z_audit%' order by 1`,
      )
      return rows.map((row) => row.on)
    }

    it('sees files, sessions and second factors where it may, and is sealed by the deploying role as pg_cron does', async () => {
      const installed = await install(() => 'select 1')
      const { database, roles } = installed
      expect(await triggers(installed)).toEqual([
        'auth.mfa_factors',
        'auth.mfa_factors',
        'auth.sessions',
        'auth.sessions',
        'auth.users',
        'storage.objects',
      ])
      await database.transaction(async (tx) => {
        await tx.query(`select set_config('role', $1, true)`, [roles.storage])
        await tx.query(`insert into storage.objects (bucket_id, name) values ('study_files', 'x/y.zip')`)
      })
      const sealed = await database.transaction(async (tx) => {
        await tx.query(`select set_config('role', $1, true)`, [roles.deployer])
        return tx.query<{ rows: number }>(`select (private.seal_audit() ->> 'rows')::int as rows`)
      })
      expect(sealed.rows[0]?.rows).toBeGreaterThan(0)
      const folder = await mkdtemp(join(tmpdir(), 'indice-hosted-'))
      const findings: string[] = []
      const report = await verifyTrail({
        database,
        notes: join(folder, 'audit-seals.log'),
        tell: (finding) => findings.push(finding),
      })
      await rm(folder, { recursive: true })
      expect([findings, report.sealed, report.unsealed]).toEqual([[], sealed.rows[0]?.rows, 0])
      const { rows } = await database.query(
        `select action, actor_role from private.audit_log where subject = 'study_files'`,
      )
      expect(rows).toEqual([{ action: 'upload', actor_role: roles.storage }])
    })

    it('installs as well where those tables take no trigger of ours', async () => {
      const installed = await install(
        ({ deployer }) =>
          `revoke trigger on storage.objects, auth.sessions, auth.mfa_factors from ${deployer}`,
      )
      expect(await triggers(installed)).toEqual(['auth.users'])
    })
  },
)
