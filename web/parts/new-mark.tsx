import { useQueryClient } from '@tanstack/react-query'
import { CircleDot } from 'lucide-react'
import { studyAttachment } from '#domain/study.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { type StudyWithPeople, studyKeys } from '#web/queries/studies.ts'
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

/** Reads the patient's lists again when the patient opens a study, also in another window. */
export function useLiveSeen(me: string): void {
  const client = useQueryClient()
  useLive('study_seen', `person_id=eq.${me}`, () => {
    void client.invalidateQueries({ queryKey: studyKeys.of(me) })
  })
}
