/** Who asks. Nobody but an administrator reads what is for administrators, who are doctors as well. */
export type HelpAudience = 'patient' | 'doctor' | 'dentist' | 'administrator'

/** Something on a screen, by its role and its name or a part of it, as a person finds it; `text` where it has no role. */
export type ScreenPart = readonly [
  role:
    | 'button'
    | 'checkbox'
    | 'combobox'
    | 'group'
    | 'heading'
    | 'link'
    | 'radio'
    | 'region'
    | 'table'
    | 'text',
  name: string,
]

/** A question of the first week, with its answer (docs/product/help.md). All words are seen by people. */
export type Topic = {
  /** In its address, and the name of its picture. */
  id: string
  /** What one wants to do; topics of a group stand together. */
  group: string
  /** The question, as a person asks it. */
  title: string
  /** Further words by which it is found. */
  words: string
  steps: readonly string[]
  /** What happens then. */
  next: string
  /** Follows it where the clinic writes reports. */
  nextOfReports?: string
  /** The screen where it is done; of an administrator's topic below the panel's address, unless it begins with '/'. */
  to: { path: string; label: string }
  /** What its picture shows, for `npm run help-pictures`. */
  picture: {
    /** Another address than that of `to`, with the parameters of `tests/e2e/addresses.ts`. */
    at?: string
    /** What is pressed first, one after the other. */
    press?: readonly ScreenPart[]
    /** What is typed then. */
    type?: string
    /** What is outlined. */
    outline: ScreenPart
  }
  /** Left out where the clinic writes no reports. */
  ofReports?: true
}

/** The pixels of a topic's picture: patients come with a phone. */
export const pictureSizes: Record<HelpAudience, { width: number; height: number }> = {
  patient: { width: 390, height: 700 },
  doctor: { width: 880, height: 560 },
  dentist: { width: 880, height: 560 },
  administrator: { width: 880, height: 560 },
}
