import { useQuery } from '@tanstack/react-query'
import { clinicQuery } from '#web/queries/clinic.ts'
import { useProfile } from './session.ts'

/** Words that the person's new password must not be: the own e-mail and, once known, the clinic's name. */
export function useOwnPasswordWords(): string[] {
  const { email } = useProfile()
  const { data: clinic } = useQuery(clinicQuery())
  return clinic ? [email, clinic.name] : [email]
}
