import type { ActivationMail, ActivationSecret } from '#web/backend/answers.ts'
import { ask } from '#web/backend/client.ts'

/** A new link for an account whose password is not chosen yet, answered only now. Throws an AppError `make_activation`. */
export const createActivation = (userId: string): Promise<ActivationSecret> =>
  ask('make_activation', (client) => client.rpc('create_activation', { user_id: userId }))

/** Asks for a mail with a new link, which ends the one before when it is sent. Throws an AppError `mail_activation`. */
export const mailActivation = async (userId: string): Promise<ActivationMail['outcome']> =>
  (await ask('mail_activation', (client) => client.rpc('mail_activation', { user_id: userId }))).outcome
