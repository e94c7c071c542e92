import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { notices } from '#web/copy/notices.ts'
import type { Profile } from '#web/data/database.ts'
import { issuePassword } from '#web/data/functions.ts'
import { addCredential } from '#web/data/temp-credentials.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '#web/ui/toast-error.ts'

/**
 * 'Generar nueva contraseña temporal' for a patient who lost the first one. Whether it is still possible only the
 * server knows; its refusal is shown in its words (docs/product/accounts.md).
 */
export function NewPassword({ patient }: { patient: Pick<Profile, 'id' | 'full_name'> }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const issue = useMutation({
    mutationFn: () => issuePassword(patient.id),
    onSuccess: ({ email, fullName, tempPassword }) => {
      addCredential({ id: patient.id, email, fullName, tempPassword, timestamp: Date.now() })
      toast(notices.passwordIssued)
      return navigate('/dashboard/credentials')
    },
    onError: (error) => toastError(error, 'issue_password'),
  })
  return (
    <>
      <Button
        size="compact"
        variant="ghost"
        icon={<KeyRound aria-hidden className="size-4.5" />}
        className="-mx-3.5"
        onClick={() => setAsking(true)}
      >
        Generar nueva contraseña temporal
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`¿Generar una contraseña temporal nueva para ${patient.full_name}?`}
        description="La que tiene deja de servir y su sesión se cierra donde esté abierta. La nueva se muestra en Credenciales durante una hora."
        confirmLabel="Generar contraseña"
        busyLabel="Generando..."
        onConfirm={() => issue.mutateAsync().catch(() => {})}
      />
    </>
  )
}
