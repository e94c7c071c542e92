import { randomBytes, randomUUID } from 'node:crypto'
import { addressLine } from '#domain/appointment-message.ts'
import type { Clinic } from '#domain/clinic.ts'
import { temporaryPassword } from '#domain/credentials.ts'
import type { Database } from './base/database.ts'
import type { Config } from './config.ts'
import type { Keys, Service } from './identity.ts'

/**
 * Writes the installation's settings to the database. Returns the main administrator's e-mail. Throws in
 * Spanish when there is none yet, or ADMIN_EMAIL names another.
 */
export async function keepSettings(database: Database, config: Config): Promise<string> {
  const { rows } = await database.query<{ value: string }>(
    `select value from private.app_settings where key = 'admin_email'`,
  )
  const kept = rows[0]?.value
  const email = kept ?? config.adminEmail
  if (email === undefined) {
    throw new Error(
      'Falta ADMIN_EMAIL: el correo del administrador principal. Por ejemplo: ADMIN_EMAIL=tu@correo.mx npm start',
    )
  }
  if (config.adminEmail !== undefined && config.adminEmail !== email) {
    throw new Error(
      `El administrador principal de esta instalación es ${email}. Corrige o quita ADMIN_EMAIL.`,
    )
  }
  await database.query(
    `insert into private.app_settings (key, value) values ('admin_email', $1), ('clinic_time_zone', $2)
     on conflict (key) do update set value = excluded.value where app_settings.value <> excluded.value`,
    [email, config.clinicTimeZone],
  )
  // Screens offer mail, and it is noted as due, only while somebody sends it.
  if (config.mail)
    await database.query(
      `insert into private.app_settings (key, value) values ('mail', 'on')
       on conflict (key) do update set value = 'on' where app_settings.value <> 'on'`,
    )
  else
    await database.query(
      `update private.app_settings set value = 'off' where key = 'mail' and value <> 'off'`,
    )
  return email
}

/** Writes what a signed report names of the clinic, which it keeps, and whether studies get reports at all. */
export async function keepLetterhead(database: Database, { name, address, reports }: Clinic): Promise<void> {
  await database.query(
    `insert into private.app_settings (key, value)
     values ('clinic_name', left($1, 500)), ('clinic_address', left($2, 500)), ('reports', $3)
     on conflict (key) do update set value = excluded.value where app_settings.value <> excluded.value`,
    [name, addressLine(address), reports ? 'on' : 'off'],
  )
}

/** What the station calls the backend with: made with the database, and in no backup. */
export async function readStationKey(database: Database): Promise<string> {
  const { rows } = await database.query<{ value: string }>(
    `select value from private.app_settings where key = 'station_key'`,
  )
  return rows[0]?.value ?? ''
}

/**
 * Creates the main administrator's account if missing and returns its one-time password, which is stored
 * nowhere and must be changed at the first sign-in. Returns undefined when the account exists.
 */
export async function ensureMainAdmin(parts: {
  database: Database
  backend: Service
  keys: Pick<Keys, 'serviceRoleKey'>
  email: string
}): Promise<string | undefined> {
  const { database, backend, keys, email } = parts
  const known = await database.query('select 1 as one from auth.users where lower(email) = $1', [email])
  if (known.rows.length > 0) return undefined
  const id = randomUUID()
  await database.transaction(async (tx) => {
    // An interrupted start may have left one.
    await tx.query('delete from private.prepared_accounts where email = $1 and created_by is null', [email])
    await tx.query(
      `insert into private.prepared_accounts (id, email, full_name, role, is_admin, must_change)
       values ($1::uuid, $2, 'Administrador principal', 'doctor', true, true)`,
      [id, email],
    )
  })
  const password = temporaryPassword(randomBytes)
  const answer = await backend(
    new Request('http://localhost/auth/v1/admin/users', {
      method: 'POST',
      headers: {
        apikey: keys.serviceRoleKey,
        authorization: `Bearer ${keys.serviceRoleKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ id, email, password, email_confirm: true }),
    }),
  )
  if (!answer.ok) {
    throw new Error(`No se pudo crear la cuenta del administrador principal (${answer.status}).`)
  }
  return password
}
