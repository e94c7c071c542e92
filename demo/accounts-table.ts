import { accountsOf, demoPassword } from './generate/accounts.ts'
import { dentistPeople } from './generate/dentists.ts'
import { demoSeed } from './seed.ts'

/** The demo's accounts as lines for a terminal. */
export function accountsTable(): string[] {
  const { admin, admin2, doctora, doctor, paciente, paciente2 } = accountsOf(demoSeed)
  const rows = [
    [admin, 'doctora, administradora principal'],
    [admin2, 'doctor, administrador'],
    [doctora, 'doctora'],
    [doctor, 'doctor'],
    [paciente, 'paciente de doctora@'],
    [paciente2, 'paciente de doctor@'],
    ...dentistPeople.map(({ person }) => [person, 'dentista que refiere'] as const),
  ] as const
  return [
    `Cuentas de demostración; la contraseña de todas es ${demoPassword}`,
    ...rows.map(([who, is]) => `  ${who.email.padEnd(24)}${who.full_name.padEnd(28)}${is}`),
  ]
}
