import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { recoveryLinkPath } from '#domain/addresses.ts'

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
