import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { deploy, deployAll, type HostedProject, hostedProject } from './hosted-project.ts'

const guide = await readFile(new URL('../../docs/deploy-supabase.md', import.meta.url), 'utf8')
const blocks = [...guide.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, sql = '']) => sql)
const inline = [...guide.matchAll(/`((?:select|insert|update) [^`]*)`/g)].map(([, sql = '']) => sql)

/** What a hosted project has beside: jobs, of which one round runs at once, secrets, and requests, which are noted. */
const extensions = (deployer: string) => `
  create schema cron authorization ${deployer};
  create schema vault authorization ${deployer};
  create schema net authorization ${deployer};
  set local role ${deployer};
  create function cron.schedule(name text, at text, command text) returns bigint language plpgsql
    as $$ begin execute command; return 1; end $$;
  create table vault.decrypted_secrets (name text primary key, decrypted_secret text);
  create function vault.create_secret(secret text, name text) returns void language sql
    as $$ insert into vault.decrypted_secrets values (name, secret) $$;
  create table net.asked (url text, body jsonb, headers jsonb);
  create function net.http_post(url text, body jsonb, params jsonb default '{}', headers jsonb default '{}') returns void
    language sql as $$ insert into net.asked values (url, body, headers) $$;`

describe.each(engines().filter(({ kind }) => kind === 'postgres'))('the guide’s SQL on $name', (engine) => {
  let project: HostedProject
  beforeAll(async () => {
    project = await hostedProject(engine)
    await deployAll(project)
    await project.database.exec(extensions(project.roles.deployer))
  })
  afterAll(() => project?.dispose())

  it.each([...blocks, ...inline].map((sql) => [sql.slice(0, 60).split('\n')[0], sql]))(
    'the role that deploys may: %s',
    (_, sql = '') => deploy(project, sql),
  )

  it('has made the settings, the main administrator, the jobs, and a key for mails that opens nothing once it was changed', async () => {
    const { database, roles } = project
    await database.transaction(async (tx) => {
      await tx.query(`select set_config('role', $1, true)`, [roles.auth])
      await tx.query(`insert into auth.users (email) values ('direccion@clinica.mx')`)
    })
    const { rows } = await database.query(
      `select (select is_admin from public.profiles where email = 'direccion@clinica.mx') as administrator,
         private.setting('client_address_header', '') as header, private.has_mail() as mail,
         (select jsonb_agg(url) from net.asked) as asked,
         (select public.take_messages(decrypted_secret) from vault.decrypted_secrets where name = 'sender_key') as opened,
         private.setting('sender_key', '') as key, (select body ->> 'key' from net.asked) as sent`,
    )
    expect(rows).toEqual([
      {
        administrator: true,
        header: 'cf-connecting-ip',
        mail: true,
        asked: ['https://<ref>.supabase.co/functions/v1/send-messages'],
        opened: expect.objectContaining({ code: 'PT404' }),
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        sent: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ])
    expect(rows[0]?.key).not.toBe(rows[0]?.sent)
  })
})
