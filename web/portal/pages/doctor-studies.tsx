import { ArrivalsLink } from '#web/features/arrivals/arrivals-link.tsx'
import { useSharing } from '#web/features/sharing/share-study.tsx'
import { DoctorStudiesScreen } from '#web/features/studies/doctor-studies-screen.tsx'

/** A doctor's studies, each with the way to share it, and to what machines sent. */
export function DoctorStudies() {
  const sharing = useSharing()
  return (
    <>
      <DoctorStudiesScreen more={sharing.button} arrived={<ArrivalsLink />} />
      {sharing.dialog}
    </>
  )
}
