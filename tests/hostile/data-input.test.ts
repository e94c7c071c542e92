import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { type Caller, people } from '#tests/policies/people.ts'
import { invoices } from '#tests/policies/world.ts'
import { untouched, useClinic } from './data-stage.ts'

const booking = {
  patient_id: people.patientA,
  doctor_id: people.doctorA,
  appointment_date: '2099-02-02',
  appointment_time: '11:00',
  study_type: 'Escaneo Intraoral',
}
const study = { patient_id: people.patientA, doctor_id: people.doctorA, study_date: '2026-01-05' }
const note = { patient_id: people.patientA, doctor_id: people.doctorA, note: 'Nota' }
const payment = {
  patient_id: people.patientA,
  doctor_id: people.doctorA,
  payment_date: '2026-01-05',
  payment_method: 'Efectivo',
  services: [{ name: 'Escaneo Intraoral', price: 400 }],
}
const request = {
  patient_name: 'Visitante',
  patient_email: 'visitante@fuera.test',
  patient_phone: '5551234567',
  study_type: 'Escaneo Intraoral',
}

type Row = Record<string, unknown>
type Bad = readonly [what: string, change: Row]

const days: readonly Bad[] = ['infinity', '-infinity', '5874897-12-31', '4713-01-01 BC', '3000-01-01'].map(
  (day) => [`the day ${day}`, { day }] as const,
)
const invisible = '\u200b\u00a0\u2060\u3000\ufeff'

/** By table: who sends, a row that is good, the name of its day, and what makes it bad. */
const tables: Record<string, { who: Caller; good: Row; day?: string; bad: readonly Bad[] }> = {
  citas: {
    who: 'doctorA',
    good: booking,
    day: 'appointment_date',
    bad: [
      ['24 o’clock', { appointment_time: '24:00' }],
      ['a time between slots', { appointment_time: '11:00:01' }],
      ['a time that rounds to a slot', { appointment_time: '11:14:59.9' }],
      ['a word for a time', { appointment_time: 'allballs' }],
      ['no study', { study_type: invisible }],
      ['a study of 201 letters', { study_type: 'x'.repeat(201) }],
      ['a name that is a list', { nombre: 'x'.repeat(201) }],
    ],
  },
  studies: {
    who: 'doctorA',
    good: study,
    day: 'study_date',
    bad: [
      ['a script as the file', { file_url: 'javascript:alert(1)' }],
      ['a script with a space before it', { file_url: ' \tjavascript:alert(1)' }],
      ['plain http', { file_url: 'http://archivos.test/x' }],
      ['a link without a host', { file_url: 'https:///x' }],
      ['a link with a line break', { file_url: 'https://archivos.test/\nx' }],
      ['a link to nowhere', { file_url: '//archivos.test/x' }],
      ['a file of another patient', { file_url: `${people.patientB}/x.zip`, file_name: 'x.zip' }],
      [
        'a way out of the folder',
        { file_url: `${people.patientA}/../${people.patientB}/x.zip`, file_name: 'x.zip' },
      ],
      ['a file without a name', { file_url: `${people.patientA}/x.zip` }],
      [
        'the file of a deleted study',
        { file_url: `${people.patientA}/borrado.zip`, file_name: 'borrado.zip' },
      ],
      ['comments of 5001 letters', { comments: 'x'.repeat(5001) }],
    ],
  },
  medical_notes: {
    who: 'doctorA',
    good: note,
    bad: [
      ['nothing to see', { note: invisible }],
      ['5001 letters', { note: 'x'.repeat(5001) }],
      ['900 KB', { note: 'x'.repeat(900_000) }],
      ['half a character', { note: '\ud800' }],
      ['a NUL', { note: 'a\0b' }],
    ],
  },
  invoices: {
    who: 'doctorA',
    good: payment,
    day: 'payment_date',
    bad: [
      ['no services', { services: [] }],
      ['51 services', { services: Array(51).fill({ name: 'x', price: 1 }) }],
      ['services as text', { services: '[{"name":"x","price":1}]' }],
      ['a negative price', { services: [{ name: 'x', price: -1 }] }],
      ['a third decimal', { services: [{ name: 'x', price: 0.001 }] }],
      ['a price as text', { services: [{ name: 'x', price: '1' }] }],
      ['a price of a million', { services: [{ name: 'x', price: 1_000_000 }] }],
      ['no price', { services: [{ name: 'x', price: null }] }],
      ['an invisible service', { services: [{ name: invisible, price: 1 }] }],
      ['a way of paying of their own', { payment_method: 'Gratis' }],
    ],
  },
  study_requests: {
    who: 'anonymous',
    good: request,
    day: 'tentative_date',
    bad: [
      ['an invisible name', { patient_name: invisible }],
      ['an e-mail that looks like another', { patient_email: 'pаtienta@clinica.test' }],
      ['an e-mail of two lines', { patient_email: 'a@b.test\ncc: c@d.test' }],
      ['a study that is not on offer', { study_type: 'Tomografía Bimaxilar' }],
      ['a status of their own', { status: 'urgente' }],
      ['an age of 131', { patient_age: 131 }],
      ['notes of 5001 letters', { notes: 'x'.repeat(5001) }],
      ['notes of 900 KB', { notes: 'x'.repeat(900_000) }],
      ['a NUL', { notes: 'a\0b' }],
      ['half a character', { notes: '\udfff' }],
    ],
  },
}

