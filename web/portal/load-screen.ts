import type { ComponentType } from 'react'
import { CodeUnreached, loadCode } from '#web/backend/load-code.ts'

/** The build that the page runs, so that each is replaced at most once; in session storage. */
const key = 'exchangedBuild'

/**
 * Loads a screen's code. After an update the server no longer has this build's files: then the
 * page is reloaded, once. Throws without a connection, or when the reloaded page fails too.
 */
export async function loadScreen(load: () => Promise<ComponentType>): Promise<ComponentType> {
  try {
    return await loadCode(load)
  } catch (failure) {
    if (failure instanceof CodeUnreached || sessionStorage.getItem(key) === import.meta.url) throw failure
    sessionStorage.setItem(key, import.meta.url)
    location.reload()
    return new Promise(() => {})
  }
}
