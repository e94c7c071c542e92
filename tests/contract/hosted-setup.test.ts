import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import type { Database } from '#server/base/database.ts'
import { readConfig } from '#server/config.ts'
import { readScripts } from '#server/db/migrate.ts'
import type { Finding } from '#server/ops/finding.ts'
import { prepareHostedDatabase } from '#server/ops/hosted-database.ts'
import { engines } from '#tests/engines.ts'
import { deploy, type HostedProject, hostedProject } from './hosted-project.ts'

const config = readConfig(
  {
    SUPABASE_URL: 'https://proyecto.supabase.co',
    SUPABASE_ANON_KEY: 'anon',
    ADMIN_EMAIL: 'direccion@clinica.mx',
    PUBLIC_URL: 'https://clinica.mx',
    CLINIC_TIME_ZONE: 'America/Tijuana',
    SMTP_URL: 'smtps://correo.mx',
    MAIL_FROM: 'Clínica <citas@clinica.mx>',
  },
  '/nowhere',
)

/** The scheduler of a hosted project: it keeps what it was given, and runs it once. */
const scheduler = (deployer: string) => `
  create schema cron authorization ${deployer};
  set local role ${deployer};
  create table cron.job (jobname text primary key, command text);
  create function cron.schedule(name text, at text, command text) returns bigint language plpgsql as $$ begin
    execute command;
    insert into cron.job values (name, command) on conflict (jobname) do update set command = excluded.command;
    return 1;
  end $$;`

describe.each(engines().filter(({ kind }) => kind === 'postgres'))('npm run hosted on $name', (engine) => {
  let project: HostedProject
  let asDeployer: Database
  beforeAll(async () => {
    project = await hostedProject(engine)
    const { database, roles } = project
    asDeployer = {
      ...database,
      exec: (sql) => deploy(project, sql),
      query: (sql, params) =>
        database.transaction(async (tx) => {
          await tx.query(`select set_config('role', $1, true)`, [roles.deployer])
          return tx.query(sql, params)
        }),
      transaction: (work) =>
        database.transaction(async (tx) => {
          await tx.query(`select set_config('role', $1, true)`, [roles.deployer])
          return work(tx)
        }),
    }
  })
  afterAll(() => project?.dispose())

  async function setUp() {
    const findings: Finding[] = []
    const done = await prepareHostedDatabase(asDeployer, {
      config,
      clinic: sampleClinic,
      scripts: await readScripts(),
      tell: (finding) => findings.push(finding),
    })
    return { ...done, findings }
  }
  const read = async (sql: string) => (await project.database.query(sql)).rows

  it('says what to do where the scheduler is missing, and has done the rest', async () => {
    const { findings } = await setUp()
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([
      expect.objectContaining({ level: 'problem', todo: expect.stringContaining('pg_cron') }),
    ])
  })

  it('may be repeated: nothing is new, the jobs are there, and the settings are those of the environment', async () => {
    await project.database.exec(scheduler(project.roles.deployer))
    const { findings, email, senderKey } = await setUp()
    expect(findings.map(({ level }) => level)).toEqual(findings.map(() => 'ok'))
    expect(findings[0]?.text).toContain('0 nuevos')
    expect([email, senderKey]).toEqual(['direccion@clinica.mx', expect.stringMatching(/^[0-9a-f]{32}$/)])
    expect(await read('select jobname from cron.job order by 1')).toEqual(
      ['end old sessions', 'reminders', 'seal the trail'].map((jobname) => ({ jobname })),
    )
    expect(
      await read(
        `select key, value from private.app_settings
         where key in ('admin_email', 'client_address_header', 'clinic_name', 'clinic_time_zone', 'mail') order by key`,
      ),
    ).toEqual([
      { key: 'admin_email', value: 'direccion@clinica.mx' },
      { key: 'client_address_header', value: 'cf-connecting-ip' },
      { key: 'clinic_name', value: sampleClinic.name },
      { key: 'clinic_time_zone', value: 'America/Tijuana' },
      { key: 'mail', value: 'on' },
    ])
  })

  it('records migrations as the platform does, and refuses a database of a newer version', async () => {
    const [first] = await read(
      'select version, name, cardinality(statements) as parts from supabase_migrations.schema_migrations order by 1 limit 1',
    )
    expect(first).toEqual({ version: '20261127000100', name: 'foundations', parts: 1 })
    await project.database.exec(
      `insert into supabase_migrations.schema_migrations (version) values ('29990101000000')`,
    )
    await expect(setUp()).rejects.toThrow('versión más nueva de este programa (29990101000000)')
  })
})
