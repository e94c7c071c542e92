import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Queryable } from '#server/base/database.ts'
import { readScripts } from '#server/db/migrate.ts'
import { deploy, type HostedProject, hostedProject } from '#tests/contract/hosted-project.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { rehearseAsOwner } from '#tests/policies/rehearse.ts'
import { exceptions } from './schema-exceptions.ts'
import { functionRules } from './schema-functions.ts'
import { grantRules } from './schema-grants.ts'
import { policyRules } from './schema-policies.ts'
import type { SchemaRule } from './schema-rule.ts'
import { tableRules } from './schema-tables.ts'

const rules = [...tableRules, ...policyRules, ...functionRules, ...grantRules]

async function subjects(database: Queryable, { query }: SchemaRule): Promise<string[]> {
  const { rows } = await database.query<{ subject: string }>(query)
  return rows.map(({ subject }) => subject).sort()
}

describe.each(engines())('the schema on $name', (engine) => {
  let fresh: FreshDatabase
  beforeAll(async () => {
    fresh = await freshDatabase(engine)
  })
  afterAll(() => fresh?.dispose())

  /** What an example adds to the rule's existing findings. */
  function added(rule: SchemaRule, make: readonly string[]): Promise<string[]> {
    return rehearseAsOwner(fresh.database, async (stage) => {
      const find = async () => (await stage.owner(rule.query)).map(({ subject }) => String(subject))
      const before = await find()
      for (const statement of make) await stage.owner(statement)
      return (await find()).filter((subject) => !before.includes(subject)).sort()
    })
  }

  describe.each(rules)('$name', (rule) => {
    it('is nowhere but where it is excused', async () => {
      const excused = exceptions[rule.name] ?? {}
      const found = await subjects(fresh.database, rule)
      const wrong = found.filter((subject) => !(subject in excused))
      expect(wrong.map((subject) => `${subject}: ${rule.finding}`)).toEqual([])
      expect(Object.keys(excused).filter((subject) => !found.includes(subject))).toEqual([])
    })

    it('is found in the bad example and not in the good one', async () => {
      expect(await added(rule, rule.bad.make)).toEqual([...rule.bad.finds].sort())
      expect(await added(rule, rule.good)).toEqual([])
    })
  })
})

describe.each(engines().filter(({ kind }) => kind === 'postgres'))(
  'the schema of a hosted project on $name',
  (engine) => {
    let project: HostedProject
    beforeAll(async () => {
      project = await hostedProject(engine)
      const { before } = await readScripts()
      for (const { name, script } of before) if (name.startsWith('migrations/')) await deploy(project, script)
    })
    afterAll(() => project?.dispose())

    it.each(rules)('$name is nowhere but where it is excused', async (rule) => {
      const found = await subjects(project.database, rule)
      expect(found.filter((subject) => !(subject in (exceptions[rule.name] ?? {})))).toEqual([])
    })
  },
)

it('excuses under names that rules have, with a reason', () => {
  expect(rules.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(exceptions)))
  for (const reasons of Object.values(exceptions))
    for (const reason of Object.values(reasons)) expect(reason).toMatch(/\w+ \w+ \w+/)
})
