import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { processesIn } from '#server/process-info.ts'
import { engines } from '#tests/engines.ts'
import { printed } from '#tests/programs/run.ts'
import { startedIn } from '#tests/programs/started-in.ts'

const canRun = process.platform === 'linux' && engines().some(({ name }) => name === 'PostgreSQL')

/** Starts a program in its own process group; with `shell` through a shell, as npm does. */
function startGroup(name: string, env: Record<string, string>, shell = false): ChildProcess {
  const file = fileURLToPath(new URL(`../programs/${name}.ts`, import.meta.url))
  const command = [process.execPath, '--import', 'tsx', file]
  const [program = '', ...args] = shell ? ['sh', '-c', `"$@"; exit $?`, 'sh', ...command] : command
  return spawn(program, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
  })
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid !== undefined) process.kill(-pid, signal)
}

/** Every process of the group has closed its output. */
const ended = (child: ChildProcess) => (child.stdout?.closed ? undefined : once(child, 'close'))

describe.runIf(canRun)('a signal to the whole process group', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'indice-group-'))
    await chmod(folder, 0o711)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const start = (env: Record<string, string>) =>
    startGroup(
      'product',
      { PORT: '0', DATA_DIR: join(folder, 'data'), ADMIN_EMAIL: 'principal@clinica.test', ...env },
      true,
    )

  async function expectNothingLeft(): Promise<void> {
    const data = await realpath(join(folder, 'data'))
    for (const cluster of ['postgres', 'postgres.new'])
      await expect.poll(() => processesIn(join(data, cluster)), { timeout: 20_000 }).toEqual([])
    expect((await readdir(data)).filter((name) => name.includes('lock'))).toEqual([])
    expect(await readdir(data)).not.toContain('pglite')
  }

  it.each([
    ['SIGTERM', 'Preparando la base'],
    ['SIGHUP', 'Aplicando bootstrap/020'],
    ['SIGINT', 'Aplicando migrations'],
  ] as const)('%s at any moment leaves nothing behind: %s', async (signal, moment) => {
    const child = start({ npm_lifecycle_event: 'start', ALLOW_PGLITE: '1' })
    await printed(child, (text) => text.includes(moment))
    signalGroup(child, signal)
    signalGroup(child, signal)
    await ended(child)
    await expectNothingLeft()
  })

  it('a clinic that is ready stops with its npm, more than once', async () => {
    for (let time = 0; time < 2; time++) {
      const child = start({ npm_lifecycle_event: 'start' })
      await printed(child, (text) => text.includes('Listo: '))
      signalGroup(child, 'SIGTERM')
      await ended(child)
      await expectNothingLeft()
    }
  })

  it.each([
    ['SIGTERM', 'everybody'],
    ['SIGTERM', 'the first'],
    ['SIGINT', 'everybody'],
    ['SIGHUP', 'the first'],
    ['SIGKILL', 'everybody'],
  ] as const)('%s to %s ends an interrupted test run with all that it started', async (signal, whom) => {
    const child = startGroup('checks', { TMPDIR: folder })
    const [run = ''] = (await printed(child, (lines) => lines.includes('\n'))).split('\n')
    expect(run).toContain(join(folder, 'indice-tests-'))
    await expect.poll(() => startedIn(run)).not.toEqual([])
    if (whom === 'everybody') signalGroup(child, signal)
    else child.kill(signal)
    await expect.poll(() => startedIn(run), { timeout: 20_000 }).toEqual([])
    expect(await readdir(dirname(run))).not.toContain(basename(run))
  })
})
