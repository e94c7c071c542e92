import { createContext, use } from 'react'

/** What a printed page says of the study; the day is `yyyy-MM-dd`. */
export type StudyFacts = { patient: string | null; study: string; day: string }

const context = createContext<StudyFacts | null>(null)

/** Tells the stages whose study it is. */
export const FactsOfStudy = context

/** Null where nobody says, as behind a link: then nothing is printed. */
export const useStudyFacts = (): StudyFacts | null => use(context)
