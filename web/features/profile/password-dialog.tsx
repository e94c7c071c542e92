import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newPasswordProblems } from '#domain/password.ts'
import { notices } from '#web/copy/notices.ts'
import { NewPasswordFields } from '#web/parts/accounts/new-password-fields.tsx'
import { staleCode } from '#web/parts/feedback/stale-code.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { FailedLoad } from '#web/parts/lists/failed-load.tsx'
import { useOwnPasswordWords } from '#web/session/own-password-words.ts'
import { provePassword } from '#web/session/prove-password.ts'
import { giveCode, type SecondFactor, secondFactorQuery } from '#web/session/second-factor.ts'
import { changePassword } from '#web/session/session.ts'
import { CodeField, codeProblem } from '#web/ui/code-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import type { TextFieldProps } from '#web/ui/text-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { passwordProofWords } from './confirm-password.tsx'

/**
 * Changes the password: the new one twice, and the current one or, if there is one, the second factor (docs/product/accounts.md).
 */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { data: factor, error: unread, refetch } = useQuery(secondFactorQuery())
  // Stays true: the proof counts for ten minutes, and a code works only once.
  const [proven, setProven] = useState(false)
  const own = useOwnPasswordWords()
  const change = useMutation({
    mutationFn: async ({ proof, password }: { proof: string; password: string }) => {
      if (!proven) await (factor ? giveCode(factor.id, proof) : provePassword(proof))
      setProven(true)
      await changePassword(password)
    },
    onSuccess: () => {
      toast(notices.passwordChanged)
      onClose()
    },
  })
  const form = useForm({
    start: { proof: '', password: '', repeat: '' },
    check: (typed): { proof?: string | null; password?: string | null; repeat?: string | null } => {
      const proof = proven ? null : proofProblem(typed.proof, factor ?? null)
      return proof ? { proof } : newPasswordProblems(typed, own)
    },
    send: (typed) => change.mutateAsync(typed),
    code: 'change_password',
    secret: true,
    failed: (failure) => {
      if (failure.reason === 'credentials') return { proof: passwordProofWords.wrong }
      toastError(failure, 'change_password')
      if (failure.reason === 'proof_needed') setProven(false)
      return { proof: staleCode(failure) }
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Cambiar Contraseña"
      width="narrow"
      action="Guardar contraseña"
      actionBusy="Guardando..."
      actionDisabled={factor === undefined}
    >
      {factor === undefined ? (
        unread ? (
          <FailedLoad error={unread} code="load_second_factor" onRetry={refetch} />
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : (
        <fieldset disabled={form.busy} className="grid grid-cols-1 gap-5">
          {!proven && <ProofField factor={factor} {...form.text('proof')} />}
          <NewPasswordFields form={form} />
        </fieldset>
      )}
    </FormDialog>
  )
}

function proofProblem(proof: string, factor: SecondFactor | null): string | null {
  if (factor) return codeProblem(proof, 6)
  return proof === '' ? passwordProofWords.empty : null
}

/** The current password, or the code where the account has a second factor. */
function ProofField({
  factor,
  ...field
}: { factor: SecondFactor | null } & Pick<TextFieldProps, 'value' | 'error' | 'onChange'>) {
  return factor ? (
    <CodeField
      {...field}
      label="Código de verificación"
      name="code"
      help="Los seis dígitos que muestra ahora tu aplicación."
      required
    />
  ) : (
    <PasswordField
      {...field}
      label="Contraseña actual"
      name="current-password"
      autoComplete="current-password"
      required
    />
  )
}
