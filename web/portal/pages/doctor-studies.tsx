import { useSharing } from '#web/features/sharing/share-study.tsx'
import { DoctorStudiesScreen } from '#web/features/studies/doctor-studies-screen.tsx'

/** A doctor's studies, each with the way to share it. */
export function DoctorStudies() {
  const sharing = useSharing()
  return (
    <>
      <DoctorStudiesScreen more={sharing.button} />
      {sharing.dialog}
    </>
  )
}
