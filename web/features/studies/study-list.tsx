import type { ComponentProps, ReactNode } from 'react'
import { useLiveStudies } from '#web/hooks/use-live-studies.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { StudyCard } from './study-card.tsx'
import { StudyCards } from './study-cards.tsx'

/** What a page adds beside 'Ver' and 'Descargar' of a study. */
export type StudyActions = (study: StudyWithPeople) => ReactNode

/** Cards of studies with their count; live. `liveFilter` as `patient_id=eq.…`, whose changes are followed. */
export function StudyList({
  liveFilter,
  patient,
  doctor,
  mark,
  note,
  more,
  manage,
  ...list
}: Omit<ComponentProps<typeof StudyCards>, 'children'> & {
  liveFilter: string
  /** Whose a study is, where that is not known. */
  patient?: StudyActions
  /** Who made it. */
  doctor?: (study: StudyWithPeople) => string | null
  /** What stands beside a study's kind. */
  mark?: StudyActions
  /** What is said below a study's progress. */
  note?: StudyActions
  /** What else may be done with a study. */
  more: StudyActions
  /** How a study of one's own is corrected and deleted. */
  manage?: StudyActions
}) {
  useLiveStudies(liveFilter)
  return (
    <StudyCards {...list}>
      {(study) => (
        <StudyCard
          study={study}
          patient={patient?.(study)}
          doctor={doctor?.(study)}
          mark={mark?.(study)}
          note={note?.(study)}
          more={more(study)}
          manage={manage?.(study)}
        />
      )}
    </StudyCards>
  )
}
