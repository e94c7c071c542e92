import { useMedia } from '#web/ui/use-media.ts'

/** True where seven columns with words fit; else days are dots, and the list of the chosen day is below. */
export function useWide(): boolean {
  // Seven columns need 680 px of content, which a sidebar that is a rail leaves them.
  return useMedia('(min-width: 45rem)')
}
