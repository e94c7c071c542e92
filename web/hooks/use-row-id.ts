import { useRef } from 'react'
import { newId } from '#web/backend/ids.ts'

/**
 * Ids for what a form stores. The same values get the same id, so that pressing again after a lost answer meets the row that
 * exists; other values are another row. `forget` once it was stored: the same words may be meant a second time.
 */
export function useRowId() {
  const made = useRef<{ of: string; id: string } | null>(null)
  return {
    idFor(values: object): string {
      const of = JSON.stringify(values)
      if (made.current?.of !== of) made.current = { of, id: newId() }
      return made.current.id
    },
    forget(): void {
      made.current = null
    },
  }
}
