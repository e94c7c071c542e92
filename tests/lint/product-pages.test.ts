import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { tables } from '#tests/policies/coverage.ts'
import { auditKinds, auditWords } from '#web/copy/audit.ts'
import { screens } from '#web/portal/screens.ts'

// What the product has is written down where people look for it.

const page = (name: string) => readFileSync(`docs/product/${name}`, 'utf8')
const named = (schema: string) =>
  Object.entries(tables).flatMap(([name, table]) =>
    name.startsWith(`${schema}.`) ? [{ ...table, name: name.slice(schema.length + 1) }] : [],
  )

describe('the pages of the product', () => {
  it.each(named('public'))('permissions.md says who may do what with $name', ({ name }) => {
    expect(page('permissions.md')).toContain(`\n| \`${name}\` `)
  })

  it.each(screens)('README.md has the screen at $path', ({ path }) => {
    const [, parameter] = /:(\w+)/.exec(path) ?? []
    const written = [`{${parameter}}`, '{id}'].map((name) => `\`${path.replace(`:${parameter}`, name)}\``)
    expect(page('README.md')).toSatisfy((text: string) => written.some((address) => text.includes(address)))
  })
})

it.each(
  [...named('public'), ...named('private')].filter(({ name, triggers }) =>
    triggers.includes(`${name}_z_audit`),
  ),
)('the trail speaks Spanish about $name', ({ name }) => {
  expect(Object.keys(auditKinds)).toContain(name)
  // A table has words for one of these at least; what it does not know, the screen shows as it is stored.
  const said = ['insert', 'update', 'ask', 'seen'].map((action) =>
    auditWords({ action, subject: name, columns: null }),
  )
  expect(said.some((words) => !words.startsWith(`${name}:`))).toBe(true)
})
