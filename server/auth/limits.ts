import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { Fault } from '#server/http/fault.ts'
import { networkOf } from '#server/network.ts'
import { createGate, type Try } from './sign-in-gate.ts'

const WINDOW_SECONDS = 5 * 60
const TRIES_PER_ACCOUNT = 10
const TRIES_PER_ADDRESS = 19
const FAMILIAR_SECONDS = 7 * 24 * 3600

export type SignInLimits = {
  /** A try that may be made now; throws 429 with Retry-After when too many failed before. */
  enter(email: string, address: string): Promise<Try>
}

/**
 * Bad sign-ins allowed in five minutes: 10 for one account, 19 from one address. A right password forgets the account's. An
 * address from which an account was entered this week counts apart, so that a stranger's tries keep nobody out of the
 * place where they always sign in.
 */
export function createSignInLimits(): SignInLimits {
  const accounts = createGate(TRIES_PER_ACCOUNT, WINDOW_SECONDS, tooMany)
  // Apart from the accounts, because anybody may write anything in the place of an e-mail: also what a pair looks like.
  const pairs = createGate(TRIES_PER_ACCOUNT, WINDOW_SECONDS, tooMany)
  const addresses = createGate(TRIES_PER_ADDRESS, WINDOW_SECONDS, tooMany)
  const familiar = new RateLimiterMemory({ points: 1, duration: FAMILIAR_SECONDS })
  return {
    async enter(email, address) {
      const pair = `${address} ${email}`
      const isKnown = (await familiar.get(pair)) !== null
      const ofAddress = isKnown ? undefined : await addresses.enter(address)
      const entering = isKnown ? pairs.enter(pair) : accounts.enter(email)
      const ofAccount = await entering.catch((refusal: unknown) => {
        // It told nothing about a password, but whoever asks for blocked accounts is counted like everybody else.
        ofAddress?.failed()
        throw refusal
      })
      return {
        failed() {
          ofAddress?.failed()
          ofAccount.failed()
        },
        succeeded() {
          ofAddress?.succeeded()
          accounts.forget(email)
          pairs.forget(pair)
          ofAccount.succeeded()
          void familiar.set(pair, 1, FAMILIAR_SECONDS)
        },
      }
    },
  }
}

/** How often something may be tried. `spend` throws 429 with Retry-After; `restore` forgets what was spent. */
export type Budget = { spend(key: string): Promise<void>; restore(key: string): Promise<void> }

export function createBudget(points: number, seconds: number, code = 'over_request_rate_limit'): Budget {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return {
    spend: (key) => consume(limiter, key, code),
    restore: async (key) => void (await limiter.delete(key)),
  }
}

async function consume(limiter: RateLimiterMemory, key: string, code: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw tooMany(refusal.msBeforeNext / 1000, code)
  }
}

function tooMany(seconds: number, code = 'over_request_rate_limit'): Fault {
  return new Fault(429, code, 'Request rate limit reached', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) },
  })
}

/** The client's address as the socket layer (or the trusted proxy) wrote it. */
export function clientAddress(request: Request): string {
  return request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() || 'unknown'
}

/** The same address as it counts in limits (see networkOf). */
export function clientNetwork(request: Request): string {
  return networkOf(clientAddress(request))
}
