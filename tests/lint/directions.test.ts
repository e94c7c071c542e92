import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const wrong: [from: string, imported: string][] = [
  ['domain', '#web/backend/client.ts'],
  ['domain', '../server/identity.ts'],
  ['domain', 'node:fs'],
  ['supabase/functions/some', '../../../server/identity.ts'],
  ['supabase/functions/some', '#server/identity.ts'],
  ['server', '#web/ui/button.tsx'],
  ['server/rest', '../auth/auth.ts'],
  ['station', '#server/base/fault.ts'],
  ['station', '#web/imaging/types.ts'],
  ['demo', '#web/ui/button.tsx'],
  ['web/imaging', 'react'],
  ['web/imaging', '#web/ui/button.tsx'],
  ['web/imaging', '#web/copy/errors.ts'],
  ['web/backend', 'react'],
  ['server/base', '#server/limits/turns.ts'],
  ['server/limits', '#server/db/postgres.ts'],
  ['server/db', '#server/http/app.ts'],
  ['server/http', '#server/db/postgres.ts'],
  ['web/backend', '@tanstack/react-query'],
  ['web/backend', '#web/copy/errors.ts'],
  ['web/backend', '#web/queries/appointments.ts'],
  ['web/copy', '#web/queries/appointments.ts'],
  ['web/copy', '#server/identity.ts'],
  ['web/queries', '#web/session/session.ts'],
  ['web/queries', '#web/portal/routes.tsx'],
  ['web/session', '#web/ui/toast.ts'],
  ['web/session', '#web/hooks/clock.ts'],
  ['web/hooks', '#web/ui/button.tsx'],
  ['web/ui', '#web/backend/errors.ts'],
  ['web/ui', '#web/copy/errors.ts'],
  ['web/ui', '#web/hooks/clock.ts'],
  ['web/ui', '#web/parts/feedback/toast-error.ts'],
  ['web/ui', '#web/features/auth/sign-in-dialog.tsx'],
  ['web/parts', '#web/features/auth/sign-in-dialog.tsx'],
  ['web/parts', '#web/portal/routes.tsx'],
  ['web/parts/lists', '../../features/auth/sign-in-dialog.tsx'],
  ['web/features/studies', '#web/features/patients/queries.ts'],
  ['web/features/studies', '../patients/queries.ts'],
  ['web/features/studies', '#web/portal/routes.tsx'],
  ['web/features/viewer/stage', '../volume/use-cut.ts'],
  ['web/features/viewer/stage', '../study-stage.tsx'],
  ['web/features/viewer/volume', '../image/image-stage.tsx'],
  ['web/features/viewer/image', '../mesh/pose.ts'],
  ['web/features/viewer/mesh', '../volume/use-cut.ts'],
  ['web/features/viewer/volume', '../saved/desk.ts'],
  ['web/features/viewer/saved', '../image/image-stage.tsx'],
  ['web/features/viewer/saved', '../pair/place.ts'],
  ['web/features/viewer/pair', '../volume/planes.ts'],
  ['web/features/viewer/mesh', '../../studies/open-study.tsx'],
  ['web/site', '@supabase/auth-js'],
  ['web/site', '#web/portal/routes.tsx'],
  ['web/site', 'react-router'],
  ['web/portal', '#web/site/landing.tsx'],
  ['web/portal', '@supabase/supabase-js'],
]
const right: [from: string, imported: string][] = [
  ['domain', './days.ts'],
  ['supabase/functions/some', '../../../domain/days.ts'],
  ['server', '#domain/days.ts'],
  ['server', '#station/station.ts'],
  ['station', '#domain/days.ts'],
  ['server/limits', '#server/base/numbers.ts'],
  ['server/db', '#server/limits/turns.ts'],
  ['server/http', '#server/base/fault.ts'],
  ['web/copy', '#web/backend/errors.ts'],
  ['web/queries', '#web/backend/client.ts'],
  ['web/session', '#web/queries/profiles.ts'],
  ['web/hooks', '#web/session/session.ts'],
  ['web/ui', '#web/backend/load-code.ts'],
  ['web/parts', '#web/hooks/clock.ts'],
  ['web/parts/lists', '../forms/use-form.ts'],
  ['web/features/studies', '#web/parts/feedback/toast-error.ts'],
  ['web/features/studies', '#web/ui/button.tsx'],
  ['web/features/viewer/volume', '../stage/use-view.ts'],
  ['web/features/viewer/saved', '../volume/sheets.ts'],
  ['web/features/viewer/pair', '../viewer-screen.tsx'],
  ['web/portal', '#web/features/studies/my-studies.tsx'],
  ['web/features/viewer', '#web/imaging/types.ts'],
]

const root = mkdtempSync(join(tmpdir(), 'directions-'))
const fileOf = (kind: string, index: number, folder: string) => `${folder}/${kind}-${index}.ts`
let refused: string

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Writes every example into a tree of its own, with the project's rules, and lints it once. */
beforeAll(() => {
  cpSync('biome.json', join(root, 'biome.json'))
  for (const [kind, list] of [
    ['wrong', wrong],
    ['right', right],
  ] as const)
    list.forEach(([folder, imported], index) => {
      write(fileOf(kind, index, folder), `import { thing } from '${imported}'\n\nconsole.log(thing)\n`)
    })
  write('web/ui/circle-a.ts', "import { b } from './circle-b.ts'\n\nexport const a = () => b\n")
  write('web/ui/circle-b.ts', "import { a } from './circle-a.ts'\n\nexport const b = () => a\n")
  const biome = resolve('node_modules/.bin/biome')
  const run = spawnSync(
    biome,
    ['lint', '--colors=off', '--vcs-enabled=false', '--max-diagnostics=none', '.'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  refused = run.stdout + run.stderr
})
afterAll(() => rmSync(root, { recursive: true }))

describe('the linter holds the directions of the architecture', () => {
  it.each(wrong.map((pair, index) => [...pair, index] as const))(
    '%s may not import %s',
    (folder, _imported, index) => {
      expect(refused).toMatch(
        new RegExp(`${fileOf('wrong', index, folder)}:1:\\d+ lint/style/noRestrictedImports`),
      )
    },
  )

  it.each(right.map((pair, index) => [...pair, index] as const))(
    '%s may import %s',
    (folder, _imported, index) => {
      expect(refused).not.toMatch(
        new RegExp(`${fileOf('right', index, folder)}:1:\\d+ lint/style/noRestrictedImports`),
      )
    },
  )

  it('refuses circles', () => {
    expect(refused).toContain('lint/suspicious/noImportCycles')
  })
})
