import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { errorMessage } from '#web/copy/errors.ts'
import { myStudiesLine } from '#web/copy/my-studies.ts'
import { notices } from '#web/copy/notices.ts'
import * as paths from '#web/hooks/paths.ts'
import { AppointmentsSkeleton } from '#web/parts/appointments/appointments-skeleton.tsx'
import { OrdersSkeleton } from '#web/parts/orders/orders-skeleton.tsx'
import { PicturedSkeleton, picturedGrid } from '#web/parts/studies/pictured-frame.tsx'
import { homeColumns, ResultSkeleton } from '#web/parts/studies/result-frame.tsx'
import { knownPerson } from '#web/session/known-person.ts'
import {
  confirmSession,
  type Due,
  retrySession,
  type Session,
  startSession,
  useSession,
} from '#web/session/session.ts'
import { SkeletonCards } from '#web/ui/list-skeleton.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Skeleton, SkeletonRows } from '#web/ui/skeleton.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type ToastMessage, toastOnNextPage } from '#web/ui/toast.ts'
import { everyone, roleOf, verdict } from './access.ts'
import { titleFor, useCurrentScreen } from './current-screen.ts'
import type { Screen } from './screens.ts'
import { KnownFrame, Unreached } from './unreached.tsx'

/** What an account must do before anything else is open to it. */
const dueScreens: Record<Due, ComponentType> = {
  'second-factor': lazy(async () => ({
    default: (await import('#web/features/auth/second-factor-screen.tsx')).SecondFactorScreen,
  })),
  'expired-password': lazy(async () => ({
    default: (await import('#web/features/auth/expired-password-screen.tsx')).ExpiredPasswordScreen,
  })),
  'new-password': lazy(async () => ({
    default: (await import('#web/features/auth/new-password-screen.tsx')).NewPasswordScreen,
  })),
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
    return <Unreached title={title} reason="network" onRetry={retrySession} />
  }
  if (decision === 'enter') return children
  if (decision === 'home') return <Navigate to={paths.home} replace />
  const Screen = dueScreens[decision]
  return (
    <Suspense fallback={<Spinner />}>
      <Screen />
    </Suspense>
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
      {screen.path === paths.home && roleOf(person) === 'dentist' ? (
        <>
          {/* As high as its button, which a phone has at its foot. */}
          <p className="mb-4 flex items-center text-page sm:mb-6 sm:min-h-12">
            {titleFor(screen, roleOf(person))}
          </p>
          <Skeleton className="mb-4 h-12" />
          <div className="@container">
            <OrdersSkeleton />
          </div>
        </>
      ) : screen.path === paths.home ? (
        <>
          <Skeleton className="mb-6 h-13 w-56" />
          {roleOf(person) === 'patient' ? (
            <div className={homeColumns}>
              <ResultSkeleton />
              {/* Its heading is to come, too. */}
              <Card className="overflow-clip md:mt-8">
                <SkeletonRows rows={4} />
              </Card>
            </div>
          ) : (
            <DayWaiting />
          )}
        </>
      ) : (
        <>
          {/* No heading yet: the screen brings its own. */}
          {screen.path === paths.myStudies ? (
            <div className="mb-4 sm:mb-6">
              <p className="text-page">{titleFor(screen, roleOf(person))}</p>
              <p className="mt-1 max-w-measure text-ink-2">{myStudiesLine}</p>
            </div>
          ) : (
            <p className="mb-4 flex min-h-11 items-center text-page sm:mb-6">
              {titleFor(screen, roleOf(person))}
            </p>
          )}
          {searched.includes(screen.path) && <Skeleton className="mb-4 h-12" />}
          {screen.path === paths.studies || screen.path === paths.myStudies ? (
            <PicturesWaiting />
          ) : screen.path === paths.appointments ? (
            <AppointmentsSkeleton />
          ) : (
            <Card className="overflow-clip">
              <SkeletonRows rows={6} {...(screen.path === paths.reports && picturedRows)} />
            </Card>
          )}
        </>
      )}
    </KnownFrame>
  )
}

/** Screens whose list has its search above it. */
const searched: readonly string[] = [paths.studies, paths.requests, paths.patients]

/** Cards with a picture of a study. */
function PicturesWaiting() {
  return (
    <div className="@container">
      <SkeletonCards cards={4} className={picturedGrid} card={<PicturedSkeleton />} />
    </div>
  )
}

/** Rows with a picture of a study. */
const picturedRows = { ruled: true, wraps: true, tile: 'size-16' }

/** A doctor's day on its way: four numbers, two columns of lists. */
function DayWaiting() {
  return (
    <>
      <SkeletonCards
        cards={4}
        className="mb-4 grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4"
        card={<Card className="h-26">{null}</Card>}
      />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.62fr)_minmax(0,1fr)]">
        <Card className="overflow-clip">
          <SkeletonRows rows={6} ruled />
        </Card>
        <Card className="overflow-clip">
          <SkeletonRows rows={6} ruled />
        </Card>
      </div>
    </>
  )
}

/** Why somebody is led out; null for people who never signed in, or have just signed out. */
function farewell(session: Session): ToastMessage | null {
  if (session.state === 'signed-out') return session.ended ? notices.sessionEnded : null
  if (session.state !== 'failed') return null
  const reason = session.closed ? 'closed' : 'server'
  return { ...errorMessage({ code: 'load_profile', reason, detail: null }), variant: 'destructive' }
}
