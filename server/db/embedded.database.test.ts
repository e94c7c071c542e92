import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isUnavailable } from '#server/base/errors.ts'
import { startOf } from '#server/process-info.ts'
import { engines } from '#tests/engines.ts'
import { killHard, printed, runProgram } from '#tests/programs/run.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { findOsUser } from './os-user.ts'
import { openPostgres } from './postgres.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'indice-embedded-'))
  // Where the test runs as root, PostgreSQL runs as another user.
  await chmod(folder, 0o711)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function postmasterOf(path: string): Promise<number> {
  return Number((await readFile(join(path, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

const canRun = engines().some((engine) => engine.name === 'PostgreSQL')

describe.runIf(canRun)('PostgreSQL as our own process', () => {
  let server: EmbeddedPostgres | undefined
  afterEach(async () => {
    await server?.stop()
    server = undefined
  })

  it('keeps what it holds from one start to the next', async () => {
    const path = join(folder, 'postgres')
    server = await startEmbedded(path)
    const first = await openPostgres(server.connection)
    await first.exec(`create table kept as select 'Ñandú' as word`)
    const { rows: safe } = await first.query(
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
         current_setting('synchronous_commit') as commit, current_setting('password_encryption') as passwords`,
    )
    expect(safe).toEqual([{ fsync: 'on', pages: 'on', commit: 'on', passwords: 'scram-sha-256' }])
    await first.close()
    await server.stop()

    server = await startEmbedded(path)
    const second = await openPostgres(server.connection)
    expect((await second.query('select word from kept')).rows).toEqual([{ word: 'Ñandú' }])
    await second.close()
  })

  it('lets nobody in without its password', async () => {
    server = await startEmbedded(join(folder, 'postgres'))
    await expect(openPostgres({ ...server.connection, password: 'wrong' })).rejects.toMatchObject({
      code: '28P01',
    })
  })

  it('sorts names as people in Mexico do', async () => {
    server = await startEmbedded(join(folder, 'postgres'))
    const database = await openPostgres(server.connection)
    const { rows } = await database.query<{ name: string }>(
      `select name from unnest(array['Zúñiga', 'Álvarez', 'Nuñez', 'Nuno', 'alba']) name order by name`,
    )
    expect(rows.map((row) => row.name)).toEqual(['alba', 'Álvarez', 'Nuno', 'Nuñez', 'Zúñiga'])
    await database.close()
  })

  it('stops the orphan of a killed process and loses nothing that was acknowledged', async () => {
    const path = join(folder, 'postgres')
    const other = runProgram('cluster', [path])
    const text = await printed(other, (soFar) => soFar.split('\n').length > 200)
    await killHard(other)
    const orphan = await postmasterOf(path)
    expect(await startOf(orphan)).toBeDefined()

    const events: string[] = []
    server = await startEmbedded(path, { onEvent: (line) => events.push(line) })
    expect(events).toEqual(['Se detuvo un PostgreSQL que quedó de una ejecución anterior.'])
    expect(await startOf(orphan)).toBeUndefined()
    const database = await openPostgres(server.connection)
    const { rows } = await database.query<{ n: number }>('select n from acknowledged')
    const kept = new Set(rows.map((row) => row.n))
    const acknowledged = text.trim().split('\n').map(Number)
    expect(acknowledged.filter((n) => !kept.has(n))).toEqual([])
    await database.close()
  })

  it('starts after a killed PostgreSQL whose number another process has now', async () => {
    const path = join(folder, 'postgres')
    const other = runProgram('cluster', [path])
    await printed(other, (soFar) => soFar.split('\n').length > 20)
    await killHard(other)
    const orphan = await postmasterOf(path)
    process.kill(orphan, 'SIGKILL')
    // PostgreSQL looks only at processes of its own user, and never at its parent.
    const stranger = spawn('sleep', ['60'], { ...(await findOsUser()), stdio: 'ignore' })
    for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
      const text = await readFile(join(path, name), 'utf8')
      await writeFile(join(path, name), text.replace(String(orphan), String(stranger.pid)))
    }

    server = await startEmbedded(path)
    const database = await openPostgres(server.connection)
    expect((await database.query('select n from acknowledged')).rows.length).toBeGreaterThan(0)
    stranger.kill()
    await database.close()
  })

  it('comes back when PostgreSQL dies under us, and says meanwhile that it is away', async () => {
    const path = join(folder, 'postgres')
    const events: string[] = []
    let isBack = () => {}
    const back = new Promise<void>((resolve) => {
      isBack = resolve
    })
    server = await startEmbedded(path, {
      onEvent: (line) => {
        events.push(line)
        if (line.includes('vuelve')) isBack()
      },
    })
    const database = await openPostgres(server.connection)
    await database.exec('create table kept (n int)')
    const heard: string[] = []
    let arrived = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const stop = await database.listen('news', (payload) => {
      heard.push(payload)
      arrived()
    })
    process.kill(await postmasterOf(path), 'SIGKILL')

    const problems: unknown[] = []
    const asking = new AbortController()
    const asked = (async () => {
      while (!asking.signal.aborted) {
        await database
          .transaction((tx) => tx.query('insert into kept values (1)'))
          .catch((error: unknown) => {
            problems.push(error)
          })
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })()
    await back
    asking.abort()
    await asked
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.filter((problem) => !isUnavailable(problem))).toEqual([])
    const { affected } = await database.query('insert into kept values (2)')
    expect(affected).toBe(1)
    // The listener is told that it may have missed something.
    await arrival
    expect(heard).toEqual([''])
    await stop()
    await database.close()
    expect(events[0]).toBe('PostgreSQL se detuvo por sí mismo; se inicia de nuevo.')
  })
})
