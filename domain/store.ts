/** A value that tells its listeners when it is set; React reads it with `useSyncExternalStore`. */
export type Store<Value> = {
  get: () => Value
  set: (next: Value) => void
  /** Calls back after every `set` until the returned function is called. */
  subscribe: (listener: () => void) => () => void
}

export function createStore<Value>(first: Value): Store<Value> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      // A listener may end its subscription, or begin another, while it is called.
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
