import { ownMessage } from '#domain/own-message.ts'
import type { DatabaseHealth } from './answers.ts'
import type { Profile, StudyRequest } from './database.ts'
import { AppError, type ErrorCode, toAppError } from './errors.ts'
import { getFunctions } from './services-on-demand.ts'

export type NewPatientData = {
  full_name: string
  email: string
  phone: string | null
  age: number | null
}

/**
 * What accepting a request led to: a known patient is now linked (with `linkRequested`
 * asked first, because the names differ), or the add-patient form needs these data.
 */
export type Acceptance =
  | { userExisted: true; linkRequested?: boolean }
  | { userExisted: false; newPatientData: NewPatientData }

/** Accepts a pending request. Reason `conflict` when it is no longer pending. */
export function acceptRequest(id: StudyRequest['id']): Promise<Acceptance> {
  return invoke<Acceptance>('process_request', 'accept-study-request', { request: { id } })
}

export type NewPatient = {
  full_name: string
  email: string
  phone: string | null
  age: number | null
  /** The request that this patient comes from, or an id made for this form: a retry issues a new password instead of failing. */
  requestId: string
}

/** What the account of a dentist has besides: whence it was invited, or which application it answers. */
export type NewDentist = {
  practice: string
  address: string | null
  licence: string | null
  referrer_key: string | null
  application_id: string | null
}

export type CreatedPatient =
  | { outcome: 'created'; id: string; email: string; fullName: string; tempPassword: string }
  /** The patient had an account and is now linked with the doctor; `message` says so in Spanish. */
  | { outcome: 'linked'; message: string }

type CreateAnswer = {
  user: { id: string; email: string; user_metadata: { full_name: string } }
  tempPassword: string
}

/** Creates a patient's account with a temporary password, or links one that exists under the same name. */
export function createPatient(patient: NewPatient): Promise<CreatedPatient> {
  return createAccount('create_patient', { ...patient, role: 'patient' })
}

/** Creates an account of any kind; which fields count depends on the caller (docs/product/accounts.md). */
export async function createAccount(
  code: ErrorCode,
  account: NewPatient & Pick<Profile, 'role'> & Partial<NewDentist>,
): Promise<CreatedPatient> {
  try {
    const { user, tempPassword } = await invoke<CreateAnswer>(code, 'create-patient-manual', account)
    const { id, email, user_metadata } = user
    return { outcome: 'created', id, email, fullName: user_metadata.full_name, tempPassword }
  } catch (failure) {
    if (failure instanceof AppError && isLinked(failure.cause)) {
      return {
        outcome: 'linked',
        message: failure.detail ?? 'El paciente ya existe y quedó vinculado contigo.',
      }
    }
    throw failure
  }
}

/** Issues a new temporary password; the old one and its sessions end. `detail` says why it was refused. */
export async function issuePassword(
  userId: string,
): Promise<{ email: string; fullName: string; tempPassword: string }> {
  const { user, tempPassword } = await invoke<CreateAnswer>('issue_password', 'issue-temporary-password', {
    userId,
  })
  return { email: user.email, fullName: user.user_metadata.full_name, tempPassword }
}

/** What our own backend reports about its machine: sizes in bytes, times in ISO. */
export type ServerHealth = {
  engine: 'given' | 'included' | 'pglite'
  version: string
  node: string
  disk: { free: number; total: number }
  /** Null when no backup was ever made. `missing` counts the files that it lacks. */
  backup: { at: string; missing: number } | null
  mail: 'smtp' | 'outbox'
  /** Messages that were not sent because there is no SMTP. */
  outbox: number
}

/** The health of the installation; only the embedded backend answers. */
export function installationHealth(): Promise<{ database: DatabaseHealth; server: ServerHealth }> {
  return invoke('load_health', 'installation-health', {})
}

/** The body that a refusing function answered: `{error, code}`, kept as the cause of the AppError. */
type Refusal = { error?: unknown; code?: unknown; linked?: unknown }

function isLinked(cause: unknown): boolean {
  return isRefusal(cause) && cause.linked === true
}

/** Asks a server function. Throws an AppError with `code`, and with the function's own sentence when it refused. */
export async function invoke<Answer>(code: ErrorCode, name: string, body: object): Promise<Answer> {
  try {
    const functions = await getFunctions()
    const { data, error } = await functions.invoke<Answer>(name, { body: { ...body } })
    if (error) throw await readRefusal(error, code)
    if (data === null) throw new AppError(code, 'server')
    return data
  } catch (failure) {
    throw toAppError(failure, code)
  }
}

async function readRefusal(failure: unknown, code: ErrorCode): Promise<AppError> {
  const response = responseOf(failure)
  if (!response) return toAppError(failure, code)
  const body: unknown = await response.json().catch(() => null)
  const { reason } = toAppError(failure, code, response.status)
  return new AppError(code, reason, isRefusal(body) ? ownMessage(body.code, body.error) : null, body)
}

/** supabase-js keeps the answer of a function that refused as the error's `context`. */
function responseOf(failure: unknown): Response | null {
  if (!(failure instanceof Error) || !('context' in failure)) return null
  return failure.context instanceof Response ? failure.context : null
}

function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null
}
