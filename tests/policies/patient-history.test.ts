import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { everyone } from './matrix.ts'
import { type Caller, callers, identityOf, people } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { appointments, invoices, notes, requests, studies, useWorld } from './world.ts'

type History = {
  total: number
  rows: { at: string; kind: string; id: string; title: string; detail: string | null }[]
}

const read = async (stage: Stage, of: string, page = 1) => {
  const [row] = (await stage.attempt('select public.patient_history($1, $2) as value', [of, page])).rows
  return row?.value as History
}

describe.each(engines())('patient_history on $name', (engine) => {
  const world = useWorld(engine)

  it.each(callers)('shows %s what they may read about patient A anyway', async (caller) => {
    const found = await rehearse(world(), identityOf(caller), (stage) =>
      call(
        stage,
        `select row ->> 'kind' || ' ' || count(*) as value
         from jsonb_array_elements(public.patient_history($1) -> 'rows') row group by row ->> 'kind' order by 1`,
        [people.patientA],
      ),
    )
    const all = ['appointment 3', 'payment 3', 'request 2', 'study 3']
    const wanted: Record<Caller, unknown> = {
      ...everyone<unknown>('nothing'),
      anonymous: 'no grant',
      patientA: all,
      doctorA: ['appointment 1', 'note 3', 'payment 1', 'request 2', 'study 3'],
      factorPassed: ['appointment 1', 'note 3', 'payment 1', 'request 2', 'study 3'],
      admin: all,
      mainAdmin: all,
    }
    expect(found).toEqual(wanted[caller])
  })

  it('says what happened, newest first, in the words of the rows', async () => {
    const { total, rows } = await rehearse(world(), identityOf('doctorB'), async (stage) => {
      await stage.owner(`update public.studies set created_at = '2026-01-05 18:00:00Z' where id = $1`, [
        studies.B,
      ])
      return read(stage, people.patientB)
    })
    const known = rows.filter(({ kind }) => kind !== 'note' && kind !== 'request')
    expect(total).toBe(rows.length)
    expect(known).toEqual([
      {
        at: '2099-01-05T17:30:00+00:00',
        kind: 'appointment',
        id: appointments.B,
        title: 'Escaneo Intraoral',
        detail: 'pendiente',
      },
      {
        at: '2026-01-05T18:00:00+00:00',
        kind: 'study',
        id: studies.B,
        title: 'Escaneo Intraoral',
        detail: null,
      },
      {
        at: '2026-01-05T06:00:00+00:00',
        kind: 'payment',
        id: 'IDX-00000001',
        title: 'IDX-00000001',
        detail: '400.00',
      },
      {
        at: '2026-01-05T06:00:00+00:00',
        kind: 'study',
        id: studies.ofFormerDoctor,
        title: 'Escaneo Intraoral',
        detail: null,
      },
    ])
    expect(
      rows.filter(({ kind }) => kind === 'note').map(({ id, title, detail }) => [id, title, detail]),
    ).toEqual(
      [
        [notes.B, 'Nombre doctorB', 'Nota B'],
        [notes.ofFormerDoctor, 'Nombre doctorA', 'Nota ofFormerDoctor'],
      ].sort(),
    )
    expect(rows.find(({ kind }) => kind === 'request')).toMatchObject({
      id: requests.B,
      title: 'Escaneo Intraoral',
      detail: 'pendiente',
    })
  })

  it('says that a payment was cancelled', async () => {
    const { rows } = await rehearse(world(), identityOf('doctorB'), async (stage) => {
      await stage.owner(
        `update public.invoices set annulled_at = now(), annulled_reason = 'x' where id = $1`,
        [invoices.B],
      )
      return read(stage, people.patientB)
    })
    expect(rows.find(({ kind }) => kind === 'payment')?.detail).toBe('cancelada')
  })

  it('answers twenty a page, and refuses an impossible page with PT400', async () => {
    const found = await rehearse(world(), identityOf('doctorB'), async (stage) => {
      await stage.owner(
        `insert into public.medical_notes (patient_id, doctor_id, note, created_at)
         select $1, $2, 'Nota', '2026-02-01'::timestamptz + n * interval '1 minute' from generate_series(1, 40) n`,
        [people.patientB, people.doctorB],
      )
      const pages: History[] = []
      for (const page of [1, 2, 3, 4]) pages.push(await read(stage, people.patientB, page))
      const refused: string[] = []
      for (const page of ['0', '-1', 'null', '1000001'])
        refused.push(
          (await stage.attempt(`select public.patient_history($1, ${page})`, [people.patientB])).outcome,
        )
      return { pages, refused }
    })
    const [first] = found.pages
    expect(found.pages.map(({ rows }) => rows.length)).toEqual([20, 20, (first?.total ?? 0) - 40, 0])
    const times = found.pages.flatMap(({ rows }) => rows.map(({ at, kind, id }) => `${at} ${kind} ${id}`))
    expect(new Set(times).size).toBe(first?.total)
    const order = found.pages.flatMap(({ rows }) => rows.map(({ at }) => Date.parse(at)))
    expect(order).toEqual([...order].sort((a, b) => b - a))
    expect(found.refused).toEqual(['PT400', 'PT400', 'PT400', 'PT400'])
  })
})
