import { createGate, type Try } from './gate.ts'
import { signInLimits } from './numbers.ts'
import { createWindows } from './window.ts'

export type SignInLimits = {
  /** A try that may be made now; throws 429 with Retry-After when too many failed before. */
  enter(email: string, network: string): Promise<Try>
}

/**
 * Bad sign-ins allowed in five minutes: 10 for one account, 19 from one network. A right password forgets the account's. A
 * network from which an account was entered this week counts apart, so that a stranger's tries keep nobody out of the
 * place where they always sign in.
 */
export function createSignInLimits(): SignInLimits {
  const { windowMs, ofAccount, ofNetwork, familiarMs } = signInLimits
  const accounts = createGate(ofAccount, windowMs)
  // Apart from the accounts, because anybody may write anything in the place of an e-mail: also what a pair looks like.
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
        // It told nothing about a password, but whoever asks for blocked accounts is counted like everybody else.
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
          // The week begins anew.
          familiar.forget(pair)
          familiar.add(pair)
        },
      }
    },
  }
}
