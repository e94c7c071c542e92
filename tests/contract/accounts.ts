import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import type { Database } from '#server/base/database.ts'
import { ClosedWebSocket } from '#server/functions/closed-web-socket.ts'
import type { Keys, Service } from '#server/identity.ts'

/** The keys of an installation with this secret. */
export async function keysOf(jwtSecret: string): Promise<Keys> {
  const keyFor = (role: 'anon' | 'service_role') =>
    new SignJWT({ role, iss: 'supabase' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(jwtSecret))
  return { jwtSecret, anonKey: await keyFor('anon'), serviceRoleKey: await keyFor('service_role') }
}

export const keys = await keysOf('a secret of the tests, long enough for HS256')

export const url = 'http://clinica.test'

/** supabase-js for a service in the same process; `address` is the client's, as the socket layer writes it. */
export function connect(service: Service, key = keys.anonKey, address = '192.0.2.1'): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      fetch: (input, init) => {
        const request = new Request(input, init)
        request.headers.set('x-forwarded-for', address)
        return service(request)
      },
    },
    // Node 20 has no WebSocket, and createClient requires one even when nobody listens.
    realtime: { transport: ClosedWebSocket },
  })
}

export type NewAccount = {
  email: string
  password: string
  full_name?: string
  role?: 'doctor' | 'patient' | 'paciente'
  is_admin?: boolean
  must_change?: boolean
}

/** An account made as the owner of the installation makes one: prepared in the database, then created by the auth service. */
export async function addAccount(database: Database, service: Service, account: NewAccount): Promise<string> {
  await database.query(
    `insert into private.prepared_accounts (email, full_name, role, is_admin, must_change)
     values ($1, $2, $3, $4, $5)`,
    [
      account.email,
      account.full_name ?? 'Persona de Prueba',
      account.role ?? 'patient',
      account.is_admin ?? false,
      account.must_change ?? false,
    ],
  )
  const { data, error } = await connect(service, keys.serviceRoleKey).auth.admin.createUser({
    email: account.email,
    password: account.password,
    email_confirm: true,
    user_metadata: { full_name: account.full_name ?? 'Persona de Prueba' },
  })
  if (error) throw error
  return data.user.id
}

/** What the link of a message for a forgotten password carries, as the page behind it reads it. */
export function recoveryToken(link: string): string {
  return new URLSearchParams(new URL(link).hash.slice(1)).get('token_hash') ?? ''
}
