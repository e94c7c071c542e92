import { useState, useSyncExternalStore } from 'react'
import { notices } from '#web/copy/notices.ts'
import { forgetLeftovers, forgetStoredSession } from '#web/session/stored-session.ts'
import { toastOnNextPage } from '#web/ui/toast.ts'
import { sessionChanged, sessionHint } from './session-hint.ts'
import { firstWelcome } from './welcome.ts'

const loadSession = () => import('#web/session/session.ts')

/** Signing in and out from a public page. The client that does it loads only when it is asked for. */
export function useAccount() {
  const signedIn = useSyncExternalStore(sessionHint.subscribe, sessionHint.get, sessionHint.server)
  const [dialogWanted, setDialogWanted] = useState(false)
  const [dialogOpen, setDialogOpen] = useState(false)
  const [signingOut, setSigningOut] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const [welcome, setWelcome] = useState(false)
  const [arrived, setArrived] = useState(false)

  const askToSignIn = () => {
    setDialogWanted(true)
    setDialogOpen(true)
  }
  const welcomeIn = async () => {
    setDialogOpen(false)
    sessionChanged()
    const { animationKey } = await loadSession()
    setWelcome(firstWelcome(sessionStorage, animationKey))
    setArrived(true)
  }
  const signOut = async () => {
    setSigningOut(true)
    // Where the client cannot even be loaded, the session must still leave this browser.
    await loadSession()
      .then(({ signOut }) => signOut())
      .catch(() => {
        forgetStoredSession()
        forgetLeftovers()
      })
    toastOnNextPage(notices.signedOut)
    location.assign('/')
  }
  const openPanel = async () => {
    setLeaving(true)
    const path = await import('#web/queries/admin-path.ts')
      .then(({ fetchPanelPath }) => fetchPanelPath())
      .catch(() => '/dashboard')
    location.assign(path)
  }

  return {
    signedIn,
    dialogWanted,
    dialogOpen,
    setDialogOpen,
    askToSignIn,
    welcome,
    welcomeIn,
    /** Somebody signed in on this page; the button that opened the dialog is gone. */
    arrived,
    endWelcome: () => setWelcome(false),
    leaving,
    openPanel,
    signingOut,
    signOut,
  }
}
