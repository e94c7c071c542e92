import { type ComponentType, createElement, use } from 'react'

/**
 * A part whose code loads when it is first drawn, or on `preload`; after that it is drawn at once. Use it inside a `Suspense`.
 */
export function loadLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let part: ComponentType<Props> | null = null
  let loading: Promise<ComponentType<Props>> | null = null

  function preload(): Promise<ComponentType<Props>> {
    loading ??= load().then(
      (loaded) => {
        part = loaded
        return loaded
      },
      (failure: unknown) => {
        loading = null
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
