import { addDays } from '#domain/days.ts'
import { withoutMarks } from '#domain/without-marks.ts'
import type { Accounts, Person } from './accounts.ts'
import { historyDays, instantOf, type Moment } from './moment.ts'
import { longName, men, surnames, women } from './names.ts'
import { createRandom, type Random } from './random.ts'

/** A patient with the ids of their doctors. */
export type Patient = Person & { created_at: string; doctorIds: string[] }

/** The two patients with printed accounts, then `count` invented ones; every seventh came within the last 45 days. */
export function* generatePatients(moment: Moment, accounts: Accounts, count: number): Generator<Patient> {
  const random = createRandom(moment.seed, 'patients')
  const { doctora, doctor, admin, admin2 } = accounts
  const { today } = moment
  const before = (days: number) => instantOf(addDays(today, -days), moment, random)

  yield { ...accounts.paciente, created_at: before(190), doctorIds: [doctora.id] }
  yield { ...accounts.paciente2, created_at: before(190), doctorIds: [doctor.id] }

  const turns = [
    [doctora],
    [doctora],
    [doctor],
    [doctora],
    [admin],
    [doctora, doctor],
    [doctor],
    [doctora],
    [admin2],
  ]
  for (let index = 0; index < count; index++) {
    const full_name = index === 0 ? longName : inventedName(random)
    yield {
      id: random.uuid(),
      full_name,
      email: `${slug(full_name)}.${index + 1}@correo.test`,
      phone: random.chance(0.9) ? inventedPhone(random) : null,
      role: random.chance(0.15) ? 'paciente' : 'patient',
      specialty: null,
      professional_license: null,
      age: random.chance(0.9) ? random.whole(6, 84) : null,
      is_admin: false,
      created_at: before(index % 7 === 3 ? random.whole(0, 45) : random.whole(historyDays + 10, 180)),
      doctorIds: (turns[index % turns.length] ?? [doctora]).map((doctor) => doctor.id),
    }
  }
}

/** No Mexican number has a 0 after its area code, so nobody is called by mistake. */
export function inventedPhone(random: Random): string {
  return `962 0${random.whole(11, 99)} ${random.whole(1000, 9999)}`
}

export function inventedName(random: Random): string {
  const given = random.pick(random.chance(0.55) ? women : men)
  return `${given} ${random.pick(surnames)} ${random.pick(surnames)}`
}

/** 'Ana Sofía Peña Cruz' becomes 'ana.pena'. */
export function slug(fullName: string): string {
  const words = withoutMarks(fullName).toLowerCase().split(' ')
  return [words[0], words.at(-2)].join('.')
}
