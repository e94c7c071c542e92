import { useQueryClient } from '@tanstack/react-query'
import { type DentistForm, dentistErrors } from '#domain/dentist-form.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { DentistFields } from '#web/parts/people/dentist-fields.tsx'
import { inviteDentist } from '#web/queries/dentists.ts'
import { profileKeys } from '#web/queries/profiles.ts'
import { referrerKeys } from '#web/queries/referrers.ts'
import { addCredential } from '#web/session/temp-credentials.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import type { Invited } from './link-dialog.tsx'

/** Whom an invitation begins with: a group of spellings, who asked for access, or nobody. */
export type Invitation = {
  known: Partial<DentistForm>
  referrer_key: string | null
  application_id: string | null
}

const empty: DentistForm = { full_name: '', email: '', practice: '', phone: '', address: '', licence: '' }

/** Makes a dentist's account; `onMade` shows the link by which its owner gets in. What was typed stays when it fails. */
export function InviteDialog({
  invitation: { known, ...from },
  onMade,
  onClose,
}: {
  invitation: Invitation
  onMade: (made: Invited) => void
  onClose: () => void
}) {
  const client = useQueryClient()
  const form = useForm({
    start: { ...empty, ...known },
    check: dentistErrors,
    send: async (typed, idFor) => {
      try {
        const created = await inviteDentist(typed, from, idFor({ ...typed, ...from }))
        if (created.outcome !== 'created') return
        const { id, email, fullName, tempPassword } = created
        addCredential({ id, email, fullName, tempPassword, timestamp: Date.now() })
        onMade({ id, name: fullName, phone: typed.phone.trim() })
      } finally {
        void client.invalidateQueries({ queryKey: referrerKeys.all })
        void client.invalidateQueries({ queryKey: profileKeys.all })
      }
    },
    code: 'invite_dentist',
    failed: (failure, focus) => {
      toastError(failure, 'invite_dentist')
      // A refused e-mail is what one mends first.
      if (failure.reason === 'conflict') focus('email')
      return undefined
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={from.application_id ? 'Aprobar acceso' : 'Invitar al portal'}
      description="Se crea su cuenta. Después le envías el enlace con el que elige su contraseña."
      action="Crear cuenta"
      actionBusy="Creando..."
    >
      <DentistFields form={form} />
    </FormDialog>
  )
}
