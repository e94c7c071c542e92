import { useEffect, useState } from 'react'

/** A text once it has not changed for `after` ms, so that a drag is not read aloud all the way. */
export function useSettled(text: string, after = 800): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), after)
    return () => clearTimeout(timer)
  }, [text, after])
  return settled
}
