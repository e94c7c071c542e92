import type { SupabaseClient } from '@supabase/supabase-js'
import { addDays } from '#domain/days.ts'
import type { Caller, Stage } from './calls-stage.ts'

// Lists and records as supabase-js requests them, row by row. docs/product/permissions.md says which rows those
// are, and SQL as the owner of the database checks them. The screens' own queries are in queries.test.ts.

type Answer = PromiseLike<{
  data: unknown
  error: { message: string } | null
  status: number
  count: number | null
}>
type Call = (db: SupabaseClient, stage: Stage) => Answer

/** What is read, by whom, how, and the SQL that gives the expected rows. */
type Read = [what: string, as: Caller, call: Call, rows: (stage: Stage) => string]

const patients = `p.role in ('patient', 'paciente')`
/** SQL: the profile `p` is a patient of the doctor with this id. */
export const linkedTo = (id: string) =>
  `exists (select from private.doctor_patients l where l.doctor_id = '${id}' and l.patient_id = p.id)`
/** SQL: the profile that a row names, as one object. */
export const person = (row: string, column: string, fields: string) =>
  `(select row_to_json(x) from (select ${fields} from public.profiles p where p.id = ${row}.${column}) x)`

const withPeople =
  '*, patient:profiles!patient_id(id, full_name, email, phone), doctor:profiles!doctor_id(full_name, specialty)'
const peopleOf = (row: string) =>
  `${row}.*, ${person(row, 'patient_id', 'p.id, p.full_name, p.email, p.phone')} as patient,
   ${person(row, 'doctor_id', 'p.full_name, p.specialty')} as doctor`

const newestFirst = { ascending: false }
const month = (today: string) => `${today.slice(0, 7)}-01`
const monthBefore = (today: string) => month(addDays(month(today), -1))

