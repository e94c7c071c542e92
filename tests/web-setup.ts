import { afterAll, vi } from 'vitest'

// What a file may leave behind in the worker that it shares with others (tests/fresh-files.ts).
vi.unstubAllGlobals()
vi.useRealTimers()
if (globalThis.document) {
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  removeListenersAtEnd()
}
// A screen may still be loading a dialog. Loaded later, it would hold this file's mocks in the next one.
afterAll(() => vi.dynamicImportSettled())

/** Some modules of ours listen to the window for ever: the session signs out when another tab does. */
function removeListenersAtEnd(): void {
  // React Query is loaded once for all files and keeps these.
  const kept = ['online', 'offline', 'visibilitychange']
  const add = globalThis.addEventListener
  const added: Parameters<typeof add>[] = []
  globalThis.addEventListener = (...listener: Parameters<typeof add>) => {
    if (!kept.includes(listener[0])) added.push(listener)
    add(...listener)
  }
  afterAll(() => {
    globalThis.addEventListener = add
    for (const [type, listener, options] of added) removeEventListener(type, listener, options)
  })
}
