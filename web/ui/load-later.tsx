import { type ComponentType, createElement, use } from 'react'

/**
 * A part whose code comes when it is first drawn, or when `preload` is called before; from then on it is drawn at once. Stands
 * inside a `Suspense`.
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
