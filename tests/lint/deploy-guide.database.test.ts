import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
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
