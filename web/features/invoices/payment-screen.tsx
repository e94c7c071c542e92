import { useQuery } from '@tanstack/react-query'
import { doctorPatientOptionsQuery } from '#web/data/profiles.ts'
import { servicesQuery } from '#web/data/services.ts'
import { useProfile } from '#web/data/session.ts'
import { FailedLoad } from '#web/ui/failed-load.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { PaymentForm } from './payment-form.tsx'

/** 'Registrar Pago Manual' (docs/product/payments.md). */
export function PaymentScreen() {
  const me = useProfile()
  const patients = useQuery(doctorPatientOptionsQuery(me.id))
  const services = useQuery(servicesQuery())
  const failed = patients.error ?? services.error
  return (
    <div className="max-w-3xl">
      <PageHeader
        title="Registrar Pago Manual"
        description="El borrador se guarda en este navegador hasta que registres el pago."
      />
      <Card className="overflow-clip">
        {patients.data && services.data ? (
          <PaymentForm patients={patients.data} services={services.data} />
        ) : failed ? (
          <FailedLoad
            error={failed}
            code="load_initial_data"
            onRetry={() => Promise.all([patients.refetch(), services.refetch()])}
          />
        ) : (
          <SkeletonRows rows={5} />
        )}
      </Card>
    </div>
  )
}
