import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { parseRequestStatus } from '#domain/request-status.ts'
import { notices } from '#web/copy/notices.ts'
import type { StudyRequest } from '#web/data/database.ts'
import { type Acceptance, acceptRequest } from '#web/data/functions.ts'
import { requestKeys, setRequestStatus } from '#web/data/requests.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastError } from '#web/ui/toast-error.ts'

/** Where the add-patient form begins with what the request says; it takes the data out of the address at once. */
function addPatientAddress(
  id: number,
  patient: Extract<Acceptance, { userExisted: false }>['newPatientData'],
) {
  const query = new URLSearchParams({ full_name: patient.full_name, email: patient.email })
  if (patient.phone) query.set('phone', patient.phone)
  if (patient.age !== null) query.set('age', String(patient.age))
  query.set('requestId', String(id))
  return `/dashboard/patients/add?${query}`
}

/** 'Aceptar' and 'Rechazar' of a pending request; nothing once it was answered (docs/product/requests.md). */
export function RequestActions({ request, onDone }: { request: StudyRequest; onDone?: () => void }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: requestKeys.all })
  const accept = useMutation({
    mutationFn: () => acceptRequest(request.id),
    onSuccess: async (acceptance) => {
      if (!acceptance.userExisted) return navigate(addPatientAddress(request.id, acceptance.newPatientData))
      toast(notices.requestOfKnownPatient)
      onDone?.()
    },
    onError: (error) => toastError(error, 'process_request'),
    onSettled: refresh,
  })
  const reject = useMutation({
    mutationFn: () => setRequestStatus(request.id, 'rechazada'),
    onSuccess: () => {
      toast(notices.statusUpdated)
      onDone?.()
    },
    onError: (error) => toastError(error, 'update_request_status'),
    onSettled: refresh,
  })
  if (parseRequestStatus(request.status) !== 'pendiente') return null
  const busy = accept.isPending || reject.isPending
  return (
    <>
      <Button
        size="compact"
        variant="destructive"
        busy={reject.isPending}
        disabled={busy}
        onClick={() => reject.mutate()}
      >
        Rechazar
      </Button>
      <Button
        size="compact"
        variant="secondary"
        busy={accept.isPending}
        disabled={busy}
        onClick={() => accept.mutate()}
      >
        Aceptar
      </Button>
    </>
  )
}
