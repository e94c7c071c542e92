import { dropConstraint, inFunction, type Mutants, replaceIn } from './break.ts'

const certain = 'private.certain_cita(arrivals)'
const worklist = 'public.station_worklist(text,jsonb)'
const upload = 'public.station_upload(text,jsonb)'
const arrived = 'public.station_arrived(text,jsonb)'
const assign = 'public.assign_arrival(uuid,uuid,uuid,text,uuid)'
const atHand = 'private.arrival_at_hand(uuid)'
const listed = 'public.list_arrivals()'
const heard = 'public.station_heard(text,text,text,boolean)'
const refused = `if refused is not null then
    return refused;
  end if;`

export const ofMachines: Mutants = {
  ...Object.fromEntries(
    [
      worklist,
      upload,
      arrived,
      heard,
      'public.station_machines(text,jsonb)',
      'public.station_tested(text,text,boolean)',
    ].map((signature) => [`station: any key may ask ${signature}`, replaceIn(signature, refused, '')]),
  ),
  ...inFunction('public.set_machine(jsonb)', {
    'set_machine: by anybody': 'perform private.require_admin();',
    'set_machine: a second one of a title': ['otro equipo ya lo tiene', ''],
  }),
  'machine_figures: to anybody': replaceIn(
    'public.machine_figures()',
    'perform private.require_admin();',
    '',
  ),
  'machine_figures: machines as unknown': replaceIn(
    'public.machine_figures()',
    'and c.aet not in (select m.aet from public.machines m)',
    '',
  ),
  'machine_figures: callers of long ago': replaceIn('public.machine_figures()', '- 7 and', '- 70 and'),
  'set_arrival_delivery: by anybody': replaceIn(
    'public.set_arrival_delivery(boolean)',
    'perform private.require_admin();',
    '',
  ),
  ...inFunction('public.test_machine(uuid)', {
    'test_machine: by anybody': 'perform private.require_admin();',
    'test_machine: without an address': 'and m.address is not null and m.port is not null',
  }),
  'station_machines: calls back again': replaceIn(
    'public.station_machines(text,jsonb)',
    'greatest(m.tested_at, ',
    'greatest(null, ',
  ),
  'station_machines: never full': replaceIn(
    'public.station_machines(text,jsonb)',
    'is_full = excluded.is_full',
    'is_full = s.is_full',
  ),
  'installation_health: a station that was full once': replaceIn(
    'public.installation_health()',
    ` and s.seen_at > now() - interval '2 minutes'`,
    '',
  ),
  'machines: any title': dropConstraint('public.machines', 'machines_aet_fits'),
  'machines: any address': dropConstraint('public.machines', 'machines_address_fits'),
  ...inFunction(heard, {
    'station_heard: callers without end': '< 50',
    'station_heard: a machine is not seen': ['set last_seen_at = now()', 'set last_seen_at = last_seen_at'],
  }),
  ...inFunction(worklist, {
    'worklist: days later': ['between today and today + 1', '>= today'],
    'worklist: closed appointments': `and c.status in ('pendiente', 'confirmada', 'aceptada')`,
    'worklist: whose study came': 'and not private.has_study(c)',
    'worklist: without end': ['limit 200', 'limit 2000'],
    'worklist: a machine that is not active': ['m.active and', 'true and'],
    'worklist: every asking in the trail': [
      'asker is not null and not exists (',
      'asker is not null and not exists (select where false) or not exists (',
    ],
  }),
}

