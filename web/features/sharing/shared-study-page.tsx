import { type ComponentType, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { openSharedStudy, type SharedRefusal, type SharedStudy } from '#web/backend/shared-study.ts'
import { UnreachedPanel } from '#web/parts/feedback/unreached-panel.tsx'
import { Reached } from '#web/ui/reached.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { PinGate } from './pin-gate.tsx'
import { useVisitEnd } from './use-visit-end.ts'
import { forgetVisit, keepVisit, keptVisit } from './visit.ts'

export type OpenedShare = {
  token: string
  opened: SharedStudy
  /** Reads the report again, with addresses of its key images that work. */
  readReport: () => Promise<void>
}

type State =
  | { is: 'returning' }
  | { is: 'closed'; refusal: SharedRefusal | null }
  | { is: 'open'; opened: SharedStudy }

/** What a link opens: the PIN, then the study in the given viewer (docs/product/sharing.md). */
export function SharedStudyPage({
  token,
  Viewer,
}: {
  token: string
  Viewer: ComponentType<{ share: OpenedShare; onEnded: (why: SharedRefusal) => void }>
}) {
  const [state, setState] = useState<State>(() =>
    keptVisit(token) ? { is: 'returning' } : { is: 'closed', refusal: null },
  )

  const open = (opened: SharedStudy) => {
    keepVisit(token, opened.visit)
    setState({ is: 'open', opened })
  }
  const close = (refusal: SharedRefusal | null) => {
    forgetVisit()
    setState({ is: 'closed', refusal })
  }

  const setReport = (report: SharedStudy['report']) =>
    setState((before) =>
      before.is === 'open' ? { ...before, opened: { ...before.opened, report } } : before,
    )
  const readReport = async () => {
    if (state.is !== 'open') return
    try {
      const answer = await openSharedStudy(token, { visit: state.opened.visit })
      if ('outcome' in answer) close(answer)
      else setReport(answer.report)
    } catch {
      // What is there stays; the next check asks again.
    }
  }

  // After a reload the PIN was already typed.
  const comeBack = useEffectEvent(async () => {
    const visit = keptVisit(token)
    if (!visit) return
    try {
      const answer = await openSharedStudy(token, { visit })
      if ('outcome' in answer) close(answer)
      else open(answer)
    } catch {
      setState({ is: 'closed', refusal: null })
    }
  })
  useEffect(() => {
    void comeBack()
  }, [])

  useVisitEnd(state.is === 'open' ? { token, opened: state.opened } : null, close, (gone) => {
    if (gone) setReport(null)
    else void readReport()
  })

  if (state.is === 'returning') return <Spinner />
  if (state.is === 'closed') return <PinGate token={token} refusal={state.refusal} onOpen={open} />
  return (
    <Reached
      instead={(again) => (
        <main className="mx-auto grid min-h-dvh max-w-160 content-center px-4">
          <UnreachedPanel onRetry={again} />
        </main>
      )}
    >
      <Suspense fallback={<Spinner />}>
        <Viewer share={{ token, opened: state.opened, readReport }} onEnded={close} />
      </Suspense>
    </Reached>
  )
}