describe.each(engines())('bad rows on $name', (engine) => {
  const { database, shoot } = useClinic(engine)

  describe.each(Object.entries(tables))('%s', (table, { who, good, day, bad }) => {
    const renamed = day === undefined ? [] : days.map(([what, row]) => [what, { [day]: row.day }] as const)

    it.each([...renamed, ...bad])(
      'with %s: refused in words, alone or among good ones',
      async (_, change) => {
        await untouched(database(), async () => {
          for (const body of [
            { ...good, ...change },
            [good, { ...good, ...change }].map((row) => ({ ...row, ...emptyOf(change, row) })),
          ]) {
            const hit = await shoot(who, table, { method: 'POST', body })
            expect(hit.status, hit.text).toBe(400)
            expect(hit.message).not.toBe('')
            expect(hit.text.length).toBeLessThan(1000)
          }
        })
      },
    )

    it('but the good one is taken', async () => {
      const hit = await shoot(who, table, { method: 'POST', body: good })
      expect(hit.status, hit.text).toBe(201)
    })
  })

  /** Rows sent together have the same keys. */
  function emptyOf(change: Row, row: Row): Row {
    return Object.fromEntries(
      Object.keys(change)
        .filter((key) => !(key in row))
        .map((key) => [key, null]),
    )
  }

  it('prices of numbers beyond measure are refused', async () => {
    for (const price of ['1e131071', '1e-16383', '1E400', '-0.1e-9']) {
      const text = JSON.stringify({ ...payment, services: 0 }).replace(
        '"services":0',
        `"services":[{"name":"x","price":${price}}]`,
      )
      expect((await shoot('doctorA', 'invoices', { method: 'POST', text })).status, price).toBe(400)
    }
  })

  it('arguments of another kind are refused or mean nothing', async () => {
    const attempts: readonly [Caller, string, string, readonly number[]][] = [
      ['doctorA', 'prepare_account', '{"details": []}', [400]],
      ['doctorA', 'prepare_account', '{"details": null}', [400]],
      ['doctorA', 'prepare_account', '{"details": "{\\"email\\": 1}"}', [400]],
      ['doctorA', 'prepare_account', '{"details": {"full_name": ["x"], "email": {"a": 1}}}', [400]],
      ['doctorA', 'accept_study_request', '{"request_id": "1 or 1=1"}', [400]],
      ['doctorA', 'accept_study_request', '{"request_id": 1e30}', [400]],
      ['doctorA', 'accept_study_request', '{"request_id": null}', [404]],
      ['admin', 'annul_invoice', `{"invoice_id": "${invoices.A}", "reason": "${invisible}"}`, [400]],
      ['admin', 'annul_invoice', `{"invoice_id": "${invoices.A}", "reason": null}`, [400]],
      ['admin', 'annul_invoice', '{"invoice_id": null, "reason": "x"}', [404]],
      ['patientA', 'doctor_income', `{"d_id": "${people.doctorA}", "day": "infinity"}`, [200, 400]],
      ['patientA', 'doctor_income', `{"d_id": "${people.doctorA}", "day": "5874897-12-31"}`, [400]],
      ['patientA', 'log_access', '{"kind": "delete from x"}', [400]],
      ['patientA', 'log_access', `{"kind": "study", "id": "${'x'.repeat(101)}"}`, [400]],
      ['anonymous', 'suggest_referring_doctors', '{"term": "%"}', [200]],
      ['anonymous', 'suggest_referring_doctors', `{"term": "${'(a+)+'.repeat(10_000)}"}`, [200]],
      ['anonymous', 'is_admin_suffix', '{"suffix": {"$ne": null}}', [200]],
      ['anonymous', 'is_admin_suffix', '{"suffix": null}', [200]],
    ]
    await untouched(database(), async () => {
      for (const [who, name, text, statuses] of attempts) {
        const hit = await shoot(who, `rpc/${name}`, { method: 'POST', text })
        expect(statuses, `${name} ${text.slice(0, 80)} ${hit.text}`).toContain(hit.status)
        if (name === 'is_admin_suffix') expect(hit.json).toBe(false)
        if (name === 'suggest_referring_doctors') expect(hit.json).toEqual([])
      }
    })
  })

  it('ten thousand notes in one request are too many, a thousand are all there or none', async () => {
    const send = (body: unknown) => shoot('doctorA', 'medical_notes', { method: 'POST', body })
    await untouched(database(), async () => {
      expect((await send(Array(10_000).fill(note))).status).toBe(413)
      expect((await send([...Array(999).fill(note), { ...note, note: ' ' }])).status).toBe(400)
    })
    expect((await send(Array(1000).fill(note))).status).toBe(201)
  })
})
