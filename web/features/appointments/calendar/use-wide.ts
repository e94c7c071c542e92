import { useMedia } from '#web/hooks/use-media.ts'

/** True where seven columns with words fit; else days are dots, and the list of the chosen day is below. */
export function useWide(): boolean {
  // Seven columns need 680 px of content; between 900 and 1000 px the sidebar takes the place that they would have.
  return useMedia('(min-width: 45rem) and (max-width: 56.2rem), (min-width: 63rem)')
}
