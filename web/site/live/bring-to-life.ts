/** Brings each part to life. One that fails, in a browser that lacks something, leaves the others alive. */
export function bringToLife(parts: readonly (() => unknown)[]): void {
  for (const live of parts) {
    try {
      live()
    } catch (error) {
      console.warn('A part of the page does not work here.', error instanceof Error ? error.name : '')
    }
  }
}
