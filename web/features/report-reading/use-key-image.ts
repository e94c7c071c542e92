import { createContext, use, useEffect, useState } from 'react'

/** How the paths of key images become addresses; `ask` answers null for one that may not be seen or when nobody answers. */
export type ImageAddresses = {
  known: (path: string) => string | null
  ask: (path: string) => Promise<string | null>
}

/** An account asks for them; whoever has a link was given them, and its page must not hold what asks. */
export const KeyImageAddresses = createContext<ImageAddresses>({ known: () => null, ask: async () => null })

/** The address of a key image; `refused` when it may not be seen or nobody answers. */
export function useKeyImage(path: string): { address: string | null; refused: boolean } {
  const addresses = use(KeyImageAddresses)
  const [address, setAddress] = useState(() => addresses.known(path))
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    let left = false
    void addresses.ask(path).then((found) => {
      if (left) return
      setAddress(found)
      setRefused(found === null)
    })
    return () => {
      left = true
    }
  }, [path, addresses])
  return { address, refused }
}
