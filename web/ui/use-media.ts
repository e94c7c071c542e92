import { useCallback, useSyncExternalStore } from 'react'

/** No phone: as --breakpoint-sm. */
export const fromTablet = '(min-width: 40rem)'

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
