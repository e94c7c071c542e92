import { CalendarPlus, UserPlus, Wallet } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { dayInZone, longDay, timeInZone } from '#domain/days.ts'
import { firstNameOf } from '#domain/person.ts'
import { useClinicZone, useNow } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { useCode } from '#web/hooks/use-code.ts'
import { roleOf } from '#web/portal/access.ts'
import { greeting } from '#web/portal/greeting.ts'
import { useProfile } from '#web/session/session.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

// Nobody loads the other's day.
const doctorDay = loadLater(async () => (await import('./doctor-day.tsx')).DoctorDay)
const patientDay = loadLater(async () => (await import('./patient-day.tsx')).PatientDay)

/** The first screen after signing in: the day, a greeting, and what matters today. */
export function Home() {
  const profile = useProfile()
  const zone = useClinicZone()
  const now = new Date(useNow(60_000))
  const isDoctor = roleOf(profile) === 'doctor'
  const day = isDoctor ? doctorDay : patientDay
  useCode(day.preload)
  return (
    <>
      <PageHeader
        above={longDay(dayInZone(now, zone))}
        title={`${greeting(timeInZone(now, zone))}, ${firstNameOf(profile.full_name)}`}
        actions={isDoctor && <DoctorActions />}
      />
      <Suspense fallback={<Spinner />}>
        <day.Later />
      </Suspense>
    </>
  )
}

/** Side by side on small screens, without breaking their words. */
const actionStyle = 'whitespace-nowrap max-sm:px-3'

/** What a doctor begins from the home. */
function DoctorActions() {
  return (
    <>
      <Link to={paths.newAppointment} className={buttonStyle('secondary', 'normal', actionStyle)}>
        <CalendarPlus aria-hidden className="size-5" />
        Nueva Cita
      </Link>
      <Link to={paths.payments} className={buttonStyle('secondary', 'normal', actionStyle)}>
        <Wallet aria-hidden className="size-5" />
        Registrar Pago
      </Link>
      <Link to={paths.addPatient} className={buttonStyle('primary', 'normal', actionStyle)}>
        <UserPlus aria-hidden className="size-5" />
        Agregar Paciente
      </Link>
    </>
  )
}
