import { useSharing } from '#web/features/sharing/share-study.tsx'
import { AdminStudiesScreen } from '#web/features/studies/admin-studies-screen.tsx'

/** Every study of the clinic, each with the way to share it. */
export function AdminStudies() {
  const sharing = useSharing()
  return (
    <>
      <AdminStudiesScreen more={sharing.button} />
      {sharing.dialog}
    </>
  )
}
