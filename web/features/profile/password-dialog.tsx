import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { newPasswordProblem } from '#domain/password.ts'
import { toAppError } from '#web/backend/errors.ts'
import { notices } from '#web/copy/notices.ts'
import { FailedLoad } from '#web/parts/failed-load.tsx'
import { toastError } from '#web/parts/toast-error.ts'
import { useOwnPasswordWords } from '#web/session/own-password-words.ts'
import { provePassword } from '#web/session/prove-password.ts'
import { giveCode, type SecondFactor, secondFactorQuery } from '#web/session/second-factor.ts'
import { changePassword } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField, codeProblem } from '#web/ui/code-field.tsx'
import { Dialog, DialogCancel, dialogFormStyle } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { passwordProofWords } from './confirm-password.tsx'

type Field = 'proof' | 'password' | 'repeat'

/**
 * Changes the password: the new one twice, and the current one or, if there is one, the second factor (docs/product/accounts.md).
 */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { data: factor, error: unread, refetch } = useQuery(secondFactorQuery())
  const [proof, setProof] = useState('')
  // Stays true: the proof counts for ten minutes, and a code works only once.
  const [proven, setProven] = useState(false)
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [problem, setProblem] = useState<{ about: Field; words: string } | null>(null)
  const own = useOwnPasswordWords()
  const fields: Record<Field, string> = { proof: useId(), password: useId(), repeat: useId() }
  const change = useMutation({
    mutationFn: async () => {
      if (!proven) await (factor ? giveCode(factor.id, proof) : provePassword(proof))
      setProven(true)
      await changePassword(password)
    },
    onSuccess: () => {
      toast(notices.passwordChanged)
      onClose()
    },
    onError: (error) => {
      const { reason } = toAppError(error, 'change_password')
      if (reason === 'credentials') return refuse('proof', passwordProofWords.wrong)
      toastError(error, 'change_password')
      if (reason === 'proof_needed') setProven(false)
      if (reason === 'wrong_code' || reason === 'challenge_expired')
        refuse('proof', 'Escribe el código que muestre ahora tu aplicación.')
    },
  })

  function refuse(about: Field, words: string) {
    setProblem({ about, words })
    document.getElementById(fields[about])?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(null)
    const unproven = proven ? null : proofProblem(proof, factor ?? null)
    if (unproven) return refuse('proof', unproven)
    // If the two passwords differ, the message belongs to the second field, else to the first.
    const weak = newPasswordProblem(password, password, own)
    if (weak) return refuse('password', weak)
    const unlike = newPasswordProblem(password, repeat)
    if (unlike) return refuse('repeat', unlike)
    change.mutate()
  }

  const problemOf = (about: Field) => (problem?.about === about ? problem.words : null)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Cambiar Contraseña"
      width="narrow"
      dismissible={!change.isPending}
      unsaved={proof !== '' || password !== '' || repeat !== ''}
      wrap={(content) => (
        <form noValidate onSubmit={submit} className={dialogFormStyle}>
          {content}
        </form>
      )}
      footer={
        <>
          <DialogCancel disabled={change.isPending} />
          <Button
            type="submit"
            variant="primary"
            disabled={factor === undefined}
            busy={change.isPending}
            busyLabel="Guardando..."
          >
            Guardar contraseña
          </Button>
        </>
      }
    >
      {factor === undefined ? (
        unread ? (
          <FailedLoad error={unread} code="load_second_factor" onRetry={refetch} />
        ) : (
          <SkeletonRows rows={3} />
        )
      ) : (
        <fieldset disabled={change.isPending} className="grid grid-cols-1 gap-5">
          {!proven && (
            <ProofField
              id={fields.proof}
              factor={factor}
              value={proof}
              onValue={setProof}
              error={problemOf('proof')}
            />
          )}
          <PasswordField
            id={fields.password}
            label="Nueva contraseña"
            name="new-password"
            autoComplete="new-password"
            help="Al menos 6 caracteres."
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={problemOf('password')}
          />
          <PasswordField
            id={fields.repeat}
            label="Confirmar contraseña"
            name="confirm-password"
            autoComplete="new-password"
            required
            value={repeat}
            onChange={(event) => setRepeat(event.target.value)}
            error={problemOf('repeat')}
          />
        </fieldset>
      )}
    </Dialog>
  )
}

function proofProblem(proof: string, factor: SecondFactor | null): string | null {
  if (factor) return codeProblem(proof, 6)
  return proof === '' ? passwordProofWords.empty : null
}

/** The current password, or the code where the account has a second factor. */
function ProofField({
  id,
  factor,
  value,
  onValue,
  error,
}: {
  id: string
  factor: SecondFactor | null
  value: string
  onValue: (value: string) => void
  error: string | null
}) {
  if (factor)
    return (
      <CodeField
        id={id}
        label="Código de verificación"
        name="code"
        help="Los seis dígitos que muestra ahora tu aplicación."
        required
        value={value}
        onCode={onValue}
        error={error}
      />
    )
  return (
    <PasswordField
      id={id}
      label="Contraseña actual"
      name="current-password"
      autoComplete="current-password"
      required
      value={value}
      onChange={(event) => onValue(event.target.value)}
      error={error}
    />
  )
}