export const ofArrivals: Mutants = {
  ...inFunction(certain, {
    'certain: numbers of two patients': ['cardinality(patients) <> 1', 'cardinality(patients) < 1'],
    'certain: another name': ['and private.name_fits(arrival, p.full_name)', ''],
    'certain: a closed account': 'and p.id not in (select private.closed_accounts()) ',
    'certain: a closed doctor': ` and d.id not in (select private.closed_accounts())`,
    'certain: one of several': ['select c.* into strict cita', 'select c.* into cita'],
    'certain: a cancelled one': `and c.status not in ('cancelada', 'no_asistio')`,
    'certain: one that has its study': 'and not private.has_study(c)',
    'certain: of another day': 'and c.appointment_date = private.clinic_day(arrival.received_at)',
  }),
  ...inFunction(upload, {
    'upload: delivered although people decide': [' and private.delivers()', ''],
    'upload: a study that is not known': ['if not found then', 'if false then'],
  }),
  ...inFunction(arrived, {
    'arrived: without its file': ['if place.path is null then', 'if false then'],
    'arrived: replaces what was reported': ['r.state <> ', 'false and r.state <> '],
    'arrived: a discarded one stays so': [
      `case when a.study_id is null then 'complete' else a.state end`,
      `case when a.study_id is null and a.state <> 'discarded' then 'complete' else a.state end`,
    ],
    'arrived: a file that holds less replaces the study’s': ['known.instances < had', 'false'],
    'arrived: told late that it begins': [`where is_complete or a.state = 'receiving'`, ''],
    'arrived: to whoever has the appointment now': [
      `and starts_with(known.path, cita.patient_id || '/')`,
      '',
    ],
    'arrived: beside a report without its appointment': ['known.cita_id, ', 'null, '],
    'arrived: the fuller file is forgotten': ['set file_url = known.path', 'set file_url = s.file_url'],
  }),
  ...inFunction(assign, {
    'assign: for another doctor': 'assign_arrival.doctor_id is distinct from private.active_uid() or ',
    'assign: to somebody else’s patient': [' or not private.is_linked(assign_arrival.patient_id)', ''],
    'assign: to a doctor': `and p.role in ('patient', 'paciente') `,
    'assign: to a closed account': 'and p.id not in (select private.closed_accounts())',
    'assign: with anybody’s appointment': 'and c.patient_id = assign_arrival.patient_id',
    'assign: before its file is there': [
      'if starts_with(arrival.path, ',
      'if true or starts_with(arrival.path, ',
    ],
    'assign: an interrupted move is forgotten': ['if place.path is not null then', 'if false then'],
  }),
  ...inFunction(atHand, {
    'arrivals: any that exists': ['private.is_admin() and', 'true and'],
    'arrivals: one that still comes': [`and a.state <> 'receiving'`, ''],
    'arrivals: assigned twice': [`if arrival.state = 'assigned' then`, 'if false then'],
  }),
  ...inFunction(listed, {
    'list_arrivals: discarded ones for ever': `and a.completed_at > now() - interval '30 days'`,
    'list_arrivals: discarded ones to doctors': [
      `or by_admin and a.state = 'discarded'`,
      `or a.state = 'discarded'`,
    ],
    'list_arrivals: everybody’s proposals': [
      'where by_admin or p.doctor_id = private.doctor_uid() or p.patient_id in (select private.my_patients())',
      '',
    ],
  }),
  ...inFunction('private.waiting_arrivals()', {
    'arrivals: of others': ['where p.doctor_id = c.id or (', 'where true or ('],
    'arrivals: to patients': ['c.active and c.is_doctor and', 'c.active and'],
    'arrivals: before a password was chosen': ['c.active and c.is_doctor and', 'c.is_doctor and'],
  }),
  'study_arrived: beside an appointment that is made up': `create or replace function public.study_arrived(row_of public.citas) returns boolean
    language sql stable set search_path = '' return private.cita_arrived(row_of.id)`,
  'study_arrived: never': `create or replace function public.study_arrived(row_of public.citas) returns boolean
    language sql stable set search_path = '' return (select false from public.citas t where t.id = row_of.id)`,
  'discard_arrival: without a reason': replaceIn(
    'public.discard_arrival(uuid,text)',
    `'Motivo', 500, true`,
    `'Motivo', 500`,
  ),
}
