import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { useParams } from 'react-router'
import { toAppError } from '#web/backend/errors.ts'
import { useCode } from '#web/hooks/use-code.ts'
import { adminPrefix, isAdminSuffixQuery } from '#web/queries/admin-path.ts'
import { type KnownPerson, knownPerson } from '#web/session/known-person.ts'
import { getSession, retrySession, startSession, useProfile, useSession } from '#web/session/session.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { Reached } from '#web/ui/reached.tsx'
import { AccessDenied } from './access-denied.tsx'
import { Checking, checkingWords } from './checking.tsx'
import { Guard } from './guard.tsx'
import { NotFound } from './not-found.tsx'
import { Unreached } from './unreached.tsx'

const panelTitle = 'Panel de Admin'
const area = loadLater(async () => (await import('./admin/admin-area.tsx')).AdminArea)

/** Tells the panel's address from unknown ones. It hides the panel; the database's policies are the lock. */
export function AdminGate() {
  const { area = '' } = useParams()
  return area.startsWith(adminPrefix) ? <Checked suffix={area.slice(adminPrefix.length)} /> : <NotFound />
}

function Checked({ suffix }: { suffix: string }) {
  const session = useSession()
  const { data: isRight, error, refetch } = useQuery(isAdminSuffixQuery(suffix))
  useEffect(() => {
    startSession()
  }, [])
  if (error) {
    const { reason } = toAppError(error, 'load_panel')
    return <Unreached title={panelTitle} reason={reason} onRetry={() => Promise.all([refetch(), retry()])} />
  }
  if (isRight === undefined || session.state === 'loading') return <Waiting />
  if (!isRight) return <NotFound />
  return (
    <Guard>
      <Panel />
    </Guard>
  )
}

/** The session is read anew where it could not be. */
const retry = () => (getSession().state === 'offline' ? retrySession() : undefined)

/** Whoever is not known as an administrator sees nothing of the panel, and downloads nothing of it. */
function Waiting() {
  const person = knownPerson()
  return person?.is_admin ? <Area known={person} /> : <Checking />
}

/** The panel for administrators, a refusal for everybody else who is signed in. */
function Panel() {
  const { is_admin } = useProfile()
  return is_admin ? <Area /> : <AccessDenied />
}

function Area({ known }: { known?: KnownPerson }) {
  useCode(area.preload)
  return (
    <Reached instead={(again) => <Unreached title={panelTitle} onRetry={again} />}>
      {/* The frame that portal.html already has, in the administration's colour. */}
      <Suspense
        fallback={
          <p data-waiting="dark" role="status" className="sr-only">
            {checkingWords}
          </p>
        }
      >
        <area.Later known={known} />
      </Suspense>
    </Reached>
  )
}
