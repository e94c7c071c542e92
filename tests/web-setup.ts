import { afterAll, vi } from 'vitest'

// What a file may leave behind in the worker that it shares with others (tests/fresh-files.ts).
vi.unstubAllGlobals()
vi.useRealTimers()
if (globalThis.document) {
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
}
// A screen may still be loading a dialog. Loaded later, it would hold this file's mocks in the next one.
afterAll(() => vi.dynamicImportSettled())
