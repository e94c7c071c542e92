/** What an account is, as people read it. */
export const accountKinds = { doctor: 'Doctor', patient: 'Paciente', dentist: 'Dentista' } as const

export type AccountKind = keyof typeof accountKinds

/** The kind of a stored role; a patient's has two spellings. */
export function accountKind(role: string): AccountKind {
  return role === 'doctor' || role === 'dentist' ? role : 'patient'
}
