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
import { DayWaiting, OrdersWaiting } from '#web/portal/screen-skeleton.tsx'
import { useProfile } from '#web/session/session.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { type HeaderAction, PageHeader } from '#web/ui/page-header.tsx'

// Nobody loads the other's day.
const doctorDay = loadLater(async () => (await import('./doctor-day.tsx')).DoctorDay)
const patientDay = loadLater(async () => (await import('./patient-day.tsx')).PatientDay)

/** What a doctor begins from the home besides an appointment. */
const doctorMenu: HeaderAction[] = [
  { label: 'Agregar Paciente', icon: <UserPlus aria-hidden className="size-5" />, to: paths.addPatient },
  { label: 'Registrar Pago', icon: <Wallet aria-hidden className="size-5" />, to: paths.payments },
]

const dentistHome = loadLater(async () => (await import('#web/features/orders/my-patients.tsx')).MyPatients)

/** The first screen after signing in; a dentist's is the list of patients. */
export function Home() {
  return roleOf(useProfile()) === 'dentist' ? <Patients /> : <Day />
}

function Patients() {
  useCode(dentistHome.preload)
  return (
    <Suspense fallback={<OrdersWaiting />}>
      <dentistHome.Later />
    </Suspense>
  )
}

/** The day, a greeting, and what matters today. */
function Day() {
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
        menu={isDoctor ? doctorMenu : []}
        primary={
          isDoctor && (
            <Link to={paths.newAppointment} className={buttonStyle('primary')}>
              <CalendarPlus aria-hidden className="size-5" />
              Nueva Cita
            </Link>
          )
        }
      />
      <Suspense fallback={<DayWaiting role={isDoctor ? 'doctor' : 'patient'} />}>
        <day.Later />
      </Suspense>
    </>
  )
}
