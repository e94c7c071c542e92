import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

// One word for one thing (docs/glossary.md). `citas` is the word of the database, of what is sent, and of the screens.

const files = ['web', 'domain', 'server', 'supabase/functions', 'demo', 'tools'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
)

/** What a line declares: a name after `const`, `function`, `type` and the like, or a parameter. */
const declared =
  /(?:\b(?:const|let|function|type)\s+[{[]?\s*|\(\{?\s*)([a-z]\w*C|[cC])itas?(?=[A-Z]|\b)(?!['’:])/

it('an appointment is called appointment in code', () => {
  const found = files.filter(
    (file) =>
      /citas?(?:-|\.)/.test(file) || declared.test(readFileSync(file, 'utf8').replace(/'[^'\n]*'/g, "''")),
  )
  expect(found).toEqual([])
})
