import { ShareStudy } from '#web/features/sharing/share-study.tsx'
import { DoctorStudiesScreen } from '#web/features/studies/doctor-studies-screen.tsx'

/** A doctor's studies, each with the way to share it. */
export function DoctorStudies() {
  return <DoctorStudiesScreen more={(study) => <ShareStudy study={study} />} />
}
