import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { type Acceptance, acceptRequest } from '#web/backend/functions.ts'
import { notices } from '#web/copy/notices.ts'
import * as paths from '#web/hooks/paths.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { requestKeys } from '#web/queries/request-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** Where the add-patient form begins with what the request says; it takes the data out of the address at once. */
function addPatientAddress(
  id: number,
  patient: Extract<Acceptance, { userExisted: false }>['newPatientData'],
) {
  const query = new URLSearchParams({ full_name: patient.full_name, email: patient.email })
  if (patient.phone) query.set('phone', patient.phone)
  if (patient.age !== null) query.set('age', String(patient.age))
  query.set('requestId', String(id))
  return `${paths.addPatient}?${query}`
}

/** Accepts: confirms when the patient is known, else opens the add-patient form (docs/product/requests.md). */
export function useAcceptRequest(id: number) {
  const navigate = useNavigate()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => acceptRequest(id),
    onSuccess: async (acceptance) => {
      if (!acceptance.userExisted) return navigate(addPatientAddress(id, acceptance.newPatientData))
      toast(acceptance.linkRequested ? notices.requestAwaitsPatient : notices.requestOfKnownPatient)
    },
    onError: (error) => toastError(error, 'process_request'),
    onSettled: () => void client.invalidateQueries({ queryKey: requestKeys.all }),
  })
}

/** 'Aceptar' alone, for lists of pending requests. */
export function AcceptRequest({ id }: { id: number }) {
  const accept = useAcceptRequest(id)
  return (
    <Button size="compact" busy={accept.isPending} onClick={() => accept.mutate()}>
      Aceptar
    </Button>
  )
}
