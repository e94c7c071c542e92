import { CalendarPlus, UserPlus, Wallet } from 'lucide-react'
import { Link } from 'react-router'
import { dayInZone, longDay, timeInZone } from '#domain/days.ts'
import { useClinicZone, useNow } from '#web/data/clock.ts'
import { useProfile } from '#web/data/session.ts'
import { DoctorHome } from '#web/features/home/doctor-home.tsx'
import { PatientHome } from '#web/features/home/patient-home.tsx'
import { AcceptRequest } from '#web/features/requests/accept-request.tsx'
import { OpenStudy } from '#web/features/studies/open-study.tsx'
import { roleOf } from '#web/portal/access.ts'
import { greeting } from '#web/portal/greeting.ts'
import { menuOf } from '#web/portal/menu.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'

/** The first screen after signing in: the day, a greeting, and what matters today. */
export function Home() {
  const profile = useProfile()
  const zone = useClinicZone()
  const now = new Date(useNow(60_000))
  const isDoctor = roleOf(profile) === 'doctor'
  return (
    <>
      <PageHeader
        above={longDay(dayInZone(now, zone))}
        title={`${greeting(timeInZone(now, zone))}, ${profile.full_name}`}
        actions={isDoctor && <Actions />}
      />
      {isDoctor ? (
        <DoctorHome
          accept={(request) => <AcceptRequest id={request.id} />}
          open={(study) => <OpenStudy study={study} plain />}
        />
      ) : (
        <PatientHome areas={menuOf('patient').filter(({ path }) => path !== '/dashboard')} />
      )}
    </>
  )
}

/** Side by side on small screens, without breaking their words. */
const actionStyle = 'whitespace-nowrap max-sm:px-3'

function Actions() {
  return (
    <>
      <Link
        to="/dashboard/appointments?nueva=cita"
        className={buttonStyle('secondary', 'normal', actionStyle)}
      >
        <CalendarPlus aria-hidden className="size-5" />
        Nueva Cita
      </Link>
      <Link to="/dashboard/payments" className={buttonStyle('secondary', 'normal', actionStyle)}>
        <Wallet aria-hidden className="size-5" />
        Registrar Pago
      </Link>
      <Link to="/dashboard/patients/add" className={buttonStyle('primary', 'normal', actionStyle)}>
        <UserPlus aria-hidden className="size-5" />
        Agregar Paciente
      </Link>
    </>
  )
}
