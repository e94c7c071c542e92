import type { StudyWithPeople } from '#web/queries/study-columns.ts'

type Dated = Pick<StudyWithPeople, 'id' | 'patient_id' | 'study_date' | 'created_at'>

/** Two of one day stand as they were added. */
const timeOf = ({ study_date, created_at }: Dated) => `${study_date} ${created_at}`

/** Which of two studies stands first, by their days, and what each is called beside the other. */
export function pairOf<Study extends Dated>(one: Study, other: Study) {
  const isLater = timeOf(one) > timeOf(other)
  const [first, second] = isLater ? [other, one] : [one, other]
  const isSameDay = one.study_date === other.study_date
  const words = isSameDay ? (['Mismo día (1)', 'Mismo día (2)'] as const) : (['Antes', 'Después'] as const)
  return [
    { study: first, when: words[0] },
    { study: second, when: words[1] },
  ] as const
}

/** Why two studies are not shown beside each other; null when nothing is wrong. Null for a study that may not be read. */
export function pairProblem(
  one: Dated | null,
  other: Dated | null,
): 'missing' | 'same' | 'another_patient' | null {
  if (!one || !other) return 'missing'
  if (one.id === other.id) return 'same'
  return one.patient_id && one.patient_id === other.patient_id ? null : 'another_patient'
}

/** Whether they can be moved together, by what was found in their files: pictures with pictures, volumes with volumes. */
export function canLink(...studies: [PicturedKind, PicturedKind]): boolean {
  const [one, other] = studies.map(({ study_previews }) => study_previews?.kind ?? null)
  if (one === 'mesh' || other === 'mesh') return false
  return !one || !other || (one === 'volume') === (other === 'volume')
}

type PicturedKind = Pick<StudyWithPeople, 'study_previews'>
