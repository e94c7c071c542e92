import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { createStore } from '#domain/store.ts'

/** Who holds input that is not stored anywhere yet. */
const unsaved = new Set<object>()

/** What is done with the answer to '¿Salir sin guardar?'. */
type Question = { leave: () => void; stay?: () => void }

const asked = createStore<Question | null>(null)

function hold(holder: object): void {
  if (unsaved.size === 0) addEventListener('beforeunload', warn)
  unsaved.add(holder)
}

function release(holder: object): void {
  // Without the listener the browser may keep the page for going back.
  if (unsaved.delete(holder) && unsaved.size === 0) removeEventListener('beforeunload', warn)
}

/** The browser asks in its own words; pages may not choose them. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/**
 * While `isDirty`, asks '¿Salir sin guardar?' before the screen is left, reloaded or the tab
 * closed. Call the returned function once the input is stored and the screen is about to be left.
 */
export function useUnsavedWarning(isDirty: boolean): () => void {
  const holder = useRef({})
  useEffect(() => {
    const { current } = holder
    if (isDirty) hold(current)
    return () => release(current)
  }, [isDirty])
  return useCallback(() => release(holder.current), [])
}

export function hasUnsaved(): boolean {
  return unsaved.size > 0
}

/** Leaves at once, or asks before when `dirty`: by default when anything on the screen is unsaved. */
export function askToLeave(leave: () => void, dirty = hasUnsaved(), stay?: () => void): void {
  if (dirty) asked.set({ leave, stay })
  else leave()
}

/** The person's answer; without a question it does nothing. */
export function answerToLeave(leaves: boolean): void {
  const question = asked.get()
  asked.set(null)
  if (leaves) question?.leave()
  else question?.stay?.()
}

/** Whether the question is open; for the one dialog of the portal that asks it. */
export function useAskedToLeave(): boolean {
  return useSyncExternalStore(asked.subscribe, () => asked.get() !== null)
}
