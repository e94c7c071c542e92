import { readdirSync } from 'node:fs'

const folders = ['domain', 'web', 'server', 'supabase', 'demo', 'tools', 'tests']

/** Every test file of the project, by its path from the root. */
export function testFiles(): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((path) => /\.test\.tsx?$/.test(path))
    .sort()
}
