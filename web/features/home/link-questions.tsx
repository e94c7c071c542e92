import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDay } from '#domain/days.ts'
import type { LinkRequest } from '#web/backend/answers.ts'
import { linkAnswered } from '#web/copy/notices.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { answerLinkRequest, linkRequestsKey, myLinkRequestsQuery } from '#web/queries/link-requests.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { toast } from '#web/ui/toast.ts'

/** Doctors who ask to see the patient's record; nothing while there are none (docs/product/requests.md). */
export function LinkQuestions() {
  const { data = [] } = useQuery(myLinkRequestsQuery())
  return data.map((request) => <LinkQuestion key={request.id} request={request} />)
}

function LinkQuestion({ request }: { request: LinkRequest }) {
  const zone = useClinicZone()
  const queries = useQueryClient()
  const answer = useMutation({
    mutationFn: (accept: boolean) => answerLinkRequest(request.id, accept),
    onSuccess: (_, accept) => toast(linkAnswered(request.doctor_name, accept)),
    onError: (failure) => toastError(failure, 'answer_link_request'),
    onSettled: () => queries.invalidateQueries({ queryKey: linkRequestsKey }),
  })
  return (
    <Panel title={`${request.doctor_name} quiere ver tu expediente`}>
      <div className="flex flex-wrap items-center gap-4 p-4.5">
        <p className="min-w-0 flex-1 basis-64 text-ink-2">
          {request.doctor_specialty && `${request.doctor_specialty}. `}
          Aceptó una solicitud de estudio hecha con tu correo y otro nombre. Si aceptas, verá tus datos, tus
          estudios y tus notas médicas. Puedes responder hasta el{' '}
          {formatDay(clinicMoment(request.expires_at, zone).day)}.
        </p>
        <div className="flex gap-3">
          <Button
            busy={answer.isPending && answer.variables}
            disabled={answer.isPending}
            onClick={() => answer.mutate(true)}
          >
            Aceptar
          </Button>
          <Button
            variant="destructive"
            busy={answer.isPending && !answer.variables}
            disabled={answer.isPending}
            onClick={() => answer.mutate(false)}
          >
            Rechazar
          </Button>
        </div>
      </div>
    </Panel>
  )
}
