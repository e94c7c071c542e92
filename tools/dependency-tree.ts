import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Package, Tree } from './dependency-rules.ts'

const versions = z.record(z.string(), z.string()).default({})
const manifest = z.object({
  dependencies: versions,
  devDependencies: versions,
  optionalDependencies: versions,
  allowScripts: z.record(z.string(), z.boolean()).default({}),
})
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().default(''),
      license: z.string().optional(),
      integrity: z.string().optional(),
      hasInstallScript: z.boolean().default(false),
      inBundle: z.boolean().default(false),
      dev: z.boolean().default(false),
    }),
  ),
})
const installedManifest = z.object({
  license: z.string().optional().catch(undefined),
  // As packages said it before npm 2.
  licenses: z
    .array(z.object({ type: z.string() }))
    .default([])
    .catch([]),
  scripts: z.record(z.string(), z.unknown()).default({}),
})

/** Everything about the dependencies in package.json, package-lock.json and node_modules under `root`. */
export async function readTree(root: string): Promise<Tree> {
  const own = manifest.parse(await readJson(join(root, 'package.json')))
  const { packages } = lockFile.parse(await readJson(join(root, 'package-lock.json')))
  return {
    direct: { ...own.dependencies, ...own.devDependencies, ...own.optionalDependencies },
    allowScripts: own.allowScripts,
    packages: await Promise.all(
      Object.entries(packages)
        .filter(([path]) => path !== '')
        .map(async ([path, entry]): Promise<Package> => {
          const found = await readInstalled(join(root, path))
          return {
            path,
            name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
            version: entry.version,
            licence: entry.license ?? found?.licence ?? 'unknown',
            integrity: entry.integrity !== undefined,
            bundled: entry.inBundle,
            installScript: entry.hasInstallScript || (found?.installScript ?? false),
            installed: found !== undefined,
            dev: entry.dev,
          }
        }),
    ),
  }
}

/** Undefined where the package is not installed, e.g. because it is another platform's. */
async function readInstalled(
  folder: string,
): Promise<{ licence: string | undefined; installScript: boolean } | undefined> {
  if (!(await exists(join(folder, 'package.json')))) return undefined
  const { license, licenses, scripts } = installedManifest.parse(await readJson(join(folder, 'package.json')))
  // npm builds a package with a binding.gyp even if it has no install script.
  const builds = await exists(join(folder, 'binding.gyp'))
  return {
    licence: license ?? (licenses.length > 0 ? licenses.map(({ type }) => type).join(' AND ') : undefined),
    installScript: builds || ['preinstall', 'install', 'postinstall'].some((name) => name in scripts),
  }
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'))
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
