import { useLocation } from 'react-router'
import { isLocalPath } from '#domain/local-path.ts'

/** The page that linked here with `state={{ from }}`; null without one, or when it is no path of this site. */
export function useCameFrom(): string | null {
  const { state } = useLocation()
  if (typeof state !== 'object' || state === null || !('from' in state)) return null
  return typeof state.from === 'string' && isLocalPath(state.from) ? state.from : null
}

/** This page as the `state` of a link, for the 'Volver' of the page that it opens. */
export function useAsOrigin(): { from: string } {
  const { pathname, search } = useLocation()
  return { from: pathname + search }
}
