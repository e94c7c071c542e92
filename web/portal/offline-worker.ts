import { whenNetworkIdle } from '#web/backend/live/idle-network.ts'
import * as paths from '#web/hooks/paths.ts'

/**
 * Installs the worker that shows a page of its own without a connection, once the
 * first screen is there. In development there is none, and an old one is removed.
 */
export async function installWorker(): Promise<void> {
  const { serviceWorker } = navigator
  // Plain http other than localhost has none.
  if (!serviceWorker) return
  if (import.meta.env.DEV) {
    for (const old of await serviceWorker.getRegistrations()) await old.unregister()
    return
  }
  await whenNetworkIdle()
  await serviceWorker.register(trusted('/sw.js'), { scope: paths.home, updateViaCache: 'none' })
}

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy }
type Policy = { createScriptURL(url: string): string }

/** With Trusted Types, a script's address must be one. */
function trusted(url: string): string {
  const policies: Policies | undefined = Reflect.get(window, 'trustedTypes')
  return policies?.createPolicy('worker', { createScriptURL: (url) => url }).createScriptURL(url) ?? url
}
