import { useEffect, useState } from 'react'
import { readStudies } from './backend.ts'

/** The studies to choose from: those of the rendered page, silently updated after hydration. Known ones keep their order. */
export function useStudies(rendered: string[]): string[] {
  const [studies, setStudies] = useState(rendered)
  useEffect(() => {
    let gone = false
    readStudies().then((names) => {
      if (gone || !names || names.length === 0) return
      setStudies((known) => [
        ...known.filter((name) => names.includes(name)),
        ...names.filter((name) => !known.includes(name)),
      ])
    })
    return () => {
      gone = true
    }
  }, [])
  return studies
}
