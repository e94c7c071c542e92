import { getClient } from '#web/backend/client.ts'
import { home } from '#web/hooks/paths.ts'
import { forgetLeftovers } from '#web/session/stored-session.ts'

/** Signs in and opens the portal in place of this page, whose address is over; false where e-mail or password do not fit. */
export async function enterPortal(email: string, password: string): Promise<boolean> {
  const { auth } = await getClient()
  const { error } = await auth.signInWithPassword({ email, password })
  if (error) return false
  // The last person at this browser may have been somebody else.
  forgetLeftovers()
  location.replace(home)
  return true
}
