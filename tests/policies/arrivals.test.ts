import { describe, expect, it } from 'vitest'
import { engines } from '#tests/engines.ts'
import { nobody } from './cells.ts'
import { arrivals, machineRows, type Sent, send, station, todaysCita } from './machines-stage.ts'
import { everyone, itDeletes, itInserts, itShows, withoutAnyRights } from './matrix.ts'
import { anonymous, type Caller, callers, identityOf, people, uuid } from './people.ts'
import { call, rehearse, type Stage } from './rehearse.ts'
import { reportRowsOfWorld } from './reports-stage.ts'
import { studies, useWorld } from './world.ts'

const subject = { table: 'public.arrivals', rows: arrivals }
const all = Object.keys(arrivals) as (keyof typeof arrivals)[]
const citas = { A: uuid('9034', 1), B: uuid('9034', 2), second: uuid('9034', 3) }
const uidOf = (id: string) => `2.25.${BigInt(`0x${id.replaceAll('-', '')}`)}`
const foreign = '1.3.6.1.4.1.9'

type Listed = {
  id: string
  state: string
  conflict: unknown
  proposals: { patient_id: string; cita_id: string | null; doctor_id: string | null; why: string[] }[]
}

describe.each(engines())('arrivals on $name', (engine) => {
  const world = useWorld(engine, [...reportRowsOfWorld, ...machineRows])
  const as = <T>(caller: Caller, run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), identityOf(caller), run)
  /** With an appointment of patient A at noon and one of patient B at one, both today. */
  const byStation = <T>(run: (stage: Stage) => Promise<T>) =>
    rehearse(world(), anonymous, async (stage) => {
      await todaysCita(stage, citas.A, 'patientA', 'doctorA')
      await todaysCita(stage, citas.B, 'patientB', 'doctorB', { at: '13:00', type: 'Radiografía Panorámica' })
      return run(stage)
    })
  const numbersOf = async (stage: Stage) => {
    const [row] = await stage.owner(
      `select a.patient_number::text as a, b.patient_number::text as b,
         (select c.accession_number::text from public.citas c where c.id = $3) as acc_a,
         (select c.accession_number::text from public.citas c where c.id = $4) as acc_b
       from public.profiles a, public.profiles b where a.id = $1 and b.id = $2`,
      [people.patientA, people.patientB, citas.A, citas.B],
    )
    return row as { a: string; b: string; acc_a: string; acc_b: string }
  }
  const listed = async (stage: Stage, caller: Caller) => {
    await stage.become(identityOf(caller))
    const [value] = (await call(stage, 'select public.list_arrivals() as value')) as Listed[][]
    return value ?? []
  }
  const studyOf = async (stage: Stage, id: string) => {
    const [row] = await stage.owner(
      `select s.patient_id, s.doctor_id, s.study_type, s.file_url, s.comments, s.study_date = private.clinic_today() as today, a.cita_id
       from public.arrivals a join public.studies s on s.id = a.study_id where a.id = $1`,
      [id],
    )
    return row
  }
  const assign = (
    stage: Stage,
    id: string,
    patient: keyof typeof people,
    doctor: keyof typeof people,
    cita?: string,
  ) =>
    stage.attempt('select public.assign_arrival($1, $2, $3, $4, $5) as value', [
      id,
      people[patient],
      people[doctor],
      'Tomografías',
      cita ?? null,
    ])
  const moveAsOwner = (stage: Stage, { from, to }: { from: string; to: string }) =>
    stage.owner(`update storage.objects set name = $2 where name = $1`, [from, to])

  itShows(world, subject, {
    anonymous: nobody,
    patientA: [],
    patientB: [],
    liar: [],
    doctorA: ['ofPatientA', 'ofNobody'],
    doctorB: ['ofPatientB', 'ofNobody'],
    factorPassed: ['ofPatientA', 'ofNobody'],
    admin: all,
    mainAdmin: all,
    dentist: [],
    ...withoutAnyRights([]),
  })
  itInserts(world, 'public.arrivals', [['admin', 'by hand', { study_uid: `'1'` }, 'no grant']])
  itDeletes(world, subject, everyone(nobody))

  it.each(callers)('lists to %s what they see; to administrators also what was discarded', async (caller) => {
    const found = await as(caller, (stage) => stage.attempt('select public.list_arrivals() as value'))
    const ids = ((found.rows[0]?.value ?? []) as Listed[]).map(({ id }) => id)
    const waiting = {
      ...everyone<readonly string[]>([]),
      doctorA: [arrivals.ofPatientA, arrivals.ofNobody],
      doctorB: [arrivals.ofPatientB, arrivals.ofNobody],
      factorPassed: [arrivals.ofPatientA, arrivals.ofNobody],
      admin: [arrivals.ofPatientA, arrivals.ofPatientB, arrivals.ofNobody, arrivals.discarded],
      mainAdmin: [arrivals.ofPatientA, arrivals.ofPatientB, arrivals.ofNobody, arrivals.discarded],
    }[caller]
    expect(found.outcome).toBe(caller === 'anonymous' ? nobody : 'done')
    expect(ids).toEqual(waiting)
  })

  it.each(callers)('%s reads the files of exactly those', async (caller) => {
    const { rows } = await as(caller, (stage) =>
      stage.attempt(`select name from storage.objects where name like 'recibidos/%'`),
    )
    const reads: readonly Caller[] = ['doctorA', 'factorPassed', 'admin', 'mainAdmin']
    expect(rows.length).toBe(reads.includes(caller) ? 1 : 0)
  })

  type Case = [what: string, sent: (n: { a: string; b: string; acc_a: string; acc_b: string }) => Sent]
  const nameA = 'NOMBRE  PATIENTA'
  const nameB = 'Nombre patientB'
  it.each<Case>([
    ['the UID of the appointment and its name', () => ({ uid: uidOf(citas.A), said: { name: nameA } })],
    [
      'the accession number and the name',
      (n) => ({ uid: foreign, said: { name: nameA, accession: n.acc_a } }),
    ],
    [
      'the patient’s number and the name',
      (n) => ({ uid: foreign, said: { name: nameA, number: n.a.padStart(8, '0') } }),
    ],
    [
      'all numbers and the name',
      (n) => ({ uid: uidOf(citas.A), said: { name: nameA, number: n.a, accession: n.acc_a } }),
    ],
    [
      'a number that is none of ours beside it',
      () => ({ uid: uidOf(citas.A), said: { name: nameA, number: 'X-12', accession: '99999999' } }),
    ],
  ])('goes to its patient by itself with %s', async (_, sent) => {
    const found = await byStation(async (stage) => {
      const done = await send(stage, sent(await numbersOf(stage)))
      return { done, study: await studyOf(stage, done.id), waiting: (await listed(stage, 'admin')).length }
    })
    expect(found.done.state).toBe('assigned')
    expect(found.study).toEqual({
      patient_id: people.patientA,
      doctor_id: people.doctorA,
      study_type: 'Tomografías',
      file_url: found.done.path,
      comments: null,
      today: true,
      cita_id: citas.A,
    })
    expect(found.done.path.startsWith(`${people.patientA}/`)).toBe(true)
    expect(found.waiting).toBe(4)
  })

  it.each<[...Case, conflict: object | null]>([
    [
      'the UID and another name',
      () => ({ uid: uidOf(citas.A), said: { name: nameB } }),
      { ours: 'Nombre patientA', sent: nameB },
    ],
    [
      'the UID and no name',
      () => ({ uid: uidOf(citas.A), said: {} }),
      { ours: 'Nombre patientA', sent: null },
    ],
    [
      'the accession number and another name',
      (n) => ({ uid: foreign, said: { name: 'Otra', accession: n.acc_a } }),
      { ours: 'Nombre patientA', sent: 'Otra' },
    ],
    [
      'the patient’s number and another name',
      (n) => ({ uid: foreign, said: { name: nameB, number: n.a } }),
      { ours: 'Nombre patientA', sent: nameB },
    ],
    [
      'numbers of two patients',
      (n) => ({ uid: foreign, said: { name: nameA, number: n.a, accession: n.acc_b } }),
      { ours: 'Nombre patientB', sent: nameA },
    ],
    ['the name alone', () => ({ uid: foreign, said: { name: nameA, number: '77777777' } }), null],
    ['nothing', () => ({ uid: foreign }), null],
  ])('waits for a person with %s', async (_, sent, conflict) => {
    const found = await byStation(async (stage) => {
      const done = await send(stage, sent(await numbersOf(stage)))
      const line = (await listed(stage, 'admin')).find(({ id }) => id === done.id)
      const made = await stage.owner(`select from public.studies where file_url = $1`, [done.path])
      return { done, line, made }
    })
    expect(found.done).toMatchObject({ state: 'complete', path: expect.stringMatching(/^recibidos\//) })
    expect(found.line?.conflict ?? null).toEqual(conflict)
    expect(found.made).toEqual([])
  })

  it.each([
    [
      'two appointments today',
      `insert into public.citas (patient_id, doctor_id, appointment_date, study_type) values ('${people.patientA}', '${people.doctorA}', private.clinic_today(), 'Otro')`,
    ],
    [
      'the only one of today cancelled',
      `update public.citas set status = 'cancelada' where id = '${citas.A}'`,
    ],
    [
      'a study of it already',
      `update public.studies set study_type = 'Tomografías', study_date = private.clinic_today() where id = '${studies.A}'`,
    ],
    [
      'the account closed',
      `update private.account_state set closed_at = now() where user_id = '${people.patientA}'`,
    ],
    [
      'the doctor’s account closed',
      `update private.account_state set closed_at = now() where user_id = '${people.doctorA}'`,
    ],
    [
      'everything to be delivered by hand',
      `insert into private.app_settings (key, value) values ('arrivals', 'by_hand')`,
    ],
  ])('number and name do not do with %s', async (_, change) => {
    const state = await byStation(async (stage) => {
      await stage.owner(change)
      const { a } = await numbersOf(stage)
      return (await send(stage, { uid: foreign, said: { name: nameA, number: a } })).state
    })
    expect(state).toBe('complete')
  })

  it('what the watched folder brought is of no machine of ours, unless it names one', async () => {
    const found = await byStation(async (stage) => {
      for (const [at, aet] of ['', 'DE OTROS', 'TOMO'].entries())
        await send(stage, { uid: `${foreign}.${at}`, aet })
      await stage.become(identityOf('admin'))
      const [value] = (await call(stage, 'select public.list_arrivals() as value')) as {
        machine_name: string | null
      }[][]
      const rows = await stage.owner(
        `select machine_id is null as nobody from public.arrivals where study_uid like '${foreign}.%' order by study_uid`,
      )
      return {
        rows,
        names: (value ?? []).map(({ machine_name }) => machine_name).filter((name) => name === null),
      }
    })
    expect(found).toEqual({
      rows: [{ nobody: true }, { nobody: true }, { nobody: false }],
      names: [null, null],
    })
  })

  it('proposes up to three, the surest first, and says why; to a doctor their own', async () => {
    const found = await byStation(async (stage) => {
      await stage.owner(
        `update public.citas set appointment_time = (now() at time zone private.setting('clinic_time_zone', 'America/Mexico_City'))::time
         where id = $1`,
        [citas.B],
      )
      const { a } = await numbersOf(stage)
      const { id } = await send(stage, { uid: foreign, said: { name: 'Nombre patientX', number: a } })
      const of = async (caller: Caller) =>
        (await listed(stage, caller)).find((line) => line.id === id)?.proposals.map((p) => [p.cita_id, p.why])
      return [await of('admin'), await of('doctorA'), await of('doctorB')]
    })
    const ofA = [citas.A, expect.arrayContaining(['numero', 'nombre'])]
    const ofB = [citas.B, ['nombre', 'hora']]
    expect(found).toEqual([[ofA, ofB], [ofA], [ofB]])
  })

  it('a repeated message changes nothing, and more images of the same study make its file a fuller one', async () => {
    const found = await byStation(async (stage) => {
      const sent = { uid: uidOf(citas.A), said: { name: nameA } }
      const first = await send(stage, sent)
      const again = await station(stage, 'arrived', {
        study_uid: sent.uid,
        aet: 'TOMO',
        instances: 2,
        bytes: 20,
        complete: true,
      })
      const fuller = await send(stage, { ...sent, instances: 5 })
      // Said when its first image came, and heard late.
      await station(stage, 'arrived', { study_uid: sent.uid, aet: 'TOMO', instances: 1, bytes: 1 })
      const rows = await stage.owner(
        'select state, instances, path from public.arrivals where study_uid = $1',
        [sent.uid],
      )
      const files = await stage.owner(
        'select file_url from public.studies where patient_id = $1 and study_date = private.clinic_today()',
        [people.patientA],
      )
      return { first, again, fuller, rows, files }
    })
    expect(found.again).toEqual({ id: found.first.id, state: 'assigned' })
    expect(found.fuller).toMatchObject({ id: found.first.id, state: 'assigned' })
    expect(found.rows).toEqual([{ state: 'assigned', instances: 5, path: found.fuller.path }])
    expect(found.files).toEqual([{ file_url: found.fuller.path }])
  })

  it.each([
    ['a signed report', studies.A, 'Llegó después del informe'],
    ['a report that is not signed', studies.ofNewPatient, undefined],
  ])('after %s more images are a study beside it, or its fuller file', async (_, study, comments) => {
    const found = await byStation(async (stage) => {
      await stage.owner(`update public.studies set file_name = 'antes.zip' where id = $1`, [
        studies.ofNewPatient,
      ])
      await stage.owner(
        `update public.arrivals set state = 'assigned', study_id = $2, cita_id = $3 where id = $1`,
        [arrivals.ofPatientA, study, citas.A],
      )
      const { path } = await send(stage, { uid: '1.2.0', instances: 4 })
      const [old] = await stage.owner('select file_url from public.studies where id = $1', [study])
      return { path, old, now: await studyOf(stage, arrivals.ofPatientA) }
    })
    expect(found.now?.file_url).toBe(found.path)
    expect(found.old?.file_url === found.path).toBe(comments === undefined)
    expect(found.now?.comments ?? undefined).toBe(comments)
    expect(found.now?.cita_id).toBe(citas.A)
  })

  it('fewer images than the study has are a study beside it: the station no longer holds the others', async () => {
    const found = await byStation(async (stage) => {
      const sent = { uid: uidOf(citas.A), said: { name: nameA } }
      const first = await send(stage, { ...sent, instances: 5 })
      const later = await send(stage, { ...sent, instances: 1 })
      const more = await send(stage, { ...sent, instances: 2 })
      const files = await stage.owner(
        `select file_url, comments from public.studies
         where patient_id = $1 and study_date = private.clinic_today() order by comments nulls first`,
        [people.patientA],
      )
      return { first, later, more, files }
    })
    expect(found.files).toEqual([
      { file_url: found.first.path, comments: null },
      { file_url: found.more.path, comments: 'Llegó después, sin las imágenes anteriores' },
    ])
  })

  it('waits when its appointment became another patient’s while its file was on the way', async () => {
    const found = await byStation(async (stage) => {
      const { id } = await send(stage, { uid: uidOf(citas.A), said: { name: nameA } }, () =>
        stage.owner('update public.citas set patient_id = $2 where id = $1', [citas.A, people.patientB]),
      )
      return stage.owner('select state, study_id from public.arrivals where id = $1', [id])
    })
    expect(found).toEqual([{ state: 'complete', study_id: null }])
  })

  it('a complete one needs its file', async () => {
    const found = await byStation(async (stage) => {
      const arrival = { study_uid: foreign, aet: 'TOMO', instances: 1, bytes: 1 }
      const receiving = await station(stage, 'arrived', arrival)
      await station(stage, 'upload', arrival)
      return [
        receiving,
        await station(stage, 'arrived', { ...arrival, complete: true }),
        await station(stage, 'upload', { study_uid: '9' }),
      ]
    })
    expect(found).toEqual([{ id: expect.any(String), state: 'receiving' }, 'PT409', 'PT404'])
  })

  it('the station uploads where it was told, and nowhere else', async () => {
    const found = await byStation(async (stage) => {
      await station(stage, 'arrived', { study_uid: foreign, aet: 'TOMO', instances: 1, bytes: 1 })
      const { path } = (await station(stage, 'upload', { study_uid: foreign })) as { path: string }
      const put = async (name: string) =>
        (
          await stage.attempt(`insert into storage.objects (bucket_id, name) values ('study_files', $1)`, [
            name,
          ])
        ).outcome
      const outcomes = [
        await put(path),
        await put(`${path}.2`),
        await put(`recibidos/${arrivals.ofNobody}/DICOM.zip`),
      ]
      await station(stage, 'arrived', { study_uid: foreign, instances: 1, bytes: 1, complete: true })
      const { outcome } = await stage.attempt(`delete from storage.objects where name = $1`, [path])
      const read = await stage.attempt(`select from storage.objects where name = $1`, [path])
      return [...outcomes, outcome, read.rows.length]
    })
    expect(found).toEqual(['done', 'policy', 'policy', 'nothing', 0])
  })

  it.each([
    ['doctorA', arrivals.ofPatientA, 'doctorA', 'done'],
    ['doctorA', arrivals.ofNobody, 'doctorA', 'done'],
    ['doctorA', arrivals.ofPatientB, 'doctorA', 'PT404'],
    ['doctorA', arrivals.receiving, 'doctorA', 'PT404'],
    ['doctorA', arrivals.discarded, 'doctorA', 'PT404'],
    ['doctorA', arrivals.ofPatientA, 'doctorB', 'rule'],
    ['doctorB', arrivals.ofNobody, 'doctorB', 'rule'],
    ['admin', arrivals.ofPatientB, 'doctorA', 'done'],
    ['admin', arrivals.discarded, 'doctorA', 'done'],
    ['admin', arrivals.receiving, 'doctorA', 'PT404'],
    ['patientA', arrivals.ofPatientA, 'doctorA', 'PT404'],
    ['newAdmin', arrivals.ofPatientA, 'doctorA', 'PT404'],
    ['anonymous', arrivals.ofPatientA, 'doctorA', nobody],
  ] as const)('%s assigning %s to patient A for %s: %s', async (caller, id, doctor, outcome) => {
    const found = await as(caller, (stage) => assign(stage, id, 'patientA', doctor))
    expect(found.outcome).toBe(outcome)
  })

  it('is assigned once its file is in the patient’s folder, and is a study then, in both trails', async () => {
    const found = await as('doctorA', async (stage) => {
      const first = (await assign(stage, arrivals.ofPatientA, 'patientA', 'doctorA')).rows[0]?.value as {
        from: string
        to: string
      }
      const move = (to: string) =>
        stage.attempt('update storage.objects set name = $2 where name = $1', [first.from, to])
      const elsewhere = await move(`${people.patientA}/otro/DICOM.zip`)
      const moved = await move(first.to)
      const second = (await assign(stage, arrivals.ofPatientA, 'patientA', 'doctorA')).rows[0]?.value
      const third = await assign(stage, arrivals.ofPatientA, 'patientA', 'doctorA')
      const lines = await stage.owner(
        `select subject, action, actor::text, patient_id::text from private.audit_log
         where subject in ('arrivals', 'studies') and actor is not null order by subject`,
      )
      return {
        first,
        elsewhere,
        moved,
        second,
        third,
        lines,
        study: await studyOf(stage, arrivals.ofPatientA),
        kept: await stage.owner('select study_id from public.arrivals where id = $1', [arrivals.ofPatientA]),
      }
    })
    expect(found.elsewhere.outcome).toBe('policy')
    expect(found.moved.outcome).toBe('done')
    expect([found.second]).toEqual(found.kept)
    expect(found.study).toMatchObject({
      patient_id: people.patientA,
      file_url: found.first.to,
      study_type: 'Tomografías',
    })
    // It is no longer for doctors to see.
    expect(found.third.outcome).toBe('PT404')
    const line = { actor: people.doctorA, patient_id: people.patientA }
    expect(found.lines).toEqual([
      { subject: 'arrivals', action: 'assign', ...line },
      { subject: 'studies', action: 'insert', ...line },
    ])
  })

  it('whose moving was interrupted can still become another patient’s', async () => {
    const found = await as('admin', async (stage) => {
      const to = async (patient: keyof typeof people) =>
        (await assign(stage, arrivals.ofPatientA, patient, 'doctorA')).rows[0]?.value as {
          from: string
          to: string
        }
      const first = await to('patientA')
      await moveAsOwner(stage, first)
      const second = await to('patientB')
      await moveAsOwner(stage, second)
      const done = await to('patientB')
      return {
        first,
        second,
        done,
        again: (await assign(stage, arrivals.ofPatientA, 'patientB', 'doctorA')).message,
      }
    })
    expect(found.second.from).toBe(found.first.to)
    expect(found.done).toEqual({ study_id: expect.any(String) })
    expect(found.again).toBe('Este estudio ya fue asignado.')
  })

  it.each([
    [
      'no type of study',
      [people.patientA, people.doctorA, ' ', null],
      'Tipo de estudio: es un dato obligatorio.',
    ],
    [
      'a doctor as the patient',
      [people.doctorB, people.doctorA, 'X', null],
      'Paciente: elige un paciente de la lista.',
    ],
    [
      'a closed account',
      [people.closedPatient, people.doctorA, 'X', null],
      'Paciente: elige un paciente de la lista.',
    ],
    [
      'another patient’s appointment',
      [people.patientA, people.doctorA, 'X', citas.B],
      'Cita: elige una cita de ese paciente.',
    ],
  ])('is not assigned with %s', async (_, args, words) => {
    const { message } = await as('admin', async (stage) => {
      await todaysCita(stage, citas.B, 'patientB', 'doctorB')
      return stage.attempt('select public.assign_arrival($1, $2, $3, $4, $5)', [arrivals.ofNobody, ...args])
    })
    expect(message).toBe(words)
  })

  it.each(callers)('%s discards what they see, with a reason', async (caller) => {
    const found = await as(caller, async (stage) => {
      const discard = (id: string, reason: string) =>
        stage.attempt('select public.discard_arrival($1, $2)', [id, reason])
      const without = await discard(arrivals.ofPatientA, ' ')
      const done = await discard(arrivals.ofPatientA, ' Era una prueba ')
      const [row] = await stage.owner('select state, reason from public.arrivals where id = $1', [
        arrivals.ofPatientA,
      ])
      return [without.outcome, done.outcome, row?.state, row?.reason]
    })
    const may: readonly Caller[] = ['doctorA', 'factorPassed', 'admin', 'mainAdmin']
    if (may.includes(caller)) expect(found).toEqual(['PT400', 'done', 'discarded', 'Era una prueba'])
    else {
      const refused = caller === 'anonymous' ? nobody : 'PT404'
      expect(found).toEqual([refused, refused, 'complete', null])
    }
  })

  it('waits again when more of it comes after it was discarded; after 30 days it is not listed', async () => {
    const found = await byStation(async (stage) => {
      await stage.owner(
        `update public.arrivals set completed_at = now() - interval '31 days' where id = $1`,
        [arrivals.discarded],
      )
      const hidden = (await listed(stage, 'admin')).some(({ id }) => id === arrivals.discarded)
      await stage.become(anonymous)
      const again = await send(stage, { uid: '1.2.4' })
      return { hidden, again }
    })
    expect(found).toMatchObject({ hidden: false, again: { id: arrivals.discarded, state: 'complete' } })
  })

  it.each<[Caller, (boolean | null)[] | typeof nobody]>([
    ['doctorA', [true]],
    ['patientA', [true]],
    ['admin', [true]],
    ['doctorB', [null]],
    ['anonymous', nobody],
  ])(
    '%s is told beside an appointment that its study arrived, as long as they read it',
    async (caller, told) => {
      const found = await byStation(async (stage) => {
        const ask = async (id: string) => {
          await stage.become(identityOf(caller))
          const row = `jsonb_populate_record(null::public.citas, jsonb_build_object('id', $1::text))`
          return call(stage, `select public.study_arrived(${row}) as value`, [id])
        }
        const before = await ask(citas.A)
        await stage.become(anonymous)
        await send(stage, { uid: uidOf(citas.A), said: { name: nameA } })
        return [before, await ask(citas.A)]
      })
      expect(found).toEqual([told === nobody || told[0] === null ? told : [false], told])
    },
  )

  it('counts what waits for more than two days', async () => {
    const late = await as('admin', async (stage) => {
      await stage.owner(
        `update public.arrivals set completed_at = now() - interval '49 hours' where id = any ($1)`,
        [[arrivals.ofNobody, arrivals.discarded]],
      )
      return call(stage, `select public.machine_figures() -> 'late' as value`)
    })
    expect(late).toEqual([1])
  })
})
