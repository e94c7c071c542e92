import { ArrivalsLink } from '#web/features/arrivals/arrivals-link.tsx'
import { useSharing } from '#web/features/sharing/share-study.tsx'
import { AdminStudiesScreen } from '#web/features/studies/admin-studies-screen.tsx'

/** Every study of the clinic, each with the way to share it, and to what machines sent. */
export function AdminStudies() {
  const sharing = useSharing()
  return (
    <>
      <AdminStudiesScreen more={sharing.button} arrived={<ArrivalsLink brief />} />
      {sharing.dialog}
    </>
  )
}
