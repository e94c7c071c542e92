import type { Due, Session } from '#web/session/session.ts'

/** Who somebody is to the portal; both spellings of patient are one. */
export type Role = 'doctor' | 'patient' | 'dentist'

/** Who a screen is for. */
export type Audience = readonly Role[]

export const everyone: Audience = ['doctor', 'patient', 'dentist']

export type Verdict =
  /** The session is still being read. */
  | 'wait'
  /** There is no connection: the address is tried again. */
  | 'offline'
  /** Nobody is signed in, the account cannot be read, or its role is none of ours: to the landing. */
  | 'leave'
  /** Something comes before everything else: a code, a new password, or the clinic's help. */
  | Due
  /** Somebody else's screen: to the own home. */
  | 'home'
  | 'enter'

const roles: readonly string[] = [...everyone, 'paciente']

/** Decides what somebody who opens a screen gets to see. The database decides what may be read. */
export function verdict(session: Session, audience: Audience): Verdict {
  if (session.state === 'loading') return 'wait'
  if (session.state === 'offline') return 'offline'
  if (session.state !== 'signed-in') return 'leave'
  if (!roles.includes(session.profile.role)) return 'leave'
  if (session.due) return session.due
  return audience.includes(roleOf(session.profile)) ? 'enter' : 'home'
}

export function roleOf({ role }: { role: string }): Role {
  return role === 'doctor' || role === 'dentist' ? role : 'patient'
}
