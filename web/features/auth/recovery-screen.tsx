import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ErrorReason } from '#web/backend/errors.ts'
import * as paths from '#web/hooks/paths.ts'
import { forgetLinkToken, linkToken, takeLinkProblem } from '#web/session/link-session.ts'
import { rememberedEmail } from '#web/session/recovery.ts'
import { startSession, useSession } from '#web/session/session.ts'
import { EmailText } from '#web/ui/email-text.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { AskRecovery } from './ask-recovery.tsx'
import { ClosedAccountScreen } from './closed-account-screen.tsx'
import { EnterRecoveryCode } from './enter-recovery-code.tsx'
import { ExpiredPasswordScreen } from './expired-password-screen.tsx'
import { Gate } from './gate.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { OpenRecoveryLink } from './open-recovery-link.tsx'
import { SecondFactorScreen } from './second-factor-screen.tsx'
import { SignOutButton } from './sign-out-button.tsx'

/**
 * Password recovery, open to everybody: ask for a message, use its link
 * or type its code, choose a new password (docs/product/accounts.md).
 */
export function RecoveryScreen() {
  const session = useSession()
  const navigate = useNavigate()
  const [email, setEmail] = useState(rememberedEmail.get)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [token, setToken] = useState(linkToken)
  const [linkFailed, setLinkFailed] = useState<ErrorReason | null>(null)
  const isRead = session.state !== 'loading'
  useEffect(() => {
    startSession()
  }, [])
  // Reading the session forgets what the person before left, and cannot know that this is no such thing.
  const isOut = isRead && session.state !== 'signed-in'
  useEffect(() => {
    if (isOut) rememberedEmail.set(email)
  }, [isOut, email])
  // Known once the session in the address, if any, was tried.
  useEffect(() => {
    if (isRead) setLinkFailed((known) => known ?? takeLinkProblem())
  }, [isRead])

  if (token !== null)
    return (
      <OpenRecoveryLink
        token={token}
        onDone={(problem) => {
          forgetLinkToken()
          setToken(null)
          setLinkFailed(problem)
        }}
        below={<BackToStart />}
      />
    )
  if (session.state === 'loading') return <Spinner />
  // Whoever is signed in may be somebody else than the person of a link that failed.
  if (session.state === 'signed-in' && linkFailed === null) {
    if (session.due === 'second-factor') return <SecondFactorScreen />
    if (session.due === 'expired-password') return <ExpiredPasswordScreen />
    return (
      <Gate
        title="Elige una nueva contraseña"
        description={
          <>
            Para la cuenta{' '}
            <strong className="font-semibold text-ink">
              <EmailText>{session.profile.email}</EmailText>
            </strong>
            . Al guardarla se cerrarán tus demás sesiones.
          </>
        }
        below={<SignOutButton />}
      >
        <NewPasswordForm onSaved={() => navigate(paths.home, { replace: true })} />
      </Gate>
    )
  }
  const closed = (session.state === 'failed' && session.closed) || linkFailed === 'closed'
  if (closed) return <ClosedAccountScreen below={<BackToStart />} />
  if (linkFailed === 'temp_expired') return <ExpiredPasswordScreen below={<BackToStart />} />
  if (sentTo !== null)
    return (
      <EnterRecoveryCode
        email={sentTo}
        onEntered={() => setLinkFailed(null)}
        onOtherEmail={() => setSentTo(null)}
        below={<BackToStart />}
      />
    )
  return (
    <AskRecovery
      linkFailed={linkFailed}
      email={email}
      onEmail={setEmail}
      onDone={() => setSentTo(email.trim())}
      below={<BackToStart />}
    />
  )
}

function BackToStart() {
  return (
    <a href="/" className="touch-target inline-block text-meta font-semibold text-brand-700">
      Ir al sitio de la clínica
    </a>
  )
}
