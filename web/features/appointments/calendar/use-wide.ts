import { useSyncExternalStore } from 'react'

// Seven columns need 680 px of content; between 900 and 1000 px the sidebar takes the place that they would have.
const query = '(min-width: 45rem) and (max-width: 56.2rem), (min-width: 63rem)'

function subscribe(listener: () => void): () => void {
  const media = matchMedia(query)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** True where seven columns with words fit; else days are dots, and the list of the chosen day is below. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
