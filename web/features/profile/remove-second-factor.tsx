import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { toAppError } from '#web/backend/errors.ts'
import { notices } from '#web/copy/notices.ts'
import { toastError } from '#web/parts/toast-error.ts'
import { removeSecondFactor, secondFactorKey } from '#web/session/second-factor.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField, codeProblem } from '#web/ui/code-field.tsx'
import { Dialog, dialogFormStyle } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** Asks for confirmation and the current code: an open screen must not be enough to switch it off. */
export function RemoveSecondFactor({ id, onClose }: { id: string; onClose: () => void }) {
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const field = useId()
  const remove = useMutation({
    mutationFn: () => removeSecondFactor(id, code),
    onSuccess: () => {
      toast(notices.secondFactorRemoved)
      void queries.invalidateQueries({ queryKey: secondFactorKey, exact: true })
      onClose()
    },
    onError: (error) => {
      toastError(error, 'remove_second_factor')
      const { reason } = toAppError(error, 'remove_second_factor')
      if (reason !== 'wrong_code' && reason !== 'challenge_expired') return
      setCode('')
      refuse('Escribe el código que muestre ahora tu aplicación.')
    },
  })

  function refuse(words: string) {
    setProblem(words)
    document.getElementById(field)?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (remove.isPending) return
    const found = codeProblem(code, 6)
    setProblem(null)
    if (found) return refuse(found)
    remove.mutate()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="¿Desactivar la verificación en dos pasos?"
      description="Tu cuenta quedará protegida solo por la contraseña. Puedes volver a activarla cuando quieras."
      width="narrow"
      dismissible={!remove.isPending}
      wrap={(content) => (
        <form noValidate onSubmit={submit} className={dialogFormStyle}>
          {content}
        </form>
      )}
      footer={
        <>
          <Button disabled={remove.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" variant="danger" busy={remove.isPending} busyLabel="Desactivando...">
            Desactivar
          </Button>
        </>
      }
    >
      <CodeField
        id={field}
        label="Código de verificación"
        name="code"
        help="Los seis dígitos que muestra ahora tu aplicación."
        required
        hideMark
        value={code}
        onCode={setCode}
        error={problem}
      />
    </Dialog>
  )
}
