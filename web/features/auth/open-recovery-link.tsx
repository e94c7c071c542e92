import type { ReactNode } from 'react'
import type { ErrorReason } from '#web/backend/errors.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { useSubmit } from '#web/parts/forms/use-submit.ts'
import { openRecoveryLink } from '#web/session/recovery.ts'
import { startSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Gate } from './gate.tsx'

/** Why a link is of no use, however often one tries. */
const endings: readonly ErrorReason[] = ['link_expired', 'closed', 'temp_expired', 'invalid']

/**
 * Behind the link of a recovery message. Opening it spends nothing, because filters of mail open links too: the button
 * does. `onDone` gets why the link is of no use, or null when it opened a session.
 */
export function OpenRecoveryLink({
  token,
  onDone,
  below,
}: {
  token: string
  onDone: (problem: ErrorReason | null) => void
  below: ReactNode
}) {
  const { busy, failure, submit } = useSubmit({
    check: () => ({}),
    send: async () => {
      await openRecoveryLink(token)
      // Opens the next question, also where the session could not be read before.
      await startSession()
      onDone(null)
    },
    code: 'open_recovery_link',
    failed: (thrown) => {
      if (endings.includes(thrown.reason)) onDone(thrown.reason)
      else toastError(thrown, 'open_recovery_link')
      return undefined
    },
  })
  return (
    <Gate
      title="Cambia tu contraseña"
      description="Pulsa «Continuar» para elegir una nueva. El enlace de tu correo sirve una sola vez."
      below={below}
    >
      <form onSubmit={submit} className="grid gap-5">
        <FormFailure failure={failure} />
        <Button type="submit" variant="primary" busy={busy} busyLabel="Verificando...">
          Continuar
        </Button>
      </form>
    </Gate>
  )
}
