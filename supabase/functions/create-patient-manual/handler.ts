import { temporaryPassword } from '../../../domain/credentials.ts'
import { newPasswordProblem } from '../../../domain/password.ts'
import { ask } from '../_shared/ask.ts'
import type { FunctionContext } from '../_shared/context.ts'
import { endpoint } from '../_shared/endpoint.ts'
import { handOver, issuePassword, refuseWeak } from '../_shared/issue-password.ts'
import { Refusal, refusalResponse, tryLater } from '../_shared/refusal.ts'
import { readPerson } from './person.ts'
import { readPrepared } from './prepared.ts'

/**
 * Body: full_name, email, phone, age, requestId; from an administrator also password, role, specialty,
 * professional_license, is_admin, and of a dentist practice, address, licence, referrer_key, application_id. Returns `{user: {id, email, user_metadata: {full_name}}, tempPassword}`, or 409 for
 * a known person, with `linked: true` when the account is now linked with the doctor. Every password is temporary:
 * its owner must choose another at the first sign-in.
 */
export const createPatientManual = endpoint(async (body, context, callerId) => {
  const person = readPerson(body)
  const given =
    person.password !== undefined && (await isAdmin(context, callerId)) ? person.password : undefined
  const { email } = person.details
  const own = typeof email === 'string' ? [email] : []
  const problem = given === undefined ? null : newPasswordProblem(given, given, own)
  if (problem) throw new Refusal(400, problem)
  const password = given ?? temporaryPassword(context.randomBytes)

  const attempt = async () => {
    const prepared = readPrepared(await ask(context, 'prepare_account', { details: person.details }))
    switch (prepared.outcome) {
      case 'linked':
        return alreadyLinked()
      case 'conflict':
        throw new Refusal(409, 'Ya existe una cuenta con ese correo electrónico.')
      case 'reissue':
        // A repeated request whose response was lost: the same account with a new password.
        return issuePassword(context, prepared.id, password)
      case 'create':
        return create(context, prepared, password)
    }
  }
  // Tried twice: if somebody else is creating the same account, the second try finds it.
  const response = (await attempt()) ?? (await attempt())
  if (!response) throw tryLater()
  return response
})

/** Whether the caller is an administrator, by the database; only then is a password in the body used. */
async function isAdmin(context: FunctionContext, callerId: string): Promise<boolean> {
  const { data, error } = await context.caller
    .from('profiles')
    .select('id')
    .eq('id', callerId)
    .eq('role', 'doctor')
    .is('is_admin', true)
  if (error) throw tryLater()
  return data.length === 1
}

/** Undefined when the auth service did not create the account, for whatever reason. */
async function create(
  context: FunctionContext,
  { id, email, fullName }: { id: string; email: string; fullName: string },
  password: string,
): Promise<Response | undefined> {
  const { error } = await context.accounts.createUser({
    id,
    email,
    password,
    email_confirm: true,
    user_metadata: { full_name: fullName },
  })
  refuseWeak(error)
  return error ? undefined : handOver({ id, email, fullName }, password)
}

function alreadyLinked(): Response {
  return refusalResponse(new Refusal(409, 'El paciente ya existe y quedó vinculado contigo.'), {
    linked: true,
  })
}
