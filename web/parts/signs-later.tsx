import { Suspense } from 'react'
import { isSigned, type Signed } from '#domain/appointment-signs.ts'
import { loadLater } from '#web/ui/load-later.tsx'

const signs = loadLater(async () => (await import('./appointment-signs.tsx')).AppointmentSigns)

export type SignsProps = {
  appointment: Signed
  /** It lies at no slot of its doctor's day. */
  isOutside: boolean
  className?: string
}

/**
 * 'Avisó que no vendrá', 'Sobrecupo' with its reason and 'Fuera de horario', for staff. Their code loads with the first appointment
 * that has one.
 */
export function AppointmentSigns(props: SignsProps) {
  if (!isSigned(props.appointment, props.isOutside)) return null
  return (
    <Suspense>
      <signs.Later {...props} />
    </Suspense>
  )
}
