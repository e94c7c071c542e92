import { Fault } from '#server/http/fault.ts'

const signUp = () => new Fault(422, 'signup_disabled', 'Signups not allowed for this instance')
const otp = () => new Fault(422, 'otp_disabled', 'Signups not allowed for otp')
const provider = () => new Fault(400, 'provider_disabled', 'Unsupported provider: provider is not enabled')
const link = () => new Fault(422, 'validation_failed', 'Links are only sent by mail')

const doors: Record<string, () => Fault> = {
  '/signup': signUp,
  '/invite': signUp,
  '/otp': otp,
  '/magiclink': otp,
  '/resend': otp,
  '/sso': () => new Fault(422, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
  '/authorize': provider,
  '/callback': provider,
  '/admin/generate_link': link,
}

/** Ways in that GoTrue knows and this product keeps shut: people get their account from a doctor or an administrator. */
export function closedDoors(path: string): Fault | undefined {
  return doors[path]?.()
}
