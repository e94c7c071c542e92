import { type Mutants, replaceIn } from './break.ts'

const removal = 'public.begin_doctor_removal(uuid,text,uuid)'

export const ofDoctorRemoval: Mutants = {
  'doctor removal: unknown plans': replaceIn(
    removal,
    `plan is null or plan not in ('keep', 'cancel', 'give')`,
    'false',
  ),
  'doctor removal: given to anybody': replaceIn(
    removal,
    'not private.takes_appointments(new_doctor)',
    'false',
  ),
  'doctor removal: given to oneself': replaceIn(removal, 'new_doctor = target or', ''),
  'doctor removal: settles the past': replaceIn(
    removal,
    'and c.appointment_date >= private.clinic_today()',
    '',
  ),
  'doctor removal: settles what is over': replaceIn(
    removal,
    `and c.status in ('pendiente', 'confirmada', 'aceptada')`,
    '',
  ),
  'doctor removal: conflicts are not named': replaceIn(removal, 'if taken is not null then', 'if false then'),
  'doctor removal: cancelled ones are conflicts': replaceIn(removal, `and o.status <> 'cancelada'`, ''),
  'doctor removal: links nobody': replaceIn(
    removal,
    'perform private.link(new_doctor, people.patient_id)',
    'perform 1',
  ),
}
