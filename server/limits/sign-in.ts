import { signInLimits } from '#server/base/numbers.ts'
import { createGate, type Try } from './gate.ts'
import { createWindows } from './window.ts'

export type SignInLimits = {
  /** Starts a try. Throws 429 with Retry-After after too many failures. */
  enter(email: string, network: string): Promise<Try>
}

/**
 * Failed sign-ins allowed in five minutes: 10 per account, 19 per network. A correct password clears the
 * account's. A network from which the account signed in this week is counted separately, so a stranger's
 * failures do not lock people out where they usually sign in.
 */
export function createSignInLimits(): SignInLimits {
  const { windowMs, ofAccount, ofNetwork, familiarMs } = signInLimits
  const accounts = createGate(ofAccount, windowMs)
  // Separate from `accounts`: an e-mail is free text and could be typed to look like a pair.
  const pairs = createGate(ofAccount, windowMs)
  const networks = createGate(ofNetwork, windowMs)
  const familiar = createWindows(familiarMs)
  return {
    async enter(email, network) {
      const pair = `${network} ${email}`
      const isFamiliar = familiar.held(pair).count > 0
      const fromNetwork = isFamiliar ? undefined : await networks.enter(network)
      const entering = isFamiliar ? pairs.enter(pair) : accounts.enter(email)
      const atAccount = await entering.catch((refusal: unknown) => {
        // No password was checked, but tries at blocked accounts count against the network too.
        fromNetwork?.failed()
        throw refusal
      })
      return {
        failed() {
          fromNetwork?.failed()
          atAccount.failed()
        },
        succeeded() {
          fromNetwork?.succeeded()
          accounts.forget(email)
          pairs.forget(pair)
          atAccount.succeeded()
          // Restart the week.
          familiar.forget(pair)
          familiar.add(pair)
        },
      }
    },
  }
}
