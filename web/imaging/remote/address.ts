/** Addresses live 60 s. */
const usedFor = 45_000

/** An address that is asked for anew before it ends, by one request at a time however many wait for it; `now` in ms. */
export function createAddress(ask: () => Promise<string>, now: () => number) {
  let current: { url: Promise<string>; from: number } | undefined

  return {
    async get(): Promise<string> {
      if (!current || now() - current.from >= usedFor) current = { url: ask(), from: now() }
      const asked = current
      try {
        return await asked.url
      } catch (error) {
        if (current === asked) current = undefined
        throw error
      }
    },
    /** The server took this one no more; a newer one that came meanwhile is kept. */
    async refuse(url: string): Promise<void> {
      const asked = current
      if (asked && (await asked.url) === url && current === asked) current = undefined
    },
  }
}
