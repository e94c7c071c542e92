import { randomInt } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashOf } from '#station/spool.ts'
import { freePort } from '#tests/free-port.ts'
import { dcmtk, hasDcmtk } from './dcmtk.ts'
import { startProgram } from './program.ts'
import { writeImage } from './stage.ts'

const images = 40

describe.runIf(hasDcmtk)('kill -9 while a machine sends', () => {
  let root = ''
  const sent = () => join(root, 'images')

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'indice-cut-'))
    await mkdir(sent())
    for (let number = 0; number < images; number++)
      await writeImage(sent(), {
        ...{ study: '2.25.1', instance: `2.25.2.${number}` },
        more: { '00204000': ['LT', String(number).repeat(20_000)] },
      })
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  it('loses nothing that was acknowledged; sent again, everything is there once', async () => {
    for (let round = 0; round < 20; round++) {
      const folder = join(root, String(round))
      const port = await freePort()
      const store = () => dcmtk('storescu', ['-v', '-aet', 'TOMO', '127.0.0.1', String(port), '+sd', sent()])
      const kept = async () =>
        (await readdir(join(folder, 'station', 'studies', hashOf('2.25.1'))).catch(() => [])).filter((name) =>
          name.endsWith('.dcm'),
        )
      const first = await startProgram(folder, { port })
      const sending = store()
      await sleep(randomInt(20, 600))
      await first.close()
      const acknowledged = (await sending).text.split('Received Store Response (Success)').length - 1
      expect((await kept()).length).toBeGreaterThanOrEqual(acknowledged)

      const second = await startProgram(folder, { port })
      expect((await store()).status).toBe(0)
      expect(await kept()).toHaveLength(images)
      await second.close()
    }
  })
})
