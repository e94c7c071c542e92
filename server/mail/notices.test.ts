import { afterEach, describe, expect, it } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import type { Database } from '#server/base/database.ts'
import { readable, startMailServer } from '#tests/mail-server.ts'
import { noticeMail, startNotices } from './notices.ts'

let ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends) await end()
  ends = []
})

/** A sender of these notices, and what it told the database of each. */
function sending(url: string, rounds: { id: string; to: string }[][]) {
  const settled: unknown[] = []
  const database: Pick<Database, 'query'> = {
    query: async (sql: string, params?: readonly unknown[]) => {
      if (sql.includes('settle_notice')) settled.push(params)
      const rows = sql.includes('take_notices') ? (rounds.shift() ?? []).map((notice) => ({ notice })) : []
      return { rows: rows as never[], affected: rows.length }
    },
  }
  const notices = startNotices({
    database,
    mail: { smtpUrl: url, from: 'Clínica <portal@clinica.test>' },
    clinic: async () => sampleClinic,
    publicUrl: 'https://clinica.mx',
    everyMs: 3_600_000,
  })
  ends.push(() => notices.close())
  return { ...notices, settled }
}

const notice = (at: number) => ({
  id: `00000000-0000-4000-8000-00000000000${at}`,
  to: `persona${at}@correo.test`,
})

describe('news by mail', () => {
  it('says that there is something new, and nothing else', () => {
    const { subject, text } = noticeMail('https://clinica.mx', sampleClinic)
    expect(subject).toBe('Tienes un resultado nuevo')
    expect(text).toContain(
      'La clínica publicó algo nuevo en tu portal. Entra con tu correo para verlo: https://clinica.mx.',
    )
    expect(text).toContain('Por tu privacidad, este mensaje no dice de qué se trata.')
    expect(text).not.toMatch(/tomograf|radiograf|informe|doctor/i)
  })

  it('goes to each person, and the database hears of it', async () => {
    const smtp = await startMailServer()
    ends.push(() => smtp.close())
    const { round, settled } = sending(smtp.url, [[notice(1), notice(2)]])
    await round()
    expect(smtp.arrived.map(({ to }) => to)).toEqual(['persona1@correo.test', 'persona2@correo.test'])
    expect(smtp.arrived[0]?.headers).toMatchObject({
      subject: 'Tienes un resultado nuevo',
      'message-id': `<${notice(1).id}@clinica.mx>`,
      'auto-submitted': 'auto-generated',
    })
    expect(smtp.arrived[0] && readable(smtp.arrived[0])).toContain('https://clinica.mx')
    expect(settled).toEqual([
      [notice(1).id, null],
      [notice(2).id, null],
    ])
  })

  it('row 74: what a dead mail server loses is told by its code, and goes out later', async () => {
    const smtp = await startMailServer((to) => (to.startsWith('persona1') ? 'dropped' : 'accepted'))
    ends.push(() => smtp.close())
    const { round, settled } = sending(smtp.url, [[notice(1), notice(2)]])
    await round()
    expect(settled).toEqual([
      [notice(1).id, expect.stringMatching(/^E[A-Z]+$/)],
      [notice(2).id, null],
    ])
  })
})
