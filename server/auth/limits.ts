import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#server/network.ts'
import { Fault } from './fault.ts'

const WINDOW_SECONDS = 5 * 60
const TRIES_PER_ACCOUNT = 10
const TRIES_PER_ADDRESS = 19
const FAMILIAR_SECONDS = 7 * 24 * 3600

export type SignInLimits = {
  /** Counts a try before it is made (guesses in parallel count too); throws 429 with Retry-After when there were too many. */
  attempt(email: string, address: string): Promise<void>
  /** A right password forgets the account's tries and takes this one off the address. */
  succeeded(email: string, address: string): Promise<void>
}

/**
 * Bad sign-ins allowed in five minutes: 10 for one account, 19 from one address. An address from which an account was
 * entered this week counts apart, so that a stranger's tries keep nobody out of the place where they always sign in.
 */
export function createSignInLimits(): SignInLimits {
  const accounts = new RateLimiterMemory({ points: TRIES_PER_ACCOUNT, duration: WINDOW_SECONDS })
  const addresses = new RateLimiterMemory({ points: TRIES_PER_ADDRESS, duration: WINDOW_SECONDS })
  const familiar = new RateLimiterMemory({ points: 1, duration: FAMILIAR_SECONDS })
  // Marked, because anybody may write anything in the place of an e-mail: also what a pair looks like.
  const pairOf = (email: string, address: string) => `pair ${address} ${email}`
  const nameOf = (email: string) => `account ${email}`
  return {
    async attempt(email, address) {
      const pair = pairOf(email, address)
      if (await familiar.get(pair)) return consume(accounts, pair)
      await consume(addresses, address)
      await consume(accounts, nameOf(email))
    },
    async succeeded(email, address) {
      const pair = pairOf(email, address)
      const known = await familiar.get(pair)
      await familiar.set(pair, 1, FAMILIAR_SECONDS)
      await accounts.delete(nameOf(email))
      await accounts.delete(pair)
      if (!known) await addresses.reward(address)
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

async function consume(
  limiter: RateLimiterMemory,
  key: string,
  code = 'over_request_rate_limit',
): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    throw new Fault(429, code, 'Request rate limit reached', {
      headers: { 'retry-after': String(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))) },
    })
  }
}

/** The client's address as the socket layer (or the trusted proxy) wrote it. */
export function clientAddress(request: Request): string {
  return request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() || 'unknown'
}

/** The same address as it counts in limits (see networkOf). */
export function clientNetwork(request: Request): string {
  return networkOf(clientAddress(request))
}
