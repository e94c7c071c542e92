import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { killHard, printed, runProgram } from '#tests/programs/run.ts'
import { LockedError, lockFolder } from './lock.ts'

describe('the lock of a data folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'indice-lock-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('refuses a second holder until the first gives it back', async () => {
    const unlock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(LockedError)
    await expect(lockFolder(folder)).rejects.toThrow('DATA_DIR')
    await unlock()
    const again = await lockFolder(folder)
    await again()
  })

  it('lets exactly one of many at once in', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)))
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  })

  it('refuses while another process lives and takes over after it was killed', async () => {
    const other = runProgram('lock', [folder])
    await printed(other, (text) => text.includes('locked'))
    await expect(lockFolder(folder)).rejects.toThrow(String(other.pid))
    await killHard(other)
    const unlock = await lockFolder(folder)
    await unlock()
  })

  it('takes over when another process only happens to have the same number', async () => {
    const file = join(folder, 'process.lock')
    await writeFile(file, JSON.stringify({ pid: process.ppid, start: 'another time' }))
    const unlock = await lockFolder(folder)
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid })
    await unlock()
  })

  it('takes over a file that was cut off while being written', async () => {
    await writeFile(join(folder, 'process.lock'), '{"pid": 1')
    const unlock = await lockFolder(folder)
    await unlock()
  })
})
