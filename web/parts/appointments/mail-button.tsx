import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import type { AppointmentWithPeople } from '#web/queries/appointments.ts'
import { hasMailQuery, messageKeys, queueMessage } from '#web/queries/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '../feedback/toast-error.ts'

/** 'Correo': tells the patient when the appointment is; nothing where the clinic sends no mail (docs/product/messages.md). */
export function MailButton({ appointment: { id, moves } }: { appointment: AppointmentWithPeople }) {
  const client = useQueryClient()
  const { data: hasMail } = useQuery(hasMailQuery())
  const { mutate, isPending } = useMutation({
    mutationFn: () => queueMessage(moves > 0 ? 'cita_cambio' : 'cita_nueva', id),
    onSuccess: (state) => {
      if (state === null) toast({ title: 'La cuenta del paciente está cerrada.', variant: 'destructive' })
      else toast({ title: state === 'enviado' ? 'Ese correo ya se envió.' : 'Correo en camino.' })
    },
    onError: (failure) => toastError(failure, 'queue_message'),
    onSettled: () => void client.invalidateQueries({ queryKey: messageKeys.ofAppointment(id) }),
  })
  if (!hasMail) return null
  return (
    <Button
      size="compact"
      busy={isPending}
      icon={<Mail aria-hidden className="size-4.5" />}
      onClick={() => mutate()}
    >
      Correo
    </Button>
  )
}
