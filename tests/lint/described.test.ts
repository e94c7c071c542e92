import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { access } from '#tests/policies/access.ts'
import { auditKinds, auditWords } from '#web/copy/audit.ts'

// A table that nobody described is one whose rights nobody thought of.

const known = Object.entries(access.tables).map(([table, { triggers }]) => {
  const [schema = '', name = ''] = table.split('.')
  return { schema, name, isTrailed: triggers.includes(`${name}_z_audit`) }
})

it.each(known.filter(({ schema }) => schema === 'public' || schema === 'private'))(
  'docs/product/permissions.md says who may do what with $name',
  ({ name }) => {
    expect(readFileSync('docs/product/permissions.md', 'utf8')).toContain(`\n| \`${name}\` `)
  },
)

it.each(known.filter(({ isTrailed }) => isTrailed))('the trail speaks Spanish about $name', ({ name }) => {
  expect(Object.keys(auditKinds)).toContain(name)
  // A table has words for one of these at least; what it does not know, the screen shows as it is stored.
  const said = ['insert', 'update', 'ask', 'seen', 'send', 'add'].map((action) =>
    auditWords({ action, subject: name, columns: null }),
  )
  expect(said.some((words) => !words.startsWith(`${name}:`))).toBe(true)
})
