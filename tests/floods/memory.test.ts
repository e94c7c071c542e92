import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuth } from '#server/auth/auth.ts'
import { addAccount, keys } from '#tests/contract/accounts.ts'
import { engines, type FreshDatabase, freshDatabase } from '#tests/engines.ts'
import { forge } from '#tests/hostile/test-backend.ts'
import { killHard, printed, runProgram } from '#tests/programs/run.ts'

const most = 600 * 1024
const notes = 1000
const letters = 5000

describe.runIf(process.platform === 'linux').each(engines().filter(({ kind }) => kind === 'postgres'))(
  'the memory of the product on $name',
  (engine) => {
    let fresh: FreshDatabase | undefined
    let folder: string | undefined
    let product: ReturnType<typeof runProgram> | undefined
    let url: string
    const tokens: string[] = []

    beforeAll(async () => {
      fresh = await freshDatabase(engine)
      const { database } = fresh
      const sendMail = async () => {}
      const auth = createAuth({ database, keys, publicUrl: 'http://clinica.test', sendMail })
      const account = { password: 'Demo-2026!', must_change: false }
      const patient = await addAccount(database, auth, { ...account, email: 'paciente@clinica.test' })
      // Three costly questions lead to a pause, so each question comes from somebody else.
      let doctor = ''
      for (let at = 0; at < 5; at++) {
        const email = `doctora${at}@clinica.test`
        doctor = await addAccount(database, auth, { ...account, email, role: 'doctor' })
        await database.query('insert into private.doctor_patients (doctor_id, patient_id) values ($1, $2)', [
          doctor,
          patient,
        ])
        tokens.push(await forge({ role: 'authenticated', sub: doctor }))
      }
      await database.query(
        `insert into public.medical_notes (doctor_id, patient_id, note)
         select $1, $2, repeat('n', ${letters}) from generate_series(1, ${notes})`,
        [doctor, patient],
      )
      folder = await mkdtemp(join(tmpdir(), 'indice-memory-'))
      product = runProgram('product', [], {
        PORT: '0',
        DATA_DIR: folder,
        DATABASE_URL: fresh.url ?? '',
        ADMIN_EMAIL: 'principal@clinica.test',
        JWT_SECRET: keys.jwtSecret,
        ANON_KEY: keys.anonKey,
        SERVICE_ROLE_KEY: keys.serviceRoleKey,
      })
      const text = await printed(product, (lines) => /^Listo: .*\n/m.test(lines))
      url = /^Listo: (.*)$/m.exec(text)?.[1] ?? ''
    })
    afterAll(async () => {
      if (product) await killHard(product)
      await fresh?.dispose()
      if (folder) await rm(folder, { recursive: true, force: true })
    })

    async function ask(token: string | undefined, path: string, headers: Record<string, string> = {}) {
      const response = await fetch(`${url}/rest/v1/${path}`, {
        headers: { apikey: keys.anonKey, authorization: `Bearer ${token}`, ...headers },
      })
      return { status: response.status, text: await response.text() }
    }

    /** The most memory that the process has ever held, in KB. */
    async function peak(): Promise<number> {
      const status = await readFile(`/proc/${product?.pid}/status`, 'utf8')
      return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1])
    }

    const many = (count: number, what: string) =>
      Array.from({ length: count }, (_, at) => `z${at}:${what}`).join(',')

    it.each([
      ['more items than a select may have', 400, `medical_notes?limit=80&select=${many(1000, 'note')}`],
      ['the longest text a hundred times', 413, `medical_notes?select=${many(100, 'note')}`],
      ['the same in one embedded list', 413, `profiles?select=medical_notes!patient_id(${many(99, 'note')})`],
      [
        'many embedded lists',
        413,
        `profiles?select=${many(20, 'medical_notes!patient_id(a:note,b:note,c:note)')}`,
      ],
    ])('stays within bounds when one asks for %s', async (_what, status, path) => {
      const token = tokens.pop()
      const answer = await ask(token, path)
      expect([answer.status, answer.text.length < 1000]).toEqual([status, true])
      expect(await peak()).toBeLessThan(most)
      expect((await ask(token, 'medical_notes?select=id&limit=1')).status).toBe(200)
    })

    it('stays within bounds when the rows are asked for as lines', async () => {
      const path = `medical_notes?select=${many(100, 'note')}`
      expect((await ask(tokens.pop(), path, { accept: 'text/csv' })).status).toBe(413)
      expect(await peak()).toBeLessThan(most)
    })
  },
)
