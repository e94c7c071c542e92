import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mainAdminEmail } from '#demo/generate/accounts.ts'
import type { Database } from '#server/base/database.ts'
import { startMailServer } from '#tests/mail-server.ts'
import { startTestProduct } from '#tests/product.ts'
import { runCommand } from '#tests/programs/command.ts'
import { until } from '#tests/until.ts'

/** The agenda's part of a backup. */
const kept = [
  ...[
    'public.citas',
    'public.cita_links',
    'private.cita_link_tokens',
    'public.cita_events',
    'public.messages',
  ],
  ...['public.clinic_hours', 'public.clinic_closures', 'private.activations'],
]

/** Beside the demo's own: a doctor's week, changed settings, a link to activate an account, and mails that were due hours ago. */
const workday = `
  insert into public.clinic_hours (doctor_id, weekday, opens, closes)
    select id, 1, '10:00', '12:00' from public.profiles where email = 'doctora@clinica.test';
  insert into private.app_settings (key, value) values ('agenda', '{"mail_reminders": false, "notice_hours": 7}');
  insert into private.activations (user_id, token_hash, expires_at)
    select id, sha256('token'), now() + interval '1 day' from public.profiles where email = 'paciente2@clinica.test';
  insert into public.citas (patient_id, doctor_id, appointment_date, appointment_time, study_type)
    select p.id, d.id, current_date + 40, '05:00', 'Escaneo Intraoral' from public.profiles p, public.profiles d
    where p.email in ('paciente@clinica.test', 'paciente2@clinica.test')
      and d.email = replace(replace(p.email, 'paciente2', 'doctor'), 'paciente', 'doctora');
  insert into public.messages (kind, channel, cita_id, patient_id, due_at, key)
    select k.kind, 'correo', c.id, c.patient_id, now() - k.late * interval '1 hour', private.message_key(k.kind, 'correo', c)
    from public.citas c join public.profiles p on p.id = c.patient_id
    join (values ('paciente@clinica.test', 'cita_nueva', 5), ('paciente2@clinica.test', 'cita_nueva', 6),
      ('paciente2@clinica.test', 'recordatorio', 24)) as k (email, kind, late) on k.email = p.email
    where c.appointment_date = current_date + 40`

describe.each([
  ['the engine found by itself', undefined],
  ['PGlite', 'pglite'],
])('the agenda of yesterday’s backup on %s', (_, engineFolder) => {
  let folder: string
  let token: string
  let before: Record<string, string>
  const envOf = (name: string) => ({
    ADMIN_EMAIL: mainAdminEmail,
    DATA_DIR: join(folder, name),
    ALLOW_PGLITE: '1',
  })

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'indice-agenda-'))
    await chmod(folder, 0o711)
    // A folder that started with PGlite stays with it.
    if (engineFolder) await mkdir(join(folder, 'clinic', engineFolder), { recursive: true, mode: 0o700 })
    const product = await startTestProduct({ demo: true, env: envOf('clinic') })
    await product.database.exec(workday)
    const { rows } = await product.database.query<{ token: string }>(
      `select private.give_link_token(private.link_of_cita(c), 'copia') as token from public.citas c
       where c.appointment_date = current_date + 40 order by c.id limit 1`,
    )
    token = rows[0]?.token ?? ''
    before = await agendaOf(product.database)
    await product.stop()
    const archive = join(folder, 'clinic.tar.gz')
    expect(await runCommand('backup', envOf('clinic'), archive)).toMatchObject({ code: 0 })
    expect(await runCommand('restore', envOf('other'), archive)).toMatchObject({ code: 0 })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('comes back with its links, events, messages and hours', async () => {
    const product = await startTestProduct({ env: envOf('other') })
    try {
      for (const [name, rows] of Object.entries(before)) expect([name, rows.length > 2]).toEqual([name, true])
      expect(await agendaOf(product.database)).toEqual(before)
      const answer = await fetch(`${product.url}/rest/v1/rpc/cita_link`, {
        method: 'POST',
        headers: { apikey: product.keys.anonKey, 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      })
      expect(await answer.json()).toMatchObject({ cita: { time: '05:00:00' }, notice_hours: 7 })
    } finally {
      await product.stop()
    }
  })

  it('sends no mail that is six hours late, and one that is five', async () => {
    const smtp = await startMailServer()
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'citas@clinica.test' }
    const product = await startTestProduct({ env: { ...envOf('other'), ...mail } })
    try {
      await until(async () => {
        const { rows } = await product.database.query(
          `select from public.messages where channel = 'correo' and state in ('pendiente', 'enviando')`,
        )
        expect(rows).toEqual([])
      }, 60)
      const { rows } = await product.database.query(
        `select p.email, m.kind, m.state, m.problem from public.messages m join public.citas c on c.id = m.cita_id
         join public.profiles p on p.id = m.patient_id where c.appointment_date = current_date + 40 order by m.due_at`,
      )
      expect(rows).toEqual([
        { email: 'paciente2@clinica.test', kind: 'recordatorio', state: 'omitido', problem: 'tarde' },
        { email: 'paciente2@clinica.test', kind: 'cita_nueva', state: 'omitido', problem: 'tarde' },
        { email: 'paciente@clinica.test', kind: 'cita_nueva', state: 'enviado', problem: null },
      ])
      expect(smtp.arrived.map(({ to }) => to)).toEqual(['paciente@clinica.test'])
    } finally {
      await product.stop()
      await smtp.close()
    }
  })
})

/** Every row of each table of the agenda, and its settings, as text. */
async function agendaOf(database: Database): Promise<Record<string, string>> {
  const agenda: Record<string, string> = {}
  const parts = [
    ...kept.map((name) => [name, `select to_jsonb(t) as row from ${name} t`] as const),
    ['settings', `select value::jsonb as row from private.app_settings where key = 'agenda'`] as const,
  ]
  for (const [name, sql] of parts) {
    const { rows } = await database.query<{ all: string }>(
      `select coalesce(jsonb_agg(row order by row::text), '[]')::text as "all" from (${sql}) r`,
    )
    agenda[name] = rows[0]?.all ?? ''
  }
  return agenda
}
