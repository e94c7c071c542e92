import { queryOptions } from '@tanstack/react-query'
import { getClient } from '#web/backend/client.ts'
import { AppError, toAppError } from '#web/backend/errors.ts'
import { authenticate, refreshSession } from './session.ts'

/** A verified authenticator app; `since` is an ISO instant. */
export type SecondFactor = { id: string; since: string }

export const secondFactorKey = ['second factor'] as const

/** The person's second factor, or null. The portal offers one; more can only have been made elsewhere. */
export function secondFactorQuery() {
  return queryOptions({
    queryKey: secondFactorKey,
    queryFn: async (): Promise<SecondFactor | null> => {
      const [first] = await verifiedFactors('load_second_factor')
      return first ? { id: first.id, since: first.created_at } : null
    },
  })
}

async function verifiedFactors(code: 'load_second_factor' | 'check_second_factor') {
  try {
    const { data, error } = await (await getClient()).auth.mfa.listFactors()
    if (error) throw error
    return data.totp
  } catch (failure) {
    throw toAppError(failure, code)
  }
}

/** What an authenticator app must learn: a picture for its camera (a data URL), or the same secret as text. */
export type Enrolment = { id: string; picture: string; secret: string }

/** Starts a second factor; it counts after its first code. `issuer` is the name that the app shows. */
export async function beginSecondFactor(issuer: string): Promise<Enrolment> {
  try {
    const { mfa } = (await getClient()).auth
    const { data, error } = await mfa.enroll({ factorType: 'totp', issuer })
    if (error) throw error
    return { id: data.id, picture: data.totp.qr_code, secret: data.totp.secret }
  } catch (failure) {
    throw toAppError(failure, 'add_second_factor')
  }
}

/** Removes a factor that was started and abandoned; if this fails, the server does it by itself. */
export async function abandonSecondFactor(id: string): Promise<void> {
  try {
    await (await getClient()).auth.mfa.unenroll({ factorId: id })
  } catch {
    // No connection: it never counted.
  }
}

/** Gives a code; the first right one makes the factor count, every one raises the session. */
export async function verifySecondFactor(id: string, code: string): Promise<void> {
  await giveCode(id, code)
  await refreshSession()
}

/** Gives the code that a sign-in still waits for. */
export async function passSecondFactor(code: string): Promise<void> {
  const factors = await verifiedFactors('check_second_factor')
  if (factors.length === 0) return refreshSession()
  for (const [at, { id }] of factors.entries()) {
    try {
      await giveCode(id, code)
      break
    } catch (failure) {
      const isWrong = failure instanceof AppError && failure.reason === 'wrong_code'
      if (!isWrong || at === factors.length - 1) throw failure
    }
  }
  await refreshSession()
}

/** Removes a second factor by whoever holds it: its present code is asked for. */
export async function removeSecondFactor(id: string, code: string): Promise<void> {
  await giveCode(id, code)
  await authenticate('remove_second_factor', async ({ auth }) => {
    const { error } = await auth.mfa.unenroll({ factorId: id })
    if (error) return error
    // The old token still claims the second factor, and such a token opens nothing.
    return (await auth.refreshSession()).error
  })
  await refreshSession()
}

/** Gives a code, which the server then counts as fresh for ten minutes. Throws `check_second_factor`. */
export function giveCode(factorId: string, code: string): Promise<void> {
  return authenticate('check_second_factor', async ({ auth }) => {
    const { error } = await auth.mfa.challengeAndVerify({ factorId, code: code.replaceAll(/\D/g, '') })
    return error
  })
}
