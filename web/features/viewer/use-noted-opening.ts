import { useEffect, useReducer, useRef, useState } from 'react'
import type { Study } from '#web/backend/database.ts'
import { type AppError, toAppError } from '#web/backend/errors.ts'
import { noteStudyOpening } from '#web/queries/study-file.ts'

/** Records once that a study is looked at; nothing of it is loaded before. */
export function useNotedOpening({ id }: Pick<Study, 'id'>): {
  noted: boolean
  error: AppError | null
  again: () => void
} {
  const [state, setState] = useState<{ noted: boolean; error: AppError | null }>({
    noted: false,
    error: null,
  })
  const [attempt, again] = useReducer((before: number) => before + 1, 0)
  const asked = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt begins anew.
  useEffect(() => {
    let gone = false
    async function note() {
      // A mount that is undone at once has opened nothing.
      await Promise.resolve()
      if (gone || asked.current) return
      asked.current = true
      setState({ noted: false, error: null })
      try {
        await noteStudyOpening({ id })
        setState({ noted: true, error: null })
      } catch (failure) {
        asked.current = false
        setState({ noted: false, error: toAppError(failure, 'load_study') })
      }
    }
    void note()
    return () => {
      gone = true
    }
  }, [id, attempt])
  return { ...state, again }
}
