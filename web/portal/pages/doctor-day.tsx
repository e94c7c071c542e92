import { CalendarPlus, UserPlus, Wallet } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { DoctorHome } from '#web/features/home/doctor-home.tsx'
import { BookLink } from '#web/features/requests/book-link.tsx'
import { OpenStudy } from '#web/features/studies/open-study.tsx'
import * as paths from '#web/hooks/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { loadLater } from '#web/ui/load-later.tsx'

const accept = loadLater(
  async () => (await import('#web/features/requests/accept-request.tsx')).AcceptRequest,
)

/** A doctor's day with what belongs to other features in it. */
export function DoctorDay() {
  return (
    <DoctorHome
      answer={(request) => (
        <span className="flex flex-wrap justify-end gap-2">
          <Suspense fallback={<span className="h-9 w-20" />}>
            <accept.Later id={request.id} />
          </Suspense>
          <BookLink request={request} />
        </span>
      )}
      open={(study) => <OpenStudy study={study} plain />}
    />
  )
}

/** Side by side on small screens, without breaking their words. */
const actionStyle = 'whitespace-nowrap max-sm:px-3'

/** What a doctor begins from the home. */
export function HomeActions() {
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
