import type { ComponentType } from 'react'

/** Which build the page runs, so that each one is exchanged at most once; in session storage. */
const key = 'exchangedBuild'

/**
 * Loads a screen's code. After an update the server no longer has the parts of the build that this page runs: the page is
 * then loaded anew, once. Throws when there is no connection, or when the new page has the same trouble.
 */
export async function loadScreen(load: () => Promise<ComponentType>): Promise<{ default: ComponentType }> {
  try {
    return { default: await load() }
  } catch (failure) {
    if (sessionStorage.getItem(key) === import.meta.url || !(await isServed())) throw failure
    sessionStorage.setItem(key, import.meta.url)
    location.reload()
    return new Promise(() => {})
  }
}

async function isServed(): Promise<boolean> {
  try {
    return (await fetch('/config.json', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
