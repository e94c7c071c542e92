import { useEffect, useState } from 'react'

/** How long typing must pause before the search runs, in milliseconds. */
export const typingRest = 300

/** What was typed when typing last paused. */
export function useRested(typed: string): string {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), typingRest)
    return () => clearTimeout(timer)
  }, [typed])
  return rested
}