/** By table. */
export const tables: Record<string, Read[]> = {
  profiles: [
    [
      'one’s own',
      'paciente',
      (db, { id }) => db.from('profiles').select().eq('id', id('paciente')),
      ({ id }) => `select * from public.profiles where id = '${id('paciente')}'`,
    ],
    [
      'whether one is an administrator',
      'admin2',
      (db, { id }) => db.from('profiles').select('is_admin').eq('id', id('admin2')),
      () => 'select true as is_admin',
    ],
    [
      'a doctor’s patients to pick from',
      'doctora',
      (db) =>
        db
          .from('profiles')
          .select('id, full_name, role')
          .in('role', ['patient', 'paciente'])
          .order('full_name')
          .order('id'),
      ({ id }) =>
        `select p.id, p.full_name, p.role from public.profiles p
         where ${patients} and ${linkedTo(id('doctora'))} order by full_name, id`,
    ],
    [
      'all patients to pick from',
      'admin',
      (db) =>
        db
          .from('profiles')
          .select('id, full_name, role')
          .or('role.eq.patient,role.eq.paciente')
          .order('full_name')
          .order('id'),
      () => `select id, full_name, role from public.profiles p where ${patients} order by full_name, id`,
    ],
    [
      'all doctors to pick from',
      'doctor',
      (db) => db.from('profiles').select('id, full_name').eq('role', 'doctor').order('full_name'),
      () => `select id, full_name from public.profiles where role = 'doctor' order by full_name`,
    ],
    [
      'the latest three',
      'admin',
      (db) => db.from('profiles').select().order('created_at', newestFirst).order('id').limit(3),
      () => 'select * from public.profiles order by created_at desc, id limit 3',
    ],
  ],

  services: [
    [
      'the names for the request form',
      'visitor',
      (db) => db.from('services').select('name').eq('requestable', true).order('name'),
      () => 'select name from public.services where active and requestable order by name',
    ],
    [
      'the catalogue by name',
      'doctora',
      (db) => db.from('services').select('*').order('name'),
      () => 'select * from public.services where active order by name',
    ],
  ],

  study_requests: [
    [
      'names of referring doctors',
      'doctora',
      (db) =>
        db
          .from('study_requests')
          .select('referring_doctor')
          .ilike('referring_doctor', '%PÉR%')
          .order('id')
          .limit(5),
      () =>
        `select referring_doctor from public.study_requests where lower(referring_doctor) like '%pér%' order by id limit 5`,
    ],
    [
      'today’s pending ones, the oldest first',
      'doctora',
      (db, { bounds }) =>
        db
          .from('study_requests')
          .select('*')
          .eq('status', 'pendiente')
          .gte('created_at', bounds.from)
          .lt('created_at', bounds.to)
          .order('created_at', { ascending: true }),
      ({ today }) =>
        `select * from public.study_requests where status = 'pendiente'
         and (created_at at time zone 'America/Mexico_City')::date = '${today}' order by created_at`,
    ],
    [
      'all, the newest first',
      'doctor',
      (db) => db.from('study_requests').select('*').order('created_at', newestFirst).order('id'),
      () => 'select * from public.study_requests order by created_at desc, id',
    ],
    [
      'one by its number',
      'doctora',
      (db) => db.from('study_requests').select().eq('id', 3),
      () => 'select * from public.study_requests where id = 3',
    ],
    [
      'the referring doctors of all',
      'admin',
      (db) => db.from('study_requests').select('referring_doctor').order('id'),
      () => 'select referring_doctor from public.study_requests order by id',
    ],
  ],

  citas: [
    [
      'a patient’s own with both people',
      'paciente',
      (db, { id }) =>
        db
          .from('citas')
          .select(withPeople)
          .eq('patient_id', id('paciente'))
          .order('appointment_date', newestFirst)
          .order('id'),
      ({ id }) =>
        `select ${peopleOf('c')} from public.citas c where patient_id = '${id('paciente')}' order by appointment_date desc, id`,
    ],
    [
      'a doctor’s own with both people',
      'doctora',
      (db, { id }) =>
        db
          .from('citas')
          .select(withPeople)
          .eq('doctor_id', id('doctora'))
          .order('appointment_date', newestFirst)
          .order('id'),
      ({ id }) =>
        `select ${peopleOf('c')} from public.citas c where doctor_id = '${id('doctora')}' order by appointment_date desc, id`,
    ],
    [
      'a doctor’s today',
      'doctora',
      (db, { id, today }) =>
        db
          .from('citas')
          .select(withPeople)
          .eq('doctor_id', id('doctora'))
          .eq('appointment_date', today)
          .order('appointment_time', { ascending: true })
          .order('id')
          .limit(10),
      ({ id, today }) =>
        `select ${peopleOf('c')} from public.citas c where doctor_id = '${id('doctora')}'
         and appointment_date = '${today}' order by appointment_time, id limit 10`,
    ],
    [
      'whom a doctor saw today, however the status is spelled',
      'doctora',
      (db, { id, today }) =>
        db
          .from('citas')
          .select(withPeople)
          .eq('doctor_id', id('doctora'))
          .eq('appointment_date', today)
          .ilike('status', 'Completada')
          .order('appointment_time')
          .limit(10),
      ({ id, today }) =>
        `select ${peopleOf('c')} from public.citas c where doctor_id = '${id('doctora')}'
         and appointment_date = '${today}' and status = 'completada' order by appointment_time`,
    ],
    [
      'the booked times of a day',
      'doctora',
      (db, { id, today }) =>
        db
          .from('citas')
          .select('appointment_time')
          .eq('doctor_id', id('doctora'))
          .eq('appointment_date', today)
          .order('appointment_time')
          .order('id'),
      ({ id, today }) =>
        `select appointment_time from public.citas where doctor_id = '${id('doctora')}'
         and appointment_date = '${today}' order by appointment_time, id`,
    ],
    [
      'the study types of all, in pages',
      'admin',
      (db) => db.from('citas').select('study_type').order('id').range(100, 399),
      () => 'select study_type from public.citas order by id offset 100 limit 300',
    ],
    [
      'the doctors of all',
      'admin2',
      (db) =>
        db
          .from('citas')
          .select('doctor_id, doctor:profiles!citas_doctor_id_fkey(full_name)')
          .order('id')
          .limit(500),
      () =>
        `select doctor_id, ${person('c', 'doctor_id', 'p.full_name')} as doctor from public.citas c order by id limit 500`,
    ],
  ],

  studies: [
    [
      'all with both people, the newest first',
      'admin',
      (db) => db.from('studies').select(withPeople).order('created_at', newestFirst).order('id'),
      () => `select ${peopleOf('s')} from public.studies s order by created_at desc, id`,
    ],
    [
      'a doctor’s own and of linked patients',
      'doctora',
      (db) => db.from('studies').select(withPeople).order('created_at', newestFirst).order('id'),
      ({ id }) =>
        `select ${peopleOf('s')} from public.studies s where doctor_id = '${id('doctora')}' or exists (
           select from private.doctor_patients l where l.doctor_id = '${id('doctora')}' and l.patient_id = s.patient_id)
         order by created_at desc, id`,
    ],
    [
      'a patient’s own',
      'paciente2',
      (db, { id }) =>
        db
          .from('studies')
          .select('*')
          .eq('patient_id', id('paciente2'))
          .order('created_at', newestFirst)
          .order('id'),
      ({ id }) =>
        `select * from public.studies where patient_id = '${id('paciente2')}' order by created_at desc, id`,
    ],
    [
      'those made today',
      'admin',
      (db, { bounds }) =>
        db
          .from('studies')
          .select('id')
          .gte('created_at', bounds.from)
          .lt('created_at', bounds.to)
          .order('id'),
      ({ today }) =>
        `select id from public.studies
         where (created_at at time zone 'America/Mexico_City')::date = '${today}' order by id`,
    ],
  ],

  medical_notes: [
    [
      'a patient’s with the names of their authors',
      'doctora',
      (db, { id }) =>
        db
          .from('medical_notes')
          .select('*, doctor:profiles!doctor_id(full_name)')
          .eq('patient_id', id('paciente'))
          .order('created_at', newestFirst)
          .order('id'),
      ({ id }) =>
        `select n.*, ${person('n', 'doctor_id', 'p.full_name')} as doctor from public.medical_notes n
         where patient_id = '${id('paciente')}' order by created_at desc, id`,
    ],
  ],

  invoices: [
    [
      'a doctor’s own',
      'doctora',
      (db, { id }) =>
        db
          .from('invoices')
          .select(withPeople)
          .eq('doctor_id', id('doctora'))
          .order('payment_date', newestFirst)
          .order('id'),
      ({ id }) =>
        `select ${peopleOf('i')} from public.invoices i where doctor_id = '${id('doctora')}' order by payment_date desc, id`,
    ],
    [
      'a patient’s own',
      'paciente',
      (db, { id }) =>
        db
          .from('invoices')
          .select(withPeople)
          .eq('patient_id', id('paciente'))
          .order('payment_date', newestFirst)
          .order('id'),
      ({ id }) =>
        `select ${peopleOf('i')} from public.invoices i where patient_id = '${id('paciente')}' order by payment_date desc, id`,
    ],
    [
      'all with the names',
      'admin',
      (db) =>
        db
          .from('invoices')
          .select(
            '*, patient:profiles!invoices_patient_id_fkey(full_name), doctor:profiles!invoices_doctor_id_fkey(full_name)',
          )
          .order('payment_date', newestFirst)
          .order('id'),
      () =>
        `select i.*, ${person('i', 'patient_id', 'p.full_name')} as patient, ${person('i', 'doctor_id', 'p.full_name')} as doctor
         from public.invoices i order by payment_date desc, id`,
    ],
    [
      'those of a patient whose name is searched, and no others',
      'admin',
      (db) =>
        db
          .from('invoices')
          .select('invoice_number, patient:profiles!patient_id!inner(full_name)')
          .ilike('patient.full_name', '%mariana lópez%')
          .order('invoice_number'),
      ({ id }) =>
        `select invoice_number, ${person('i', 'patient_id', 'p.full_name')} as patient from public.invoices i
         where patient_id = '${id('paciente')}' order by invoice_number`,
    ],
  ],
}

