import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { freePort } from '#tests/free-port.ts'
import { startTestProduct } from '#tests/product.ts'
import { killHard, printed } from '#tests/programs/run.ts'

describe.each(engines())('the product on $name', (engine) => {
  it('answers as a site, a backend and to its main administrator', async () => {
    const product = await startTestProduct({ engine })
    try {
      const health = await fetch(`${product.url}/healthz`)
      expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
      expect(await (await fetch(`${product.url}/config.json`)).json()).toEqual({
        supabaseUrl: product.url,
        supabaseAnonKey: product.keys.anonKey,
      })
      const landing = await (await fetch(product.url)).text()
      expect(landing).toContain('Diagnóstico por Imagen 3D')
      expect(landing).toContain('Escaneo Intraoral')
      const missing = await fetch(`${product.url}/no-existe`)
      expect(missing.status).toBe(404)
      expect(await missing.text()).toContain('<title>Página No Encontrada</title>')
      expect(await (await fetch(`${product.url}/dashboard`)).text()).toContain('<title>Portal</title>')

      const { email, password } = product.admin
      const signIn = await fetch(`${product.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: product.keys.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      })
      expect(signIn.status).toBe(200)
      const { rows } = await product.database.query(
        `select p.role, p.is_admin, s.must_change from public.profiles p
         join private.account_state s on s.user_id = p.id where p.email = $1`,
        [email],
      )
      expect(rows).toEqual([{ role: 'doctor', is_admin: true, must_change: true }])
    } finally {
      await product.stop()
    }
  })
})

const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url))

describe('npm start', () => {
  let folder: string
  let port: number
  const children: ChildProcess[] = []

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'indice-life-'))
    await chmod(folder, 0o711)
    port = await freePort()
  })
  afterEach(async () => {
    for (const child of children.splice(0)) await end(child, 'SIGTERM')
    await rm(folder, { recursive: true, force: true })
  })

  function start(env: Record<string, string> = {}): ChildProcess {
    const child = spawn(process.execPath, ['--import', 'tsx', main], {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        DATA_DIR: join(folder, 'data'),
        PORT: String(port),
        ADMIN_EMAIL: 'principal@clinica.test',
        ALLOW_PGLITE: '1',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    return child
  }
  const isReady = (text: string) => text.includes('Listo: ')

  it('prints the e-mail and the one-time password once, holds its folder alone and stops cleanly', async () => {
    const first = start()
    const said = await printed(first, isReady)
    expect(said.match(/Correo: principal@clinica\.test\nContraseña de un solo uso: \S{12}/g)).toHaveLength(1)

    const second = start({ PORT: '0' })
    expect(await failure(second)).toContain('está en uso por otro proceso')
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)

    expect(await end(first, 'SIGTERM')).toBe(0)
    const third = start()
    expect(await printed(third, isReady)).not.toContain('Contraseña')
    expect(await end(third, 'SIGINT')).toBe(0)
  })

  it('goes on after kill -9 with everything that it had acknowledged', async () => {
    const first = start()
    await printed(first, isReady)
    const { supabaseAnonKey } = await (await fetch(`http://127.0.0.1:${port}/config.json`)).json()
    const asked = await fetch(`http://127.0.0.1:${port}/rest/v1/study_requests`, {
      method: 'POST',
      headers: { apikey: supabaseAnonKey, 'content-type': 'application/json', prefer: 'return=minimal' },
      body: JSON.stringify({
        patient_name: 'Ana Ruiz',
        patient_email: 'ana@clinica.test',
        patient_phone: '9620000000',
        study_type: 'Radiografía Carpal',
        status: 'pendiente',
        privacy_version: 'plantilla-2',
        privacy_accepted_at: new Date().toISOString(),
      }),
    })
    expect(asked.status).toBe(201)
    await killHard(first)

    const second = start()
    await printed(second, isReady)
    const config = await (await fetch(`http://127.0.0.1:${port}/config.json`)).json()
    expect(config.supabaseAnonKey).toBe(supabaseAnonKey)
    const { serviceRoleKey } = JSON.parse(await readFile(join(folder, 'data/keys.json'), 'utf8'))
    const kept = await fetch(`http://127.0.0.1:${port}/rest/v1/study_requests?select=patient_name`, {
      headers: { apikey: serviceRoleKey },
    })
    expect(await kept.json()).toEqual([{ patient_name: 'Ana Ruiz' }])
    expect(await end(second, 'SIGTERM')).toBe(0)
  })

  it('says what is missing or wrong', async () => {
    expect(await failure(start({ ADMIN_EMAIL: '' }))).toContain('Falta ADMIN_EMAIL')
    expect(await failure(start({ PORT: 'x', TRUST_PROXY: 'si' }))).toMatch(/PORT debe.*\nTRUST_PROXY debe/)
  })
})

/** Sends the signal and returns the exit code. */
async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGINT'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  return exit
}

/** The message of a program that must not start. */
async function failure(child: ChildProcess): Promise<string> {
  let text = ''
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  expect(code).toBe(1)
  return text
}
