import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { newPasswordProblem } from '#domain/password.ts'
import { notices } from '#web/copy/notices.ts'
import { useOwnWords } from '#web/data/own-words.ts'
import { changePassword } from '#web/data/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogCancel, dialogFormStyle } from '#web/ui/dialog.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '#web/ui/toast-error.ts'

/** Chooses another password, twice the same (docs/product/accounts.md). */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [problem, setProblem] = useState<{ about: 'password' | 'repeat'; words: string } | null>(null)
  const own = useOwnWords()
  const fields = { password: useId(), repeat: useId() }
  const change = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      toast(notices.passwordChanged)
      onClose()
    },
    onError: (error) => toastError(error, 'change_password'),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    // Two passwords that differ are a matter of the second field, anything else of the first.
    const weak = newPasswordProblem(password, password, own)
    const words = weak ?? newPasswordProblem(password, repeat)
    const about = weak ? 'password' : 'repeat'
    setProblem(words === null ? null : { about, words })
    if (words !== null) return document.getElementById(fields[about])?.focus()
    change.mutate(password)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Cambiar Contraseña"
      width="narrow"
      dismissible={!change.isPending}
      unsaved={password !== '' || repeat !== ''}
      wrap={(content) => (
        <form noValidate onSubmit={submit} className={dialogFormStyle}>
          {content}
        </form>
      )}
      footer={
        <>
          <DialogCancel disabled={change.isPending} />
          <Button type="submit" variant="primary" busy={change.isPending} busyLabel="Guardando...">
            Guardar contraseña
          </Button>
        </>
      }
    >
      <fieldset disabled={change.isPending} className="grid grid-cols-1 gap-5">
        <PasswordField
          id={fields.password}
          label="Nueva contraseña"
          name="new-password"
          autoComplete="new-password"
          help="Al menos 6 caracteres."
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={problem?.about === 'password' ? problem.words : null}
        />
        <PasswordField
          id={fields.repeat}
          label="Confirmar contraseña"
          name="confirm-password"
          autoComplete="new-password"
          required
          value={repeat}
          onChange={(event) => setRepeat(event.target.value)}
          error={problem?.about === 'repeat' ? problem.words : null}
        />
      </fieldset>
    </Dialog>
  )
}
