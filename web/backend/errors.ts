import { ownMessage, ownStatus, unavailableWords } from '#domain/own-message.ts'
import { secondsToWait } from './retry-after.ts'

/** What the person was doing when it failed; each one has its words in `copy/errors.ts`. */
export const errorCodes = [
  'sign_in',
  'send_request',
  'load_today_appointments',
  'load_attended_patients',
  'load_today_requests',
  'load_appointments',
  'load_patients',
  'load_patient',
  'load_history',
  'load_notes',
  'load_studies',
  'load_my_studies',
  'load_study',
  'load_requests',
  'load_request',
  'load_taken_slots',
  'load_clinic_hours',
  'load_agenda',
  'load_changes',
  'load_reminders',
  'load_messages',
  'load_profile',
  'load_users',
  'load_analytics',
  'load_initial_data',
  'load_invoices',
  'load_invoice',
  'load_my_payments',
  'load_income',
  'load_access_log',
  'load_referring_doctors',
  'load_applications',
  'load_services',
  'load_panel',
  'quick_search',
  'connection',
  'save_note',
  'add_study',
  'create_appointment',
  'update_appointment',
  'see_changes',
  'save_hours',
  'save_agenda',
  'change_password',
  'prove_password',
  'update_profile',
  'process_request',
  'update_request_status',
  'update_request',
  'delete_request',
  'create_patient',
  'issue_password',
  'create_user',
  'update_user',
  'delete_user',
  'free_user_factor',
  'admin_add_study',
  'update_study',
  'delete_study',
  'delete_study_file',
  'replace_study_file',
  'register_payment',
  'annul_invoice',
  'merge_referrers',
  'invite_dentist',
  'close_dentist',
  'reject_dentist',
  'ask_dentist_access',
  'undo_referrer_merge',
  'upload_file',
  'download_file',
  'open_study_link',
  'load_shares',
  'share_study',
  'no_study_link',
  'no_study_file',
  'export',
  'export_usuarios',
  'export_citas',
  'export_estudios',
  'export_ingresos',
  'export_referentes',
  'save_service',
  'load_service_history',
  'load_audit',
  'verify_audit',
  'load_health',
  'copy_failed',
  'main_admin',
  'invoice_denied',
  'invoice_missing',
  'verify_receipt',
  'verify_report',
  'load_linked_appointment',
  'act_by_link',
  'make_appointment_link',
  'revoke_appointment_link',
  'prepare_reminders',
  'note_opened',
  'queue_message',
  'save_reminders',
  'track_request',
  'activate_account',
  'make_activation',
  'mail_activation',
  'request_missing',
  'study_missing',
  'report_missing',
  'ask_recovery',
  'open_recovery_link',
  'check_recovery_code',
  'check_second_factor',
  'load_second_factor',
  'add_second_factor',
  'remove_second_factor',
  'load_sessions',
  'end_session',
  'answer_link_request',
  'save_photo',
  'remove_photo',
  'load_report',
  'save_report',
  'change_report',
  'sign_report',
  'save_phrase',
  'load_arrivals',
  'assign_arrival',
  'discard_arrival',
  'load_machines',
  'save_machine',
  'test_machine',
  'save_delivery',
  'load_orders',
  'send_order',
  'cancel_order',
  'order_link',
  'load_practice',
  'open_practice',
  'load_receivers',
  'set_sharing',
  'deliver_study',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/**
 * Why it failed, if the answer tells. `credentials`: wrong e-mail or password; `limit`: too many attempts;
 * `easy_password`: long enough, but on a list of common or leaked ones; `closed`: the account is closed;
 * `temp_expired`: the temporary password is too old; `link_expired`: a link or code from a message is
 * wrong, used or old; `wrong_code`, `challenge_expired`: of the second factor; `second_factor`: it is
 * still due; `proof_needed`: password or code must be entered again; `no_room`: the server's disk is full.
 */
export type ErrorReason =
  | 'network'
  | 'session'
  | 'credentials'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'invalid'
  | 'limit'
  | 'too_large'
  | 'cancelled'
  | 'weak_password'
  | 'easy_password'
  | 'same_password'
  | 'closed'
  | 'temp_expired'
  | 'link_expired'
  | 'wrong_code'
  | 'challenge_expired'
  | 'second_factor'
  | 'proof_needed'
  | 'no_room'
  | 'server'

/**
 * The one error of `web/backend`. `detail` is a message of our own, known by its code,
 * or null; `wait` is how many seconds to wait before a retry, if the server said so.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly reason: ErrorReason
  readonly detail: string | null
  readonly wait: number | null

  constructor(
    code: ErrorCode,
    reason: ErrorReason,
    detail: string | null = null,
    cause?: unknown,
    wait: number | null = null,
  ) {
    super(`${code}: ${reason}`, { cause })
    this.code = code
    this.reason = reason
    this.detail = detail
    this.wait = wait
  }
}

/**
 * Turns any failure of the client into an `AppError`; `code` says what was
 * being done, `httpStatus` is used when the failure has no status of its own.
 */
export function toAppError(failure: unknown, code: ErrorCode, httpStatus = 0): AppError {
  if (failure instanceof AppError) return failure
  const { status, word, message, hint } = read(failure)
  const reason =
    hint === 'reauthenticate'
      ? 'proof_needed'
      : reasonOf(failure, ownStatus(word) ?? (status || httpStatus), word)
  return new AppError(
    code,
    reason,
    // Auth's client keeps neither code nor text of a 503, which it takes for a lost connection.
    ownMessage(word, message) ?? (status === 503 ? unavailableWords : null),
    failure,
    reason === 'limit' ? secondsToWait() : null,
  )
}

type Read = { status: number; word: string; message: string; hint: unknown }

/** What the errors of PostgREST, GoTrue, Storage and the functions have in common. */
function read(failure: unknown): Read {
  if (typeof failure !== 'object' || failure === null) return { status: 0, word: '', message: '', hint: null }
  const error: {
    status?: unknown
    statusCode?: unknown
    code?: unknown
    error?: unknown
    message?: unknown
    hint?: unknown
  } = failure
  return {
    status: Number(error.status ?? error.statusCode ?? 0) || 0,
    word: [error.code, error.error, error.statusCode].find((word) => typeof word === 'string') ?? '',
    message: typeof error.message === 'string' ? error.message : '',
    hint: error.hint,
  }
}

/** GoTrue's words, PostgREST's codes and SQLSTATEs that say more than the HTTP status. */
const words: Record<string, ErrorReason> = {
  invalid_credentials: 'credentials',
  weak_password: 'weak_password',
  same_password: 'same_password',
  over_request_rate_limit: 'limit',
  over_email_send_rate_limit: 'limit',
  user_banned: 'closed',
  temporary_password_expired: 'temp_expired',
  otp_expired: 'link_expired',
  reauthentication_not_valid: 'link_expired',
  insufficient_aal: 'second_factor',
  reauthentication_needed: 'proof_needed',
  mfa_verification_failed: 'wrong_code',
  mfa_challenge_expired: 'challenge_expired',
  mfa_factor_not_found: 'missing',
  user_not_found: 'session',
  session_not_found: 'session',
  session_expired: 'session',
  refresh_token_not_found: 'session',
  bad_jwt: 'session',
  PGRST116: 'missing',
  PGRST301: 'session',
  PGRST303: 'session',
  P0002: 'missing',
  '23505': 'conflict',
  '23503': 'invalid',
  '23514': 'invalid',
  '23502': 'invalid',
  '22P02': 'invalid',
  '42501': 'forbidden',
  not_found: 'missing',
  Duplicate: 'conflict',
}

const statuses: Record<number, ErrorReason> = {
  400: 'invalid',
  401: 'session',
  403: 'forbidden',
  404: 'missing',
  406: 'missing',
  409: 'conflict',
  413: 'too_large',
  422: 'invalid',
  429: 'limit',
  507: 'no_room',
}

function reasonOf(failure: unknown, status: number, word: string): ErrorReason {
  // The client's own words for a session that the server has ended; they carry no code.
  if (failure instanceof Error && failure.name === 'AuthSessionMissingError') return 'session'
  const known = Object.hasOwn(words, word) ? words[word] : statuses[status]
  if (known === 'weak_password' && isOnAList(failure)) return 'easy_password'
  if (known) return known
  return isNetworkFailure(failure, status) ? 'network' : 'server'
}

/** GoTrue's reasons for a weak password are length, characters and pwned. */
function isOnAList(failure: unknown): boolean {
  if (typeof failure !== 'object' || failure === null || !('reasons' in failure)) return false
  return Array.isArray(failure.reasons) && failure.reasons.includes('pwned')
}

/** No answer at all: every browser words it differently, and each part of the client wraps it differently. */
function isNetworkFailure(failure: unknown, status: number): boolean {
  if (status !== 0 && ![502, 503, 504].includes(status)) return false
  const text = failure instanceof Error || isMessage(failure) ? failure.message : ''
  const name = failure instanceof Error ? failure.name : ''
  return (
    /RetryableFetchError|FunctionsFetchError|AbortError/.test(name) ||
    /failed to fetch|load failed|fetch failed|networkerror|network request failed|connection was lost/i.test(
      text,
    )
  )
}

function isMessage(value: unknown): value is { message: string } {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  )
}
