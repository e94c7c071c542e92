import { useState } from 'react'
import { notices } from '#web/copy/notices.ts'
import { signOut } from '#web/data/session.ts'
import { toastOnNextPage } from '#web/ui/toast.ts'

/** Signing out from the portal: says so and goes to the landing, also when the server could not be told. */
export function useSignOut() {
  const [signingOut, setSigningOut] = useState(false)
  return {
    signingOut,
    signOut: async () => {
      setSigningOut(true)
      // Before the session ends: the guard may leave the page as soon as it does.
      toastOnNextPage(notices.signedOut)
      await signOut()
      location.assign('/')
    },
  }
}
