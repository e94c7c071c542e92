import { useState } from 'react'
import { notices } from '#web/copy/notices.ts'
import { signOut } from '#web/session/session.ts'
import { toastOnNextPage } from '#web/ui/toast.ts'

/** Signing out from the portal: says so on the landing, where the guard goes as soon as nobody is signed in. */
export function useSignOut() {
  const [signingOut, setSigningOut] = useState(false)
  return {
    signingOut,
    signOut: async () => {
      setSigningOut(true)
      // Before the session ends, because that leaves the page.
      toastOnNextPage(notices.signedOut)
      await signOut()
    },
  }
}