/** Counted without rows: what, by whom, how, and the SQL of the rows that count. */
export const counts: Read[] = [
  [
    'profiles',
    'admin',
    (db) => db.from('profiles').select('*', { count: 'exact', head: true }),
    () => 'select 1 from public.profiles',
  ],
  [
    'doctors',
    'admin',
    (db) => db.from('profiles').select('*', { count: 'exact', head: true }).eq('role', 'doctor'),
    () => `select 1 from public.profiles where role = 'doctor'`,
  ],
  [
    'patients',
    'admin',
    (db) =>
      db.from('profiles').select('*', { count: 'exact', head: true }).in('role', ['patient', 'paciente']),
    () => `select 1 from public.profiles p where ${patients}`,
  ],
  [
    'pending requests',
    'doctora',
    (db) => db.from('study_requests').select('*', { count: 'exact', head: true }).eq('status', 'pendiente'),
    () => `select 1 from public.study_requests where status = 'pendiente'`,
  ],
  [
    'citas',
    'admin',
    (db) => db.from('citas').select('*', { count: 'exact', head: true }),
    () => 'select 1 from public.citas',
  ],
  [
    'citas of this month',
    'admin',
    (db, { today }) =>
      db.from('citas').select('*', { count: 'exact', head: true }).gte('appointment_date', month(today)),
    ({ today }) => `select 1 from public.citas where appointment_date >= '${month(today)}'`,
  ],
  [
    'citas of the month before',
    'admin',
    (db, { today }) =>
      db
        .from('citas')
        .select('*', { count: 'exact', head: true })
        .gte('appointment_date', monthBefore(today))
        .lt('appointment_date', month(today)),
    ({ today }) =>
      `select 1 from public.citas
       where appointment_date >= '${monthBefore(today)}' and appointment_date < '${month(today)}'`,
  ],
  [
    'a patient’s citas',
    'paciente',
    (db) => db.from('citas').select('*', { count: 'exact', head: true }),
    ({ id }) => `select 1 from public.citas where patient_id = '${id('paciente')}'`,
  ],
  [
    'studies',
    'admin',
    (db) => db.from('studies').select('*', { count: 'exact', head: true }),
    () => 'select 1 from public.studies',
  ],
]
