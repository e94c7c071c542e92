import { useState, useSyncExternalStore } from 'react'
import { toast, toastOnNextPage } from '#web/ui/toast.ts'
import { sessionChanged, sessionHint } from './session-hint.ts'
import { firstWelcome, forgetWelcome } from './welcome.ts'

const goodbye = { title: 'Sesión cerrada', description: 'Has cerrado sesión correctamente.' }

/** Signing in and out from a public page. The client that does it loads only when it is asked for. */
export function useAccount() {
  const signedIn = useSyncExternalStore(sessionHint.subscribe, sessionHint.get, sessionHint.server)
  const [dialogWanted, setDialogWanted] = useState(false)
  const [dialogOpen, setDialogOpen] = useState(false)
  const [signingOut, setSigningOut] = useState(false)
  const [welcome, setWelcome] = useState(false)

  const askToSignIn = () => {
    setDialogWanted(true)
    setDialogOpen(true)
  }
  const welcomeIn = () => {
    setDialogOpen(false)
    setWelcome(firstWelcome())
    sessionChanged()
  }
  const signOut = async () => {
    setSigningOut(true)
    const { signOut } = await import('#web/data/session.ts')
    await signOut().catch(() => console.warn('Signing out was not confirmed by the server.'))
    forgetWelcome()
    sessionChanged()
    setSigningOut(false)
    if (location.pathname === '/') toast(goodbye)
    else {
      toastOnNextPage(goodbye)
      location.assign('/')
    }
  }

  return {
    signedIn,
    dialogWanted,
    dialogOpen,
    setDialogOpen,
    askToSignIn,
    welcome,
    welcomeIn,
    endWelcome: () => setWelcome(false),
    signingOut,
    signOut,
  }
}
