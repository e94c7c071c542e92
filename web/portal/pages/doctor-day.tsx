import { LateArrivals } from '#web/features/arrivals/late-arrivals.tsx'
import { DoctorHome } from '#web/features/home/doctor-home.tsx'
import { AcceptRequest } from '#web/features/requests/accept-request.tsx'
import { BookLink } from '#web/features/requests/book-link.tsx'
import { OpenStudy } from '#web/features/studies/open-study.tsx'

/** A doctor's day with what belongs to other features in it. */
export function DoctorDay() {
  return (
    <>
      <LateArrivals />
      <DoctorHome
        answer={(request) => (
          <span className="flex flex-wrap justify-end gap-2">
            <AcceptRequest id={request.id} />
            <BookLink request={request} />
          </span>
        )}
        open={(study) => <OpenStudy study={study} plain />}
      />
    </>
  )
}
