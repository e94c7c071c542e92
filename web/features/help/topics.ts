import { searchWords } from '#domain/search-words.ts'
import { withoutMarks } from '#domain/without-marks.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import { administratorTopics } from './administrator-topics.ts'
import { dentistTopics } from './dentist-topics.ts'
import { doctorTopics } from './doctor-topics.ts'
import { patientTopics } from './patient-topics.ts'
import type { HelpAudience, Topic } from './topic.ts'

const all: Record<HelpAudience, readonly Topic[]> = {
  patient: patientTopics,
  doctor: doctorTopics,
  dentist: dentistTopics,
  administrator: administratorTopics,
}

/** The topics that concern somebody, in the order of the list. */
export function topicsFor(audience: HelpAudience): readonly Topic[] {
  return reportsOn() ? all[audience] : all[audience].filter(({ ofReports }) => !ofReports)
}

/**
 * Those that have every word that was typed, whatever its case and accents; first where each begins a word: 'reagendar' is
 * not first of all in 'sobreagendar'. All without a word.
 */
export function findTopics(topics: readonly Topic[], typed: string): readonly Topic[] {
  const words = searchWords(typed)
  const having = (before: string) => (topic: Topic) => {
    const text = withoutMarks(` ${topic.group} ${topic.title} ${topic.words}`).toLowerCase()
    return words.every((word) => text.includes(before + word))
  }
  const found = topics.filter(having(''))
  const begun = found.filter(having(' '))
  return [...begun, ...found.filter((topic) => !begun.includes(topic))]
}
