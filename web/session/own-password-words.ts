import { useQuery } from '@tanstack/react-query'
import { clinicQuery } from '#web/queries/clinic.ts'
import { useProfile } from './session.ts'

/** What a new password of the signed-in person must not be: the own e-mail and, once it is known, the clinic's name. */
export function useOwnWords(): string[] {
  const { email } = useProfile()
  const { data: clinic } = useQuery(clinicQuery())
  return clinic ? [email, clinic.name] : [email]
}
