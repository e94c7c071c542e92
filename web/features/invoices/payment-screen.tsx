import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isUuid } from '#domain/contact.ts'
import { formatDay } from '#domain/days.ts'
import { editablePrice, toCentavos } from '#domain/money.ts'
import { payableServices, paymentMethods } from '#domain/payment.ts'
import type { DoctorPatient } from '#web/backend/answers.ts'
import type { Service } from '#web/backend/database.ts'
import { lines } from '#web/copy/screen-lines.ts'
import { useClinicToday } from '#web/hooks/clock.ts'
import { FailedLoad } from '#web/parts/lists/failed-load.tsx'
import { PaymentSkeleton } from '#web/parts/payments/payment-skeleton.tsx'
import { usePatientAside } from '#web/parts/people/use-patient-aside.tsx'
import { patientOptionQuery } from '#web/queries/profiles.ts'
import { servicesQuery } from '#web/queries/services.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { type Known, usePaymentDraft } from './payment-draft.ts'
import { PaymentForm } from './payment-form.tsx'

/** 'Registrar Pago Manual'; the address names what it begins with, such as `?paciente=` (docs/product/payments.md). */
export function PaymentScreen() {
  const { wanted, ...paid } = useWanted()
  const draft = usePaymentDraft(useClinicToday(), wanted, paid)
  const { patientId } = draft.draft
  const { patient, choose } = useDraftPatient(patientId)
  const services = useQuery(servicesQuery())
  const failed = patient.error ?? services.error
  if (services.data) draft.take(priceIn(services.data))
  const known = patientId === '' ? null : patient.data
  const choosePatient = (chosen: DoctorPatient | null) => {
    choose(chosen)
    draft.change({ patientId: chosen?.id ?? '' })
  }
  const aside = usePatientAside(choosePatient)
  return (
    <div className="max-w-3xl">
      <PageHeader title="Registrar Pago Manual" description={lines.payment} />
      {draft.left && (
        <Notice action="Descartar borrador" onAction={draft.discard}>
          <b className="font-semibold">Borrador del {formatDay(draft.left)}.</b> Revisa la fecha de pago.
        </Notice>
      )}
      {draft.goBack && (
        <Notice action="Volver a ese pago" onAction={draft.goBack}>
          <b className="font-semibold">Dejaste otro pago a medias.</b> Sigue guardado.
        </Notice>
      )}
      <Card className="p-0">
        {known !== undefined && services.data ? (
          <PaymentForm
            draft={draft}
            patient={known}
            onPatient={choosePatient}
            onNewPatient={aside.ask}
            services={services.data}
          />
        ) : failed ? (
          <FailedLoad
            error={failed}
            code="load_initial_data"
            onRetry={() => Promise.all([known === undefined && patient.refetch(), services.refetch()])}
          />
        ) : (
          <PaymentSkeleton />
        )}
      </Card>
      {aside.dialog}
    </div>
  )
}

function Notice({
  action,
  onAction,
  children,
}: {
  action: string
  onAction: () => void
  children: ReactNode
}) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-panel border border-brand-200 bg-brand-50 p-4"
    >
      <p className="flex min-w-0 gap-3">
        <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-700" />
        <span>{children}</span>
      </p>
      <Button size="compact" onClick={onAction}>
        {action}
      </Button>
    </div>
  )
}

/** What a link names. Removed from the address, so that a reload keeps a later choice. */
function useWanted(): Known & { wanted: string } {
  const [params, setParams] = useSearchParams()
  const read = (name: string) => params.get(name) ?? ''
  const named = read('paciente')
  const [first] = useState({
    wanted: isUuid(named) ? named : '',
    service: read('estudio'),
    method: paymentMethods.find((known) => known === read('metodo')) ?? '',
  })
  useEffect(() => {
    if (params.size > 0) setParams({}, { replace: true })
  }, [params, setParams])
  return first
}

/** A price as it is edited, or null for what no payment is for. */
const priceIn = (services: readonly Service[]) => (name: string) => {
  const service = payableServices(services).find((known) => known.name === name)
  return service ? editablePrice(toCentavos(service.price)) : null
}

/** The draft holds only an id: the patient is loaded, unless chosen here. */
function useDraftPatient(id: string) {
  const me = useProfile()
  const client = useQueryClient()
  return {
    patient: useQuery({ ...patientOptionQuery(me, id), enabled: id !== '' }),
    choose: (chosen: DoctorPatient | null) => {
      if (chosen) client.setQueryData(patientOptionQuery(me, chosen.id).queryKey, chosen)
    },
  }
}
