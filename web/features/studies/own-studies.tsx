import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { useProfile } from '#web/session/session.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { DeleteStudy } from './delete-study.tsx'

const editor = loadLater(async () => (await import('./study-form-dialog.tsx')).StudyFormDialog)

/**
 * Editing and deleting a doctor's own studies. `manage` makes a study's buttons (none for
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
        <>
          <IconButton
            label={`Editar ${which}`}
            icon={<Pencil aria-hidden className="size-5" />}
            onClick={() => setOpened({ study, to: 'edit' })}
          />
          <IconButton
            tone="bad"
            label={`Eliminar ${which}`}
            icon={<Trash2 aria-hidden className="size-5" />}
            onClick={() => setOpened({ study, to: 'delete' })}
          />
        </>
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
