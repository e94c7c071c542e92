import { ArrowLeft, Info } from 'lucide-react'
import { Link } from 'react-router'
import { lines } from '#web/copy/screen-lines.ts'
import * as paths from '#web/hooks/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { AddPatientForm } from './add-patient-form.tsx'
import { usePrefill } from './use-prefill.ts'

/** 'Agregar Paciente', empty or filled from a study request (docs/product/accounts.md). */
export function AddPatientScreen() {
  const { form, announced, requestId, loading } = usePrefill()
  return (
    <div className="max-w-2xl">
      <Link to={paths.patients} className={buttonStyle('link', 'compact', 'mb-1')}>
        <ArrowLeft aria-hidden className="size-4.5" />
        Pacientes
      </Link>
      <PageHeader title="Agregar Paciente" description={lines.addPatient} />
      {announced && (
        <div role="status" className="mb-4 flex gap-3 rounded-panel border border-brand-200 bg-brand-50 p-4">
          <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-700" />
          <div>
            <p className="font-semibold">Datos de Solicitud Precargados</p>
            <p className="text-meta text-ink-2">Revisa los datos de la solicitud antes de crear la cuenta.</p>
          </div>
        </div>
      )}
      <Card className="overflow-clip">
        {loading ? <SkeletonRows rows={4} /> : <AddPatientForm initial={form} requestId={requestId} />}
      </Card>
    </div>
  )
}
