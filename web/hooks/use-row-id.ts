import { useRef } from 'react'
import { newId } from '#web/backend/ids.ts'

/**
 * Ids for rows that a form stores. The same values get the same id, so that a retry after a lost answer finds
 * the stored row; other values get another. Call `forget` after storing: the same words may be meant again.
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
