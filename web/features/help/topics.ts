import { searchWords } from '#domain/search-words.ts'
import { withoutMarks } from '#domain/without-marks.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import { administratorTopics } from './administrator-topics.ts'
import { doctorTopics } from './doctor-topics.ts'
import { patientTopics } from './patient-topics.ts'
import type { HelpAudience, Topic } from './topic.ts'

const all: Record<HelpAudience, readonly Topic[]> = {
  patient: patientTopics,
  doctor: doctorTopics,
  administrator: administratorTopics,
}

/** The topics that concern somebody, in the order of the list. */
export function topicsFor(audience: HelpAudience): readonly Topic[] {
  return reportsOn() ? all[audience] : all[audience].filter(({ ofReports }) => !ofReports)
}

/** Those that have every word that was typed, whatever its case and accents; all without a word. */
export function findTopics(topics: readonly Topic[], typed: string): readonly Topic[] {
  const words = searchWords(typed)
  return topics.filter(({ group, title, words: more }) => {
    const text = withoutMarks(`${group} ${title} ${more}`).toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
