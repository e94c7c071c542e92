/** The address in what Chrome and Firefox say of code that could not be loaded; Safari asks again by itself. */
const address = /https?:\/\/\S+?\.js/

/** The server could not be reached for code: the line is down, nothing is wrong with the page. */
export class CodeUnreached extends TypeError {
  override name = 'CodeUnreached'
  /** Code that is drawn keeps its failure until it was shown; what is drawn after this asks anew. */
  forget = (): void => {}

  constructor(cause?: unknown) {
    super('Failed to fetch', { cause })
  }
}

/**
 * Loads code, also after a try without a connection. Until its page is loaded anew a browser remembers that an address failed, or
 * one that it imports: nothing is asked for while the device is offline, and what failed all the same is asked for under another
 * address, which `reload` imports. Throws `CodeUnreached` where the server does not answer at all.
 */
export async function loadCode<Module>(
  load: () => Promise<Module>,
  reload = (url: string): Promise<Module> => import(/* @vite-ignore */ url),
): Promise<Module> {
  if (globalThis.navigator?.onLine === false) throw new CodeUnreached()
  try {
    return await load().catch((failure: unknown) => {
      const [failed] = address.exec(String(failure)) ?? []
      if (!failed) throw failure
      return reload(`${failed}?${Date.now()}`)
    })
  } catch (failure) {
    throw (await isServed()) ? failure : new CodeUnreached(failure)
  }
}

async function isServed(): Promise<boolean> {
  try {
    return (await fetch('/config.json', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
