import { useCallback, useSyncExternalStore } from 'react'

/** No phone: as --breakpoint-sm. */
export const fromTablet = '(min-width: 40rem)'

/** With a menu beside the screen: as --breakpoint-md and -xl. */
export const fromRail = '(min-width: 56.25rem)'
export const fromDesktop = '(min-width: 73.75rem)'

/** Room for a name beside three buttons; the menu takes some of it. */
export const fromLaptop = '(min-width: 64rem) and (width < 73.75rem), (min-width: 80rem)'

/** Where a finger points first. */
export const byFinger = '(pointer: coarse)'

/** Whether a media query holds, followed while the window changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}
