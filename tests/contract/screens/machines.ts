import { arrivalRow, discardedRow, machineRow, movedRow } from '../arrival-rows.ts'
import type { Place } from '../place.ts'
import { type Case, ofAdministrators, ofTheTeam, read } from '../query-case.ts'
import type { Write } from '../write-case.ts'

/** What machines sent, and the machines. One arrival of the demo is nobody's, so that every doctor sees it: tests/policies/arrivals.test.ts. */
export const reads: readonly Case[] = [
  ['arrivalsQuery', 'that wait', (q) => read(q.arrivalsQuery()), ofTheTeam],
  ['arrivalCountQuery', 'that wait', (q) => read(q.arrivalCountQuery()), ofTheTeam],
  [
    'machinesQuery',
    'all',
    async (q, s) => {
      await machineRow(s)
      return read(q.machinesQuery())
    },
    { some: 'admin', none: 'doctora doctor paciente paciente2', forbidden: 'visitor' },
  ],
  ['machineFiguresQuery', 'of the clinic', (q) => read(q.machineFiguresQuery()), ofAdministrators],
]

const noArrival = 'missing: No se pudo encontrar el estudio recibido.'
const assignment = (place: Place) => ({
  patient_id: place.id('paciente'),
  doctor_id: place.id('doctora'),
  study_type: 'Tomografías',
  cita_id: null,
})
const filed = (id: string) =>
  `select a.state, a.reason, s.patient_id, s.doctor_id, s.study_type, exists (
     select from storage.objects o where o.name = s.file_url and o.name like s.patient_id || '/%') as moved
   from public.arrivals a left join public.studies s on s.id = a.study_id where a.id = '${id}'`
const machine = (id: string) =>
  `select name, aet, port, active, test_asked_at is not null as asked from public.machines where id = '${id}'`
const newMachine = (id: string) => ({
  id,
  name: 'Panorámico',
  aet: id.slice(0, 8),
  address: null,
  port: null,
  study_types: ['Radiografía Panorámica'],
  active: true,
})
const ofAdminsAlone = (words: string) => ({
  done: 'admin',
  [words]: 'doctora doctor paciente paciente2',
  forbidden: 'visitor',
})
const notAdmin = 'forbidden: No tienes permiso para el panel de administración.'

/** What becomes of what machines sent, and the machines. */
export const writes: readonly Write[] = [
  [
    'assignArrival',
    'whose file moves with it',
    {
      row: arrivalRow,
      run: (q, place, id) => q.assignArrival(id, assignment(place)),
      answers: { done: 'admin doctora', [noArrival]: 'doctor paciente paciente2', forbidden: 'visitor' },
      stored: filed,
      after: (_, { id: idOf }) => [
        { state: 'assigned', patient_id: idOf('paciente'), doctor_id: idOf('doctora'), moved: true },
      ],
    },
  ],
  [
    'assignArrival',
    'that was interrupted',
    {
      row: movedRow,
      run: (q, place, id) => q.assignArrival(id, assignment(place)),
      answers: { done: 'admin doctora', [noArrival]: 'doctor paciente paciente2', forbidden: 'visitor' },
      stored: filed,
      after: () => [{ state: 'assigned', moved: true }],
    },
  ],
  [
    'assignArrival',
    'that was discarded',
    {
      row: discardedRow,
      run: (q, place, id) => q.assignArrival(id, assignment(place)),
      answers: { done: 'admin', [noArrival]: 'doctora doctor paciente paciente2', forbidden: 'visitor' },
      stored: filed,
      after: () => [{ state: 'assigned', reason: null, moved: true }],
    },
  ],
  [
    'discardArrival',
    'with a reason',
    {
      row: arrivalRow,
      run: (q, _, id) => q.discardArrival(id, 'Era una prueba'),
      answers: { done: 'admin doctora', [noArrival]: 'doctor paciente paciente2', forbidden: 'visitor' },
      stored: filed,
      after: () => [{ state: 'discarded', reason: 'Era una prueba' }],
    },
  ],
  [
    'saveMachine',
    'a new one',
    {
      run: (q, _, id) => q.saveMachine(newMachine(id)),
      answers: ofAdminsAlone(notAdmin),
      stored: machine,
      after: (id) => [{ name: 'Panorámico', aet: id.slice(0, 8), active: true }],
    },
  ],
  [
    'saveMachine',
    'with the AE title of another',
    {
      row: machineRow,
      run: (q, _, id) => q.saveMachine({ ...newMachine(crypto.randomUUID()), aet: id.slice(0, 13) }),
      answers: {
        'conflict: AE title: otro equipo ya lo tiene.': 'admin',
        [notAdmin]: 'doctora doctor paciente paciente2',
        forbidden: 'visitor',
      },
      stored: machine,
      after: () => [],
    },
  ],
  [
    'testMachine',
    'with an address',
    {
      row: machineRow,
      run: (q, _, id) => q.testMachine(id),
      answers: ofAdminsAlone(notAdmin),
      stored: machine,
      after: () => [{ asked: true }],
    },
  ],
  [
    'deliverByItself',
    'no more',
    {
      row: async (place) => {
        await place.product.database.query(`delete from private.app_settings where key = 'arrivals'`)
        return ''
      },
      run: (q) => q.deliverByItself(false),
      answers: ofAdminsAlone(notAdmin),
      stored: () => `select value from private.app_settings where key = 'arrivals'`,
      after: () => [{ value: 'by_hand' }],
    },
  ],
]
