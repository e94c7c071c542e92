import { type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { errorMessage } from '#web/copy/errors.ts'
import { notices } from '#web/copy/notices.ts'
import * as paths from '#web/hooks/paths.ts'
import { knownPerson } from '#web/session/known-person.ts'
import {
  confirmSession,
  type Due,
  retrySession,
  type Session,
  startSession,
  useSession,
} from '#web/session/session.ts'
import { type LaterPart, loadLater } from '#web/ui/load-later.tsx'
import { Reached } from '#web/ui/reached.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type ToastMessage, toastOnNextPage } from '#web/ui/toast.ts'
import { everyone, roleOf, verdict } from './access.ts'
import { titleFor, useCurrentScreen } from './current-screen.ts'
import { ScreenSkeleton } from './screen-skeleton.tsx'
import type { Screen } from './screens.ts'
import { KnownFrame, Unreached } from './unreached.tsx'

/** What an account must do before anything else is open to it. */
const dueScreens: Record<Due, LaterPart> = {
  'second-factor': loadLater(
    async () => (await import('#web/features/auth/second-factor-screen.tsx')).SecondFactorScreen,
  ),
  'expired-password': loadLater(
    async () => (await import('#web/features/auth/expired-password-screen.tsx')).ExpiredPasswordScreen,
  ),
  'new-password': loadLater(
    async () => (await import('#web/features/auth/new-password-screen.tsx')).NewPasswordScreen,
  ),
}

/** Lets in people who are signed in, have nothing due and may see the screen. */
export function Guard({ children = <Outlet /> }: { children?: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const asked = pathname + search
  const screen = useCurrentScreen()
  const decision = verdict(session, screen?.audience ?? everyone)
  useEffect(() => {
    startSession()
  }, [])
  useEffect(() => {
    if (decision !== 'leave') return
    const words = farewell(session)
    const retry = session.state === 'failed' && !session.closed ? asked : undefined
    if (words) toastOnNextPage({ ...words, retry })
    location.replace('/')
  }, [decision, session, asked])
  // A session that was ended elsewhere is noticed as soon as the person moves on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every screen asks once.
  useEffect(() => {
    void confirmSession()
  }, [pathname])

  if (decision === 'wait' && screen && screen.frame !== 'sheet') return <Waiting screen={screen} />
  if (decision === 'wait' || decision === 'leave') return <Spinner />
  if (decision === 'offline') {
    const person = knownPerson()
    const title = screen ? titleFor(screen, person ? roleOf(person) : 'patient') : 'Portal'
    return <Unreached title={title} onRetry={retrySession} />
  }
  if (decision === 'enter') return children
  if (decision === 'home') return <Navigate to={paths.home} replace />
  const due = dueScreens[decision]
  return (
    <Reached instead={(again) => <Unreached title="Portal" onRetry={again} />}>
      <Suspense fallback={<Spinner />}>
        <due.Later />
      </Suspense>
    </Reached>
  )
}

/** The frame of whoever seems to be signed in; without that it brings forward the one that portal.html already has. */
function Waiting({ screen }: { screen: Screen }) {
  const person = knownPerson()
  if (!person) {
    return (
      <p data-waiting role="status" className="sr-only">
        Cargando...
      </p>
    )
  }
  return (
    <KnownFrame person={person}>
      <ScreenSkeleton path={screen.path} title={titleFor(screen, roleOf(person))} role={roleOf(person)} />
    </KnownFrame>
  )
}

/** Why somebody is led out; null for people who never signed in, or have just signed out. */
function farewell(session: Session): ToastMessage | null {
  if (session.state === 'signed-out') return session.ended ? notices.sessionEnded : null
  if (session.state !== 'failed') return null
  const reason = session.closed ? 'closed' : 'server'
  return { ...errorMessage({ code: 'load_profile', reason, detail: null }), variant: 'destructive' }
}
