import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recoveryLinkPath } from '#domain/addresses.ts'
import { readConfig } from '#server/config.ts'
import type { Finding } from './finding.ts'
import { keepHostedSettings, settingsApi } from './hosted-settings.ts'

const config = readConfig(
  {
    PUBLIC_URL: 'https://clinica.mx',
    SMTP_URL: 'smtps://citas%40clinica.mx:clave@correo.mx',
    MAIL_FROM: 'Clínica <citas@clinica.mx>',
  },
  '/nowhere',
)

let server: Server
let address = ''
let asked: { method?: string; url?: string; authorization?: string; body: Record<string, unknown> }[] = []
/** What the platform keeps, and the names that its plan does not have: a request with one of them is refused. */
const kept: Record<string, Record<string, unknown>> = {
  'config/auth': { disable_signup: false, site_url: 'http://localhost:3000' },
  postgrest: { db_schema: 'public,graphql_public', max_rows: 1000 },
}
const notOffered = 'password_hibp_enabled'

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { method, url = '', headers } = request
    let text = ''
    for await (const piece of request) text += piece
    const body: Record<string, unknown> = text ? JSON.parse(text) : {}
    asked.push({ method, url, authorization: headers.authorization, body })
    const part = url.replace('/v1/projects/proyecto/', '')
    if (notOffered in body) {
      response.writeHead(402).end('{}')
      return
    }
    Object.assign(kept[part] ?? {}, body, 'smtp_pass' in body && { smtp_pass: 'hash' })
    response.end(JSON.stringify(kept[part]))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const found = server.address()
  address = typeof found === 'object' && found ? `http://127.0.0.1:${found.port}/v1/projects` : ''
})
afterAll(() => server.close())

async function keep(): Promise<Finding[]> {
  asked = []
  const findings: Finding[] = []
  await keepHostedSettings(
    settingsApi('https://proyecto.supabase.co', 'sbp_token', address),
    config,
    (finding) => findings.push(finding),
  )
  return findings
}

it('sets what is not right, and says which settings the plan does not offer', async () => {
  const findings = await keep()
  expect(findings.map(({ level }) => level)).toEqual(['ok', 'ok', 'ok', 'warning'])
  expect(findings.at(-1)?.text).toContain(notOffered)
  expect(kept.postgrest).toEqual({ db_schema: 'public', max_rows: 1000 })
  expect(kept['config/auth']).toMatchObject({
    disable_signup: true,
    site_url: 'https://clinica.mx',
    uri_allow_list: 'https://clinica.mx/**',
    mailer_otp_length: 8,
    smtp_host: 'correo.mx',
    smtp_port: '465',
    smtp_user: 'citas@clinica.mx',
    smtp_admin_email: 'citas@clinica.mx',
    smtp_sender_name: 'Clínica',
    sessions_timebox: 2160,
  })
  expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set(['Bearer sbp_token']))
})

it('changes nothing where everything is right', async () => {
  await keep()
  expect(asked.filter(({ method, body }) => method !== 'GET' && !(notOffered in body))).toEqual([])
})

it('the letter for a forgotten password leads to our page, and is not used up by opening it', () => {
  const message = kept['config/auth']?.mailer_templates_recovery_content
  expect(message).toContain(`href="{{ .SiteURL }}${recoveryLinkPath('{{ .TokenHash }}')}"`)
  expect(message).toContain('{{ .Token }}')
  expect(message).not.toContain('ConfirmationURL')
})
