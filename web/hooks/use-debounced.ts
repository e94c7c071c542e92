import { useEffect, useState } from 'react'

/** How long typing rests before what it asks for is asked, in milliseconds. */
export const typingRest = 300

/** What was typed when typing last rested. */
export function useRested(typed: string): string {
  const [rested, setRested] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), typingRest)
    return () => clearTimeout(timer)
  }, [typed])
  return rested
}
