import { useEffect, useState } from 'react'
import { useRested } from '#web/hooks/use-debounced.ts'
import { suggestDoctors } from './backend.ts'

const fewestLetters = 2

/** At most 5 names of referring doctors for what is typed, asked once typing rests. */
export function useSuggestions(typed: string): string[] {
  const [found, setFound] = useState<{ text: string; names: string[] }>({ text: '', names: [] })
  const text = typed.trim()
  const rested = useRested(text)
  useEffect(() => {
    if (rested.length < fewestLetters) return
    const controller = new AbortController()
    suggestDoctors(rested, controller.signal).then((names) => {
      if (!controller.signal.aborted) setFound({ text: rested, names })
    })
    return () => controller.abort()
  }, [rested])
  // An answer to other letters is not for these.
  return found.text === text && text.length >= fewestLetters ? found.names : []
}
