import { whenQuiet } from '#web/backend/live/idle-network.ts'

const scope = '/dashboard'

/**
 * Installs the worker that shows a page of its own when there is no connection, once the first screen is there. While developing
 * there is none, and an old one goes.
 */
export async function installWorker(): Promise<void> {
  const { serviceWorker } = navigator
  // Plain http other than localhost has none.
  if (!serviceWorker) return
  if (import.meta.env.DEV) {
    for (const old of await serviceWorker.getRegistrations()) await old.unregister()
    return
  }
  await whenQuiet()
  await serviceWorker.register(trusted('/sw.js'), { scope, updateViaCache: 'none' })
}

type Policies = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy }
type Policy = { createScriptURL(url: string): string }

/** Where the browser knows Trusted Types, the address of a script must be one. */
function trusted(url: string): string {
  const policies: Policies | undefined = Reflect.get(window, 'trustedTypes')
  return policies?.createPolicy('worker', { createScriptURL: (url) => url }).createScriptURL(url) ?? url
}
