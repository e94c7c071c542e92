import { DoctorHome } from '#web/features/home/doctor-home.tsx'
import { AcceptRequest } from '#web/features/requests/accept-request.tsx'
import { OpenStudy } from '#web/features/studies/open-study.tsx'

/** A doctor's day with what belongs to other features in it. */
export function DoctorDay() {
  return (
    <DoctorHome
      accept={(request) => <AcceptRequest id={request.id} />}
      open={(study) => <OpenStudy study={study} plain />}
    />
  )
}
