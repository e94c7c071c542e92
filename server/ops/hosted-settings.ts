import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Config } from '#server/config.ts'
import { type Finding, ok, problem, warning } from './finding.ts'
import { reach } from './hosted-fetch.ts'

type Settings = Record<string, string | number | boolean>
type Part = 'config/auth' | 'postgrest'

/** The settings of one project, by the platform's Management API. Both throw in Spanish, with the status that was answered. */
export type SettingsApi = {
  read(part: Part): Promise<Record<string, unknown>>
  write(part: Part, settings: Settings): Promise<void>
}

/** The API for the project at `url` (`https://<ref>.supabase.co`), as whoever made `accessToken`. */
export function settingsApi(
  url: string,
  accessToken: string,
  api = 'https://api.supabase.com/v1/projects',
): SettingsApi {
  const ref = new URL(url).hostname.split('.')[0]
  const ask = async (part: Part, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const answer = await reach(`${api}/${ref}/${part}`, {
      ...init,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    })
    if (!answer.ok)
      throw new Error(
        `Supabase respondió ${answer.status} a los ajustes del proyecto (${part}): revisa SUPABASE_ACCESS_TOKEN y SUPABASE_URL.`,
      )
    return z.record(z.string(), z.unknown()).parse(await answer.json())
  }
  return {
    read: (part) => ask(part),
    write: async (part, settings) =>
      void (await ask(part, { method: 'PATCH', body: JSON.stringify(settings) })),
  }
}

/** What our own sign-in service does by itself, said in the platform's names. */
async function wantedOfAuth({ publicUrl, mail }: Config): Promise<Settings> {
  return {
    // Accounts are made by a doctor or an administrator, and confirmed.
    disable_signup: true,
    external_email_enabled: true,
    external_anonymous_users_enabled: false,
    external_phone_enabled: false,
    mailer_autoconfirm: false,
    site_url: publicUrl,
    uri_allow_list: `${publicUrl}/**`,
    password_min_length: 6,
    jwt_exp: 3600,
    refresh_token_rotation_enabled: true,
    security_refresh_token_reuse_interval: 10,
    // The portal asks for the password by signing in anew; the platform's own check would ask for a code by mail as well.
    security_update_password_require_reauthentication: false,
    mfa_totp_enroll_enabled: true,
    mfa_totp_verify_enabled: true,
    mailer_otp_length: 8,
    mailer_otp_exp: 3600,
    mailer_subjects_recovery: 'Cambia tu contraseña',
    mailer_templates_recovery_content: await readFile(
      new URL('../../supabase/templates/recovery.html', import.meta.url),
      'utf8',
    ),
    mailer_notifications_password_changed_enabled: true,
    mailer_notifications_mfa_factor_enrolled_enabled: true,
    mailer_notifications_mfa_factor_unenrolled_enabled: true,
    ...(mail && smtpSettings(mail)),
  }
}

/** Those that not every plan has, each with what stands in for it. */
const wantedOfPlans: [settings: Settings, without: string][] = [
  [
    { sessions_timebox: 2160, sessions_inactivity_timeout: 720 },
    'Las sesiones viejas las termina la tarea de cada minuto.',
  ],
  [
    { password_hibp_enabled: true },
    'Solo los formularios rechazan contraseñas comunes; las filtradas se aceptan.',
  ],
]

const wantedOfData: Settings = { db_schema: 'public', max_rows: 1000 }

function smtpSettings({ smtpUrl, from }: NonNullable<Config['mail']>): Settings {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const [, name = '', address = from] = /^\s*(.*?)\s*<(.+)>\s*$/.exec(from) ?? []
  return {
    smtp_host: hostname,
    smtp_port: port || (protocol === 'smtps:' ? '465' : '587'),
    smtp_user: decodeURIComponent(username),
    smtp_pass: decodeURIComponent(password),
    smtp_admin_email: address,
    smtp_sender_name: name || address,
  }
}

/** The platform tells a secret in another form than it takes it. */
const isSecret = (name: string) => name === 'smtp_pass'

/**
 * Sets what sign-in and data of a hosted project need, where it is not so already, and reports what the platform did not take.
 * Throws when the platform cannot be asked.
 */
export async function keepHostedSettings(
  api: SettingsApi,
  config: Config,
  tell: (finding: Finding) => void,
): Promise<void> {
  for (const [part, wanted, where] of [
    ['config/auth', await wantedOfAuth(config), 'Authentication'],
    ['postgrest', wantedOfData, 'Project Settings → Data API'],
  ] as const) {
    const left = await keep(api, part, wanted)
    if (left.length === 0) tell(ok(`Ajustes de ${where}: ${Object.keys(wanted).length}, todos como deben.`))
    else tell(problem(`Supabase no aceptó: ${left.join(', ')}.`, `Ajústalos en ${where}.`))
  }
  for (const [wanted, without] of wantedOfPlans) {
    const left = await keep(api, 'config/auth', wanted)
    if (left.length === 0) tell(ok(`Ajustes del plan: ${Object.keys(wanted).join(', ')}.`))
    else tell(warning(`El plan del proyecto no ofrece ${left.join(', ')}. ${without}`, 'No es obligatorio.'))
  }
  if (!config.mail)
    tell(
      warning(
        'Sin SMTP_URL, Supabase envía los correos de acceso con su propio remitente, que es solo para pruebas.',
        'Define SMTP_URL y MAIL_FROM y repite npm run hosted.',
      ),
    )
}

/** Writes what differs; returns the names that are still different afterwards. */
async function keep(api: SettingsApi, part: Part, wanted: Settings): Promise<string[]> {
  const differing = (found: Record<string, unknown>) =>
    Object.keys(wanted).filter((name) => !isSecret(name) && (found[name] ?? '') !== wanted[name])
  const before = differing(await api.read(part))
  if (before.length === 0) return []
  // A secret goes along with its neighbours.
  const secrets = before.some((name) => name.startsWith('smtp_')) ? Object.keys(wanted).filter(isSecret) : []
  const changes = Object.fromEntries([...before, ...secrets].map((name) => [name, wanted[name] ?? '']))
  // What was refused as a whole is seen in what is still different.
  await api.write(part, changes).catch(() => {})
  return differing(await api.read(part))
}
