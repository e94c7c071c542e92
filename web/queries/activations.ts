import type { ActivationSecret } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'

/** A new link for an account whose password is not chosen yet, answered only now. Throws an AppError `make_activation`. */
export const createActivation = (userId: string): Promise<ActivationSecret> =>
  ask('make_activation', (client) => client.rpc('create_activation', { user_id: userId }))
