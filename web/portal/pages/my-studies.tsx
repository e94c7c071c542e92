import { useSharing } from '#web/features/sharing/share-study.tsx'
import { MyStudiesScreen } from '#web/features/studies/my-studies-screen.tsx'

/** A patient's own studies, each with the way to share it. */
export function MyStudies() {
  const sharing = useSharing()
  return (
    <>
      <MyStudiesScreen more={sharing.button} />
      {sharing.dialog}
    </>
  )
}
