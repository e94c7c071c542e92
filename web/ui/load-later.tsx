import { type ComponentType, createElement, use } from 'react'
import { CodeUnreached, loadCode } from '#web/backend/load-code.ts'

/** A part of a screen, or a screen, that comes later. */
export type LaterPart<Props extends object = object> = {
  /** Draws it, inside a `Suspense` and a `Reached`. */
  Later: ComponentType<Props>
  /** Loads its code before it is drawn. */
  preload: () => Promise<ComponentType<Props>>
}

/**
 * A part whose code loads when it is first drawn, or on `preload`; after that it is drawn at once. `ask` loads the code.
 */
export function loadLater<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ask: (load: () => Promise<ComponentType<Props>>) => Promise<ComponentType<Props>> = loadCode,
): LaterPart<Props> {
  let part: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null

  function preload(): Promise<ComponentType<Props>> {
    loading ??= ask(load).then(
      (loaded) => {
        part = loaded
        return loaded
      },
      (failure: unknown) => {
        // Drawn once more it would ask again, and again: it is kept until somebody has seen it.
        if (failure instanceof CodeUnreached)
          failure.forget = () => {
            loading = null
          }
        throw failure
      },
    )
    return loading
  }

  function Later(props: Props) {
    return createElement(part ?? use(preload()), props)
  }
  return { Later, preload }
}
