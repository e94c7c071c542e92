import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { z } from 'zod'

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({ optionalDependencies: z.record(z.string(), z.string()).optional() }),
  ),
})

// When the registry cannot serve a package, npm leaves it out of the file, and later `npm ci` refuses the whole
// file.
it('knows every package of every platform, so that npm ci takes it anywhere', async () => {
  const { packages } = lockFile.parse(JSON.parse(await readFile('package-lock.json', 'utf8')))
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !placesFor(name, path).some((place) => place in packages),
    ),
  )
  expect(missing).toEqual([])
})

/** Where node finds a package that is asked for from `path`, nearest first. */
function placesFor(name: string, path: string): string[] {
  const parts = path === '' ? [] : path.split('/node_modules/')
  const above = parts.map((_, index) => parts.slice(0, parts.length - index).join('/node_modules/'))
  return [...above, ''].map((folder) => `${folder}${folder && '/'}node_modules/${name}`)
}
