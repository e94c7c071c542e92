import { isUuid } from '../../../domain/contact.ts'
import { ask } from '../_shared/ask.ts'
import { endpoint, isObject } from '../_shared/endpoint.ts'
import { invalidRequest, tryLater } from '../_shared/refusal.ts'

/**
 * Body `{userIdToDelete, citas?, newDoctor?}`. `citas` decides about a doctor's future appointments: 'keep', 'cancel'
 * or 'give' (to `newDoctor`). Returns `{outcome}`: 'closed' for an account with clinical or payment rows, which must
 * be kept for years, else 'erased'. Repeating it after a failure completes it.
 */
export const adminDeleteUser = endpoint(async (body, context) => {
  const { userIdToDelete: id, citas: appointments, newDoctor } = body
  if (typeof id !== 'string' || !isUuid(id)) throw invalidRequest()
  if (appointments !== undefined && typeof appointments !== 'string') throw invalidRequest()
  if (newDoctor !== undefined && (typeof newDoctor !== 'string' || !isUuid(newDoctor))) throw invalidRequest()

  const mustBeErased = async () => {
    const begun =
      appointments === undefined
        ? await ask(context, 'begin_account_removal', { user_id: id })
        : await ask(context, 'begin_doctor_removal', {
            user_id: id,
            plan: appointments,
            new_doctor: newDoctor,
          })
    return !isObject(begun) || begun.outcome !== 'closed'
  }
  if (!(await mustBeErased())) return Response.json({ outcome: 'closed' })
  const { error } = await context.accounts.deleteUser(id)
  if (!error) return Response.json({ outcome: 'erased' })
  // The account may have just got its first study or payment: then it is closed instead.
  if (await mustBeErased()) throw tryLater()
  return Response.json({ outcome: 'closed' })
})
