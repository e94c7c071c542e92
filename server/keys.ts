import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { createVerifyToken, type Keys } from './identity.ts'

const kept = z.object({ jwtSecret: z.string(), anonKey: z.string(), serviceRoleKey: z.string() })

/**
 * The installation's keys: those given, else those in `DATA_DIR/keys.json` (0600), else new ones, which are
 * saved there. Throws in Spanish when a given key does not match the secret.
 */
export async function keepKeys(dataDir: string, given: Partial<Keys>, now: Date): Promise<Keys> {
  const file = join(dataDir, 'keys.json')
  const old = await readKept(file)
  const jwtSecret = given.jwtSecret ?? old?.jwtSecret ?? randomBytes(48).toString('base64url')
  const reusable = old?.jwtSecret === jwtSecret ? old : undefined
  const keys: Keys = {
    jwtSecret,
    anonKey: given.anonKey ?? reusable?.anonKey ?? (await sign('anon', jwtSecret, now)),
    serviceRoleKey:
      given.serviceRoleKey ?? reusable?.serviceRoleKey ?? (await sign('service_role', jwtSecret, now)),
  }
  await check(keys, 'anonKey', 'ANON_KEY', 'anon')
  await check(keys, 'serviceRoleKey', 'SERVICE_ROLE_KEY', 'service_role')
  if (JSON.stringify(old) !== JSON.stringify(keys)) {
    await mkdir(dataDir, { recursive: true })
    await writeFile(`${file}.new`, JSON.stringify(keys, null, 2), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  return keys
}

async function readKept(file: string): Promise<Keys | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    // Only a missing file may lead to new keys: they would sign everyone out.
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return kept.parse(JSON.parse(text))
  } catch (error) {
    throw new Error(
      `El archivo ${file} está dañado: recupéralo de un respaldo, o bórralo para crear claves nuevas.`,
      {
        cause: error,
      },
    )
  }
}

async function sign(role: 'anon' | 'service_role', secret: string, now: Date): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000)
  return new SignJWT({ role })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('supabase')
    .setIssuedAt(issued)
    .setExpirationTime(issued + 10 * 365 * 86_400)
    .sign(new TextEncoder().encode(secret))
}

async function check(
  keys: Keys,
  field: 'anonKey' | 'serviceRoleKey',
  name: string,
  role: 'anon' | 'service_role',
): Promise<void> {
  const identity = await createVerifyToken(keys)(keys[field]).catch(() => undefined)
  if (identity?.role !== role) {
    throw new Error(`${name} no es una clave ${role} vigente firmada con JWT_SECRET. Corrígela o quítala.`)
  }
}
