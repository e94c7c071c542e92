import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notices } from '#web/copy/notices.ts'
import { staleCode } from '#web/parts/feedback/stale-code.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { removeSecondFactor, secondFactorKey } from '#web/session/second-factor.ts'
import { CodeField, codeProblem } from '#web/ui/code-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { toast } from '#web/ui/toast.ts'

/** Asks for confirmation and the current code: an open screen must not be enough to switch it off. */
export function RemoveSecondFactor({ id, onClose }: { id: string; onClose: () => void }) {
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: (code: string) => removeSecondFactor(id, code),
    onSuccess: () => {
      toast(notices.secondFactorRemoved)
      void queries.invalidateQueries({ queryKey: secondFactorKey, exact: true })
      onClose()
    },
  })
  const form = useForm({
    start: { code: '' },
    check: ({ code }) => ({ code: codeProblem(code, 6) }),
    send: ({ code }) => remove.mutateAsync(code),
    code: 'remove_second_factor',
    secret: true,
    failed: (failure) => {
      toastError(failure, 'remove_second_factor')
      const problem = staleCode(failure)
      if (problem) form.restart()
      return { code: problem }
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      unsaved={false}
      title="¿Desactivar la verificación en dos pasos?"
      description="Tu cuenta quedará protegida solo por la contraseña. Puedes volver a activarla cuando quieras."
      width="narrow"
      tone="danger"
      action="Desactivar"
      actionBusy="Desactivando..."
    >
      <CodeField
        label="Código de verificación"
        help="Los seis dígitos que muestra ahora tu aplicación."
        required
        hideMark
        {...form.text('code')}
      />
    </FormDialog>
  )
}
