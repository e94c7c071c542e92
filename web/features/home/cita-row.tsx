import { formatTime } from '#domain/slots.ts'
import { CitaStatus } from '#web/parts/cita-status.tsx'
import { type CitaWithPeople, patientOf } from '#web/queries/citas.ts'
import { cx } from '#web/ui/cx.ts'
import { PatientName } from './patient-name.tsx'

/** One of today's appointments with its status, which the doctor changes here (docs/product/appointments.md). */
export function CitaRow({ cita, isNext }: { cita: CitaWithPeople; isNext: boolean }) {
  return (
    <div
      className={cx(
        'grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-(--inset) py-3 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto]',
        isNext && 'bg-brand-50 shadow-[inset_3px_0_0_var(--color-brand-600)]',
      )}
    >
      <p className="max-sm:mb-1 max-sm:text-ink-2 sm:font-semibold whitespace-nowrap tabular-nums">
        {isNext && <span className="sr-only">Siguiente cita: </span>}
        {formatTime(cita.appointment_time)}
      </p>
      <div className="min-w-0 max-sm:order-last max-sm:col-span-2">
        <PatientName id={cita.patient?.id} name={patientOf(cita)} />
        <p className="text-meta text-ink-3 wrap-break-word">{cita.study_type ?? 'Estudio por definir'}</p>
      </div>
      <CitaStatus cita={cita} />
    </div>
  )
}
