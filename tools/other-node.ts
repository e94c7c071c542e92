import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Path of another version of Node, fetched from npm into the cache of node_modules if missing. */
export async function otherNode(version: string): Promise<string> {
  const folder = fileURLToPath(new URL(`../node_modules/.cache/node-${version}`, import.meta.url))
  const name = `node-${process.platform}-${process.arch}`
  const program = `${folder}/node_modules/${name}/bin/node`
  if (!existsSync(program)) {
    const place = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund']
    await promisify(execFile)('npm', ['install', ...place, `${name}@${version}`])
  }
  return program
}
