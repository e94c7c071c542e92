import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, Outlet, useMatches } from 'react-router'
import { errorMessage } from '#web/copy/errors.ts'
import { warmLive } from '#web/data/live.ts'
import { startSession, useSession } from '#web/data/session.ts'
import { hasStoredSession } from '#web/data/stored-session.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { toastOnNextPage } from '#web/ui/toast.ts'
import { verdict } from './access.ts'
import { audienceOf } from './handle.ts'

const NewPasswordScreen = lazy(async () => ({
  default: (await import('#web/features/auth/new-password-screen.tsx')).NewPasswordScreen,
}))

/** Lets in who is signed in, has chosen an own password and is the one a screen is for. */
export function Guard({ children = <Outlet /> }: { children?: ReactNode }) {
  const session = useSession()
  const decision = verdict(session, audienceOf(useMatches()))
  useEffect(() => {
    startSession()
    if (hasStoredSession()) warmLive()
  }, [])
  useEffect(() => {
    if (decision !== 'leave') return
    if (session.state === 'failed') {
      const words = errorMessage({ code: 'load_profile', reason: 'server', detail: null })
      toastOnNextPage({ ...words, variant: 'destructive' })
    }
    location.replace('/')
  }, [decision, session.state])

  if (decision === 'enter') return children
  if (decision === 'home') return <Navigate to="/dashboard" replace />
  if (decision === 'new-password') {
    return (
      <Suspense fallback={<Spinner />}>
        <NewPasswordScreen />
      </Suspense>
    )
  }
  return <Spinner />
}
