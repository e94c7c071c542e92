import { randomInt } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/base/database.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { headerOf } from '#station/header.ts'
import { readFileHead } from '#station/part10.ts'
import { hashOf } from '#station/spool.ts'
import { freePort } from '#tests/free-port.ts'
import { killHard, printed, runProgram } from '#tests/programs/run.ts'
import { until } from '#tests/until.ts'
import { hasDcmtk, storescu } from './dcmtk.ts'
import { startProgram } from './program.ts'
import { writeImage } from './stage.ts'

const images = 40
/** Sendings that are cut off: of the station alone, of the product, and of its database. */
const rounds = { station: 8, server: 6, database: 6 }

/** A folder with a study of so many instances. */
async function writeStudy(folder: string, study: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (let number = 0; number < images; number++)
    await writeImage(folder, {
      ...{ study, instance: `${study}.${number}`, name: 'Soto^Ana' },
      more: { '00204000': ['LT', String(number).repeat(20_000)] },
    })
  return folder
}

/** How many instances of a study lie in a station's folder. */
async function keptIn(dataDir: string, study: string): Promise<number> {
  const files = await readdir(join(dataDir, 'station', 'studies', hashOf(study))).catch(() => [])
  return files.filter((name) => name.endsWith('.dcm')).length
}

const acknowledged = (text: string) => text.split('Received Store Response (Success)').length - 1

describe.runIf(hasDcmtk)('kill -9 while a machine sends', () => {
  let root = ''

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'indice-cut-'))
    await chmod(root, 0o711)
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  it('of the station: nothing that was acknowledged is lost; sent again, everything is there once', async () => {
    const sent = await writeStudy(join(root, 'images'), '2.25.1')
    for (let round = 0; round < rounds.station; round++) {
      const folder = join(root, String(round))
      const port = await freePort()
      const first = await startProgram(folder, { port })
      const sending = storescu(port, sent)
      await sleep(randomInt(20, 600))
      await first.close()
      expect(await keptIn(folder, '2.25.1')).toBeGreaterThanOrEqual(acknowledged((await sending).text))

      const second = await startProgram(folder, { port })
      expect((await storescu(port, sent)).status).toBe(0)
      expect(await keptIn(folder, '2.25.1')).toBe(images)
      await second.close()
    }
  })

  describe('of the product', () => {
    let clinic: Awaited<ReturnType<typeof openProgram>>

    beforeEach(async () => {
      clinic = await openProgram(join(root, `clinic-${randomInt(1e9)}`))
    })
    afterEach(() => clinic?.close())

    it.each(['server', 'database'] as const)(
      'of its %s: nothing that was acknowledged is lost; sent again, each instance is once in one file',
      async (victim) => {
        for (let round = 0; round < rounds[victim]; round++) {
          const study = `2.25.${victim.length}${round}`
          const sent = await writeStudy(join(root, victim, String(round)), study)
          const sending = storescu(clinic.dicomPort, sent)
          // Some cuts come while the study is brought.
          await sleep(randomInt(20, 2000))
          await clinic.kill(victim)
          const { text } = await sending
          expect(await keptIn(clinic.dataDir, study)).toBeGreaterThanOrEqual(acknowledged(text))
          if (victim === 'server') await clinic.start()
          await until(async () => expect((await storescu(clinic.dicomPort, sent)).status).toBe(0), 60)
          const own = Array.from({ length: images }, (_, number) => `${study}.${number}`)
          await until(async () => expect(await clinic.instancesOf(study)).toEqual(own.sort()), 90)
        }
      },
      // Six restarts and deliveries.
      600_000,
    )
  })
})

/** The whole product with a database of its own, as a clinic runs it, and the machine TOMO. */
async function openProgram(dataDir: string) {
  const [port, dicomPort] = [await freePort(), await freePort()]
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    DICOM_PORT: String(dicomPort),
    ADMIN_EMAIL: 'principal@clinica.test',
  }
  let child = runProgram('product', [], env)
  const ready = () => printed(child, (text) => text.includes('Listo: '))
  await ready()

  async function inDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const [, , , , host = ''] = await postmaster()
    const password = await readFile(join(dataDir, 'postgres.password'), 'utf8')
    const database = await openPostgres({ host, user: 'postgres', password, database: 'postgres' })
    return work(database).finally(() => database.close())
  }
  /** The process, its folder, when it began, its port, the folder of its socket. */
  const postmaster = async () =>
    (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')

  await inDatabase((database) =>
    database.exec(`insert into public.machines (name, aet) values ('Tomógrafo', 'TOMO')`),
  )
  return {
    dataDir,
    dicomPort,
    async start() {
      child = runProgram('product', [], env)
      await ready()
    },
    async kill(victim: 'server' | 'database') {
      if (victim === 'server') await killHard(child)
      else process.kill(Number((await postmaster())[0]), 'SIGKILL')
    },
    /** The instances in the delivered file of a study, sorted. */
    async instancesOf(study: string): Promise<string[]> {
      const { rows } = await inDatabase((database) =>
        database.query<{ path: string }>(
          `select path from public.arrivals where study_uid = $1 and state = 'complete'`,
          [study],
        ),
      )
      const { serviceRoleKey } = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'))
      const answer = await fetch(`http://127.0.0.1:${port}/storage/v1/object/study_files/${rows[0]?.path}`, {
        headers: { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` },
      })
      const found: string[] = []
      for (const entry of await new ZipReader(new BlobReader(await answer.blob())).getEntries()) {
        if (entry.directory) continue
        const bytes = Buffer.from(await entry.getData(new Uint8ArrayWriter()))
        const { start = 0, transferSyntax = '' } = readFileHead(bytes) ?? {}
        found.push(headerOf(bytes.subarray(start), transferSyntax).instance)
      }
      return found.sort()
    },
    async close() {
      child.kill('SIGTERM')
      await new Promise((resolve) => child.once('exit', resolve))
    },
  }
}
