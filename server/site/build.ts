import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LockedError, lockFolder } from '#server/lock.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const dist = join(root, 'dist')
const stampFile = join(dist, 'stamp.txt')

/** Folders of the built site. */
export const built = { client: join(dist, 'client'), ssr: join(dist, 'ssr', 'landing.js') }

/** Builds the site when it is missing or was built from other sources. */
export async function ensureBuilt(onLine: (line: string) => void): Promise<void> {
  const stamp = await hashSources()
  if ((await readStamp()) === stamp) return
  const unlock = await waitForFolder()
  try {
    // Another process may have built it while this one waited.
    if ((await readStamp()) === stamp) return
    onLine('Construyendo el sitio…')
    // An interrupted build must not pass for the previous one.
    await rm(stampFile, { force: true })
    await build()
    await writeFile(stampFile, stamp)
  } finally {
    await unlock()
  }
}

/** In a separate process, always for production; its memory is freed with it. */
async function build(): Promise<void> {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  const args = [
    vite,
    'build',
    '--app',
    '--config',
    join(root, 'web/vite.config.ts'),
    '--configLoader',
    'runner',
    '--logLevel',
    'warn',
  ]
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(`No se pudo construir el sitio:\n${output.trim()}`)
}

async function readStamp(): Promise<string | undefined> {
  return readFile(stampFile, 'utf8').catch(() => undefined)
}

async function hashSources(): Promise<string> {
  const folders = await Promise.all(['web', 'domain'].map((name) => filesBelow(join(root, name))))
  const files = [...folders.flat().sort(), join(root, 'package-lock.json'), join(root, 'tsconfig.json')]
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(file.slice(root.length))
      .update('\0')
      .update(await readFile(file))
  return hash.digest('hex')
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

async function waitForFolder(): Promise<() => Promise<void>> {
  for (;;) {
    try {
      return await lockFolder(dist)
    } catch (error) {
      if (!(error instanceof LockedError)) throw error
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}
