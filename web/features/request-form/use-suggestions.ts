import { useEffect, useState } from 'react'
import { suggestDoctors } from './backend.ts'

const fewestLetters = 2
const debounceMs = 300

/** At most 5 names of referring doctors for what is typed, asked 300 ms after the last letter. */
export function useSuggestions(typed: string): string[] {
  const [found, setFound] = useState<{ text: string; names: string[] }>({ text: '', names: [] })
  const text = typed.trim()
  useEffect(() => {
    if (text.length < fewestLetters) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const names = await suggestDoctors(text, controller.signal)
      if (!controller.signal.aborted) setFound({ text, names })
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [text])
  // An answer to other letters is not for these.
  return found.text === text && text.length >= fewestLetters ? found.names : []
}
