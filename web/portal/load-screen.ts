import type { ComponentType } from 'react'

/** The build that the page runs, so that each is replaced at most once; in session storage. */
const key = 'exchangedBuild'

/**
 * Loads a screen's code. After an update the server no longer has this build's files: then the
 * page is reloaded, once. Throws without a connection, or when the reloaded page fails too.
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
