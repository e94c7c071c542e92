import { type QueryClient, useQuery } from '@tanstack/react-query'
import { hasMailQuery, queueMessage } from '#web/queries/messages.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '../feedback/toast-error.ts'

/** 'Enviar correo de confirmación'; nothing where the clinic sends no mail (docs/product/messages.md). */
export function MailBox({
  label = 'Enviar correo de confirmación',
  checked,
  onChange,
  className,
}: {
  label?: string
  checked: boolean
  onChange: (checked: boolean) => void
  className?: string
}) {
  const { data: hasMail } = useQuery(hasMailQuery())
  if (!hasMail) return null
  return (
    <Checkbox
      label={label}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className={className}
    />
  )
}

/** After what was done with a ticked box: asks for the mail and says so. The act stands, whatever becomes of its mail. */
export async function tellByMail(
  client: QueryClient,
  kind: Parameters<typeof queueMessage>[0],
  id: string,
): Promise<void> {
  // Known once the box was shown.
  if (!client.getQueryData(hasMailQuery().queryKey)) return
  try {
    if (await queueMessage(kind, id)) toast({ title: 'Correo en camino.' })
  } catch (failure) {
    toastError(failure, 'queue_message')
  }
}
