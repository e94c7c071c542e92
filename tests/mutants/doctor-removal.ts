import { inFunction, type Mutants } from './break.ts'

const removal = 'public.begin_doctor_removal(uuid,text,uuid)'

export const ofDoctorRemoval: Mutants = {
  ...inFunction(removal, {
    'doctor removal: unknown plans': [`plan is null or plan not in ('keep', 'cancel', 'give')`, 'false'],
    'doctor removal: given to anybody': ['not private.takes_appointments(new_doctor)', 'false'],
    'doctor removal: given to oneself': 'new_doctor = target or',
    'doctor removal: settles the past': 'and c.appointment_date >= private.clinic_today()',
    'doctor removal: settles what is over': `and c.status in ('pendiente', 'confirmada', 'aceptada')`,
    'doctor removal: conflicts are not named': ['if taken is not null then', 'if false then'],
    'doctor removal: cancelled ones are conflicts': `and o.status <> 'cancelada'`,
    'doctor removal: links nobody': ['perform private.link(new_doctor, people.patient_id)', 'perform 1'],
  }),
}
