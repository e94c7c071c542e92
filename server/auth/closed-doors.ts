import { Fault } from './fault.ts'

const signUp = () => new Fault(422, 'signup_disabled', 'Signups not allowed for this instance')
const otp = () => new Fault(422, 'otp_disabled', 'Signups not allowed for otp')
const provider = () => new Fault(400, 'provider_disabled', 'Unsupported provider: provider is not enabled')
const recovery = () => new Fault(422, 'recovery_not_available', 'Password recovery is not available yet')
const mfa = () => new Fault(422, 'mfa_totp_enroll_not_enabled', 'Second factors are not available yet')

const doors: Record<string, () => Fault> = {
  '/signup': signUp,
  '/invite': signUp,
  '/otp': otp,
  '/magiclink': otp,
  '/resend': otp,
  '/sso': () => new Fault(422, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  '/authorize': provider,
  '/callback': provider,
  '/recover': recovery,
  '/verify': recovery,
  '/reauthenticate': recovery,
  '/admin/generate_link': recovery,
  '/factors': mfa,
}

/** Ways in that GoTrue knows and this product keeps shut: people get their account from a doctor or an administrator. */
export function closedDoors(path: string): Fault | undefined {
  return doors[path.startsWith('/factors/') ? '/factors' : path]?.()
}
