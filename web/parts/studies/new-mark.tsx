import { CircleDot } from 'lucide-react'
import { studyAttachment } from '#domain/study.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { Chip } from '#web/ui/chip.tsx'

/** 'Nuevo' beside a study that its patient can open and has not opened yet; nothing in the lists of others. */
export function NewMark({ study }: { study: Pick<StudyWithPeople, 'file_url' | 'study_seen'> }) {
  const isNew = study.study_seen?.length === 0 && studyAttachment(study.file_url).kind !== 'none'
  return (
    isNew && (
      <Chip tone="blue" Icon={CircleDot}>
        Nuevo
      </Chip>
    )
  )
}
