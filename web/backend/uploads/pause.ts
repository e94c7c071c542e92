/** A switch that stops a transfer without giving it up. */
export type Pause = {
  readonly on: boolean
  set(on: boolean): void
  /** Calls back at every change until the answered function is called. */
  hear(listener: () => void): () => void
}

export function createPause(): Pause {
  let on = false
  const listeners = new Set<() => void>()
  return {
    get on() {
      return on
    },
    set(next) {
      on = next
      for (const listener of [...listeners]) listener()
    },
    hear(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
