/** The address in what Chrome and Firefox say of code that could not be loaded; Safari asks again by itself. */
const address = /https?:\/\/\S+?\.js/

/**
 * Loads code, also after a try without a connection. Until its page is loaded anew a browser remembers that an address failed, or
 * one that it imports: nothing is asked for while the device is offline, and what failed all the same is asked for under another
 * address, which `reload` imports.
 */
export async function loadCode<Module>(
  load: () => Promise<Module>,
  reload = (url: string): Promise<Module> => import(/* @vite-ignore */ url),
): Promise<Module> {
  if (globalThis.navigator?.onLine === false) throw new TypeError('Failed to fetch')
  try {
    return await load()
  } catch (failure) {
    const [failed] = address.exec(String(failure)) ?? []
    if (!failed) throw failure
    return reload(`${failed}?${Date.now()}`)
  }
}
