import type { Due, Session } from '#web/session/session.ts'

/** Who a screen is for. */
export type Audience = 'doctor' | 'patient' | 'everyone'

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

const roles: readonly string[] = ['doctor', 'patient', 'paciente']

/** Decides what somebody who opens a screen gets to see. The database decides what may be read. */
export function verdict(session: Session, audience: Audience): Verdict {
  if (session.state === 'loading') return 'wait'
  if (session.state === 'offline') return 'offline'
  if (session.state !== 'signed-in') return 'leave'
  if (!roles.includes(session.profile.role)) return 'leave'
  if (session.due) return session.due
  return audience === 'everyone' || audience === roleOf(session.profile) ? 'enter' : 'home'
}

/** Both spellings of patient are one role. */
export function roleOf(profile: { role: string }): 'doctor' | 'patient' {
  return profile.role === 'doctor' ? 'doctor' : 'patient'
}
