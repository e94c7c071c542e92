import { useSearchParams } from 'react-router'
import type { DoctorPatient } from '#web/backend/answers.ts'
import { Booking } from './booking.tsx'

/** 'Nueva Cita' in the record of its patient, open while the address has `nueva`. */
export function RecordBooking({
  patient,
  onBooked,
}: {
  patient: DoctorPatient
  onBooked: (isShown: boolean) => void
}) {
  const [params, setParams] = useSearchParams()
  function close() {
    const next = new URLSearchParams(params)
    next.delete('nueva')
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return (
    <Booking
      start={params.has('nueva') ? { patient, day: '', time: '' } : null}
      onClose={close}
      onBooked={onBooked}
    />
  )
}
