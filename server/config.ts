import { join, resolve } from 'node:path'
import { isEmail } from '#domain/contact.ts'
import { isTimeZone } from '#domain/days.ts'
import { visible } from '#domain/visible.ts'
import { type DicomConfig, readDicom } from '#station/environment.ts'
import type { Keys } from './identity.ts'

/** The checked environment. Folders are absolute. */
export type Config = {
  host: string
  port: number
  /** Without a final slash. */
  publicUrl: string
  /** Whether PUBLIC_URL was set. If not, any address that reaches us is accepted. */
  hasPublicUrl: boolean
  dataDir: string
  databaseUrl: string | undefined
  /** A hosted Supabase project; then this process serves only the site. */
  hosted: { url: string; anonKey: string } | undefined
  keys: Partial<Keys>
  adminEmail: string | undefined
  trustProxy: boolean
  clinicFile: string | undefined
  allowPglite: boolean
  clinicTimeZone: string
  mail: { smtpUrl: string; from: string } | undefined
  /** With a hosted project and mail: what the project gives its messages for. */
  senderKey: string | undefined
  /** Where imaging machines reach the station, and what it watches; undefined where none runs in this process. */
  dicom: DicomConfig | undefined
  /** With a hosted project: what the station calls it with. */
  stationKey: string | undefined
}

/** Environment variables are wrong; the message has one line for each. */
export class ConfigError extends Error {}

type Environment = Record<string, string | undefined>

/**
 * Reads the environment. `defaultDataDir` is used without DATA_DIR, relative to the working folder. Throws
 * ConfigError in Spanish; it names every wrong variable and never shows a secret.
 */
export function readConfig(env: Environment, defaultDataDir: string): Config {
  const problems: string[] = []
  const get = (name: string): string | undefined => visible(env[name] ?? '').trim() || undefined
  const fail = <T>(problem: string, instead: T): T => {
    problems.push(problem)
    return instead
  }
  const flag = (name: string): boolean => {
    const value = get(name) ?? '0'
    return value === '1' || (value === '0' ? false : fail(`${name} debe ser 1 o 0.`, false))
  }
  const url = (name: string, protocols: string[], example: string): string | undefined => {
    const value = get(name)
    if (value === undefined) return undefined
    const isRight = URL.canParse(value) && protocols.includes(new URL(value).protocol)
    return isRight ? value : fail(`${name} debe ser una dirección como ${example}.`, undefined)
  }

  const portText = get('PORT') ?? '3000'
  const port = Number(portText)
  if (!/^\d{1,5}$/.test(portText) || port > 65535) problems.push('PORT debe ser un número de 0 a 65535.')
  const host = get('HOST') ?? '127.0.0.1'

  const publicUrl = url('PUBLIC_URL', ['http:', 'https:'], 'https://clinica.mx')
  if (publicUrl && new URL(publicUrl).pathname !== '/') {
    problems.push('PUBLIC_URL no lleva ruta: solo https:// y el nombre del sitio.')
  }

  const hostedUrl = url('SUPABASE_URL', ['http:', 'https:'], 'https://proyecto.supabase.co')
  const hostedKey = get('SUPABASE_ANON_KEY')
  if (Boolean(get('SUPABASE_URL')) !== Boolean(hostedKey)) {
    problems.push('SUPABASE_URL y SUPABASE_ANON_KEY van juntas: define ambas o ninguna.')
  }

  const adminEmail = get('ADMIN_EMAIL')?.toLowerCase()
  if (adminEmail !== undefined && !isEmail(adminEmail))
    problems.push('ADMIN_EMAIL debe ser un correo electrónico.')

  const jwtSecret = get('JWT_SECRET')
  const anonKey = get('ANON_KEY')
  const serviceRoleKey = get('SERVICE_ROLE_KEY')
  if (jwtSecret !== undefined && jwtSecret.length < 32) {
    problems.push('JWT_SECRET debe tener 32 caracteres o más.')
  }
  if (jwtSecret === undefined && (anonKey ?? serviceRoleKey)) {
    problems.push('ANON_KEY y SERVICE_ROLE_KEY se firman con JWT_SECRET: define también JWT_SECRET.')
  }

  const clinicTimeZone = get('CLINIC_TIME_ZONE') ?? 'America/Mexico_City'
  if (!isTimeZone(clinicTimeZone)) {
    problems.push('CLINIC_TIME_ZONE debe ser una zona horaria como America/Mexico_City.')
  }

  const smtpUrl = url('SMTP_URL', ['smtp:', 'smtps:'], 'smtps://usuario:clave@correo.mx')
  const from = get('MAIL_FROM')
  if (smtpUrl && !from) problems.push('Con SMTP_URL hace falta MAIL_FROM, el remitente.')

  const senderKey = get('SENDER_KEY')
  if (senderKey !== undefined && !/^[0-9a-f]{32}$/.test(senderKey))
    problems.push('SENDER_KEY son los 32 signos de sender_key.')
  if (senderKey !== undefined && !(hostedUrl && smtpUrl))
    problems.push('SENDER_KEY es para un proyecto de Supabase: define también SUPABASE_URL y SMTP_URL.')

  const dicom = readDicom(env, (problem) => problems.push(problem))
  const stationKey = get('STATION_KEY')
  if (dicom && hostedUrl && stationKey === undefined)
    problems.push('DICOM_PORT y DICOM_FOLDER con un proyecto de Supabase necesitan STATION_KEY.')

  const clinicFile = get('CLINIC_CONFIG')
  const config: Config = {
    host,
    port,
    publicUrl: publicUrl
      ? new URL(publicUrl).origin
      : `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    hasPublicUrl: publicUrl !== undefined,
    dataDir: resolve(get('DATA_DIR') ?? defaultDataDir),
    databaseUrl: url(
      'DATABASE_URL',
      ['postgres:', 'postgresql:'],
      'postgresql://usuario:clave@servidor/base',
    ),
    hosted: hostedUrl && hostedKey ? { url: hostedUrl.replace(/\/+$/, ''), anonKey: hostedKey } : undefined,
    keys: {
      ...(jwtSecret && { jwtSecret }),
      ...(anonKey && { anonKey }),
      ...(serviceRoleKey && { serviceRoleKey }),
    },
    adminEmail,
    trustProxy: flag('TRUST_PROXY'),
    clinicFile: clinicFile && resolve(clinicFile),
    allowPglite: flag('ALLOW_PGLITE'),
    clinicTimeZone,
    mail: smtpUrl && from ? { smtpUrl, from } : undefined,
    senderKey,
    dicom,
    stationKey,
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

/** Where outgoing messages are written when there is no SMTP. */
export function outboxOf(config: Config): string {
  return join(config.dataDir, 'outbox')
}
