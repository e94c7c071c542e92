import { formatDay } from './days.ts'
import type { Progress } from './study-progress.ts'

/** How many days a link may last, and how often it may be opened (docs/product/sharing.md). */
export const shareDays = [1, 3, 7, 14, 30, 60, 90] as const
export const shareUses = [1, 3, 5, 10, 25, 50, 100] as const
export const usualShare = { days: 14, uses: 10 } as const
export const longestShareLabel = 100
/** How many days a dentist's link may last (docs/product/referrers.md). */
export const dentistShareDays = 14

/** The folder of copies without identity: their address must not reveal the patient. */
export const copiesFolder = 'copias'

/** Who asked that a report be shared (NOM-004 5.5.1); the clinic says it of its links. */
export const shareBases = ['patient', 'authorised_doctor'] as const

export type ShareBasis = (typeof shareBases)[number]

/**
 * Whether a link to a study may carry its report: `signed` is one that was signed, `coming` one that was not or is held back, and
 * that the link shows once it is delivered. Null for a study without one.
 */
export function reportToShare({
  progress,
  report_heads: heads = [],
}: {
  progress?: Progress | null
  report_heads?: { state: string }[]
}): { signed: boolean; coming: boolean } | null {
  const signed = heads.some(({ state }) => state === 'firmado')
  const coming = progress === 'recibido' || progress === 'en_interpretacion' || progress === 'por_entregar'
  return signed || coming ? { signed, coming } : null
}

export type ShareState = 'alive' | 'revoked' | 'expired' | 'used_up'

/** A link's state at `now`, in milliseconds; instants are ISO. */
export function shareState(
  share: { revoked_at: string | null; expires_at: string; uses: number; max_uses: number },
  now: number,
): ShareState {
  if (share.revoked_at !== null) return 'revoked'
  if (Date.parse(share.expires_at) <= now) return 'expired'
  return share.uses >= share.max_uses ? 'used_up' : 'alive'
}

/** The address of a link; `site` without a final slash. */
export function shareAddress(site: string, token: string): string {
  return `${site}/compartido/${token}`
}

/** Six digits grouped for reading aloud: '042 137'. */
export function spacedPin(pin: string): string {
  return pin.replace(/^(\d{3})(\d{3})$/, '$1 $2')
}

/** Parses a PIN, ignoring spaces and dashes; null unless it has six digits. */
export function readPin(typed: string): string | null {
  const digits = typed.replace(/[\s-]/g, '')
  return /^[0-9]{6}$/.test(digits) ? digits : null
}

/** The message with the link; the PIN is sent separately. `lastDay` is yyyy-MM-dd. */
export function linkMessage({
  clinic,
  studyType,
  address,
  lastDay,
}: {
  clinic: string
  studyType: string
  address: string
  lastDay: string
}): string {
  return `${clinic} te comparte un estudio: ${studyType}.\n\nÁbrelo aquí hasta el ${formatDay(lastDay)}:\n${address}\n\nEl PIN para abrirlo llega en otro mensaje.`
}

/** The message with only the PIN; it does not mention the study. */
export function pinMessage(pin: string): string {
  return `El PIN para abrir el enlace que te compartimos es ${pin}.`
}
