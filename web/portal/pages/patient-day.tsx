import { PatientHome } from '#web/features/home/patient-home.tsx'
import { useSharing } from '#web/features/sharing/share-study.tsx'
import { OpenStudy } from '#web/features/studies/open-study.tsx'
import * as paths from '#web/hooks/paths.ts'
import { menus } from '#web/portal/menu.ts'

const areas = menus.patient.filter(({ path }) => path !== paths.home)

/** A patient's home with what belongs to other features in it. */
export function PatientDay() {
  const sharing = useSharing()
  return (
    <>
      <PatientHome
        areas={areas}
        actions={(study) => (
          <>
            {sharing.button(study)}
            <OpenStudy study={study} withoutView />
          </>
        )}
      />
      {sharing.dialog}
    </>
  )
}
