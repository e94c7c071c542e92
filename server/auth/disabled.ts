import { Fault } from '#server/base/fault.ts'

const signUp = () => new Fault(422, 'signup_disabled', 'Signups not allowed for this instance')
const otp = () => new Fault(422, 'otp_disabled', 'Signups not allowed for otp')
const provider = () => new Fault(400, 'provider_disabled', 'Unsupported provider: provider is not enabled')
const link = () => new Fault(422, 'validation_failed', 'Links are only sent by mail')

/** Endpoints of GoTrue that this product does not offer: a doctor or an administrator creates every account. */
export const disabled: Record<string, () => Fault> = {
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
