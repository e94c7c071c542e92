import { type ReactNode, Suspense, useState } from 'react'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { useProfile } from '#web/session/session.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { DeleteStudy } from './delete-study.tsx'
import { StudyMenu } from './study-menu.tsx'

const editor = loadLater(async () => (await import('./study-form-dialog.tsx')).StudyFormDialog)

/**
 * Editing and deleting a doctor's own studies. `manage` makes a study's menu (none for
 * somebody else's); `dialog` stands outside the list, so that it stays when the list changes.
 */
export function useOwnStudies(): { manage: (study: StudyWithPeople) => ReactNode; dialog: ReactNode } {
  const me = useProfile()
  const [opened, setOpened] = useState<{ study: StudyWithPeople; to: 'edit' | 'delete' } | null>(null)
  const close = () => setOpened(null)
  return {
    manage: (study) => {
      if (study.doctor_id !== me.id) return null
      const patient = study.patient_name
      const which = `${study.study_type ?? 'Estudio'}${patient ? ` de ${patient}` : ''}`
      return (
        <StudyMenu
          of={which}
          onEdit={() => setOpened({ study, to: 'edit' })}
          onDelete={() => setOpened({ study, to: 'delete' })}
        />
      )
    },
    dialog:
      opened?.to === 'edit' ? (
        <Suspense>
          <editor.Later study={opened.study} own onClose={close} />
        </Suspense>
      ) : (
        opened && <DeleteStudy study={opened.study} onClose={close} />
      ),
  }
}
