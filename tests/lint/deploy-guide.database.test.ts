import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { recoveryLinkPath } from '#domain/addresses.ts'
import { freshDatabase } from '#tests/engines.ts'

const root = new URL('../../', import.meta.url)
const guide = await readFile(new URL('docs/deploy-supabase.md', root), 'utf8')

it('the guide to a hosted project deploys every function', async () => {
  const functions = await readdir(new URL('supabase/functions', root), { withFileTypes: true })
  const names = functions
    .filter((one) => one.isDirectory() && !one.name.startsWith('_'))
    .map(({ name }) => name)
  const deployed = [...guide.matchAll(/^supabase functions deploy (\S+)$/gm)].map(([, name]) => name)
  expect(deployed.sort()).toEqual(names.sort())
})

it('the message of a hosted project for a forgotten password leads to our page, and is not used up by opening it', async () => {
  const config = await readFile(new URL('supabase/config.toml', root), 'utf8')
  const [, file = ''] = /\[auth\.email\.template\.recovery\][^[]*content_path = "\.\/(.+)"/.exec(config) ?? []
  const message = await readFile(new URL(file, root), 'utf8')
  expect(message).toContain(`href="{{ .SiteURL }}${recoveryLinkPath('{{ .TokenHash }}')}"`)
  expect(message).toContain('{{ .Token }}')
  expect(message).not.toContain('ConfirmationURL')
})

it('the guide to a hosted project names every live table', async () => {
  const { database, dispose } = await freshDatabase({ kind: 'pglite', name: 'PGlite' })
  try {
    const { rows } = await database.query<{ name: string }>(
      `select tablename::text as name from pg_publication_tables where pubname = 'supabase_realtime'`,
    )
    const [, said = ''] = /`supabase_realtime`: ([^.]+)\./.exec(guide) ?? []
    expect([...said.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(
      rows.map(({ name }) => name).sort(),
    )
  } finally {
    await dispose()
  }
})
