import { useEffect, useRef, useState } from 'react'
import { privacyPath } from '#domain/addresses.ts'
import { isEmail } from '#domain/contact.ts'
import { newPasswordProblems } from '#domain/password.ts'
import { phoneForms, phoneText } from '#domain/phone.ts'
import { activateAccount } from '#web/backend/activate-account.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { useClinic } from '#web/hooks/use-clinic.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Notice, type NoticeTone } from '#web/ui/notice.tsx'
import { Card } from '#web/ui/panel.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { PlainPage } from './plain-page.tsx'
import type { PlainPageProps } from './start.tsx'

/** How the last try went; `over` leaves nothing to fill in, and with 'entry' somebody may sign in by hand. */
type Said = { tone: NoticeTone; words: string; over?: 'entry' | 'end' }

const activated: Said = { tone: 'ok', words: 'Tu cuenta está activa.' }
const ended: Said = { tone: 'bad', words: 'Este enlace ya no sirve. Pide otro a la clínica.', over: 'end' }

type Typed = { email: string; password: string; repeat: string }

/** Behind an activation's link (docs/product/accounts.md). Opening it uses nothing up. */
export function ActivationPage({ token, phone }: PlainPageProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const [said, setSaid] = useState<Said | null>(null)
  /** The last try may have set the password. */
  const unsure = useRef(false)
  // Its name is no good password.
  const clinic = useClinic()

  const problems = ({ email, ...secret }: Typed) => ({
    email: isEmail(email.trim()) ? null : 'Escribe el correo con el que te registró la clínica.',
    ...newPasswordProblems(secret, [email.trim(), clinic?.name ?? '']),
  })
  const form = useForm({
    start: { email: '', password: '', repeat: '' },
    check: problems,
    refused: () => setSaid(null),
    send: async ({ email, password }) => {
      setSaid(null)
      const outcome = await activateAccount(token, email.trim(), password)
      if (outcome === 'active') setSaid(activated)
      if ((outcome === 'active' || unsure.current) && (await enter(email.trim(), password))) return
      setSaid(outcome === 'active' ? { ...activated, over: 'entry' } : ended)
    },
    code: 'activate_account',
    failed: (failure) => {
      unsure.current ||= failure.reason === 'network' || failure.reason === 'server'
      setSaid({ tone: 'bad', words: errorMessage(failure).description })
    },
  })
  const now = problems(form.values)
  const over = said?.over
  useEffect(() => {
    if (over) title.current?.focus()
  }, [over])

  return (
    <PlainPage phone={null}>
      <Card className="grid grid-cols-1 gap-4 p-5.5">
        <h1 ref={title} tabIndex={-1} className="text-card">
          Activa tu cuenta
        </h1>
        {!over && (
          <form noValidate onSubmit={form.submit} className="grid grid-cols-1 gap-4">
            <TextField
              label="Correo electrónico"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={320}
              help="El correo con el que te registró la clínica"
              {...form.text('email')}
            />
            <PasswordField
              label="Contraseña nueva"
              autoComplete="new-password"
              {...form.text('password')}
              help={
                <Rule typed={form.values.password} problem={now.password} help="Al menos 6 caracteres." />
              }
            />
            <PasswordField
              label="Repite la contraseña"
              autoComplete="new-password"
              {...form.text('repeat')}
              help={<Rule typed={form.values.repeat} problem={now.repeat} />}
            />
            <Button type="submit" variant="primary" busy={form.busy} busyLabel="Activando...">
              Activar mi cuenta
            </Button>
          </form>
        )}
        <div role="status" className="empty:hidden">
          {said && <Notice tone={said.tone}>{said.words}</Notice>}
        </div>
        {over === 'entry' && (
          <a href="/" className={buttonStyle('primary')}>
            Iniciar sesión
          </a>
        )}
        <p className="flex flex-wrap gap-x-6 border-t border-line pt-4 text-meta">
          <a href={privacyPath} className={link}>
            Aviso de privacidad
          </a>
          {phone !== '' && (
            <a href={phoneForms(phone).tel} className={link}>
              Llamar al {phoneText(phone)}
            </a>
          )}
        </p>
      </Card>
    </PlainPage>
  )
}

const link = 'inline-flex min-h-11 items-center text-brand-700 underline underline-offset-4 tabular-nums'

/** The rule of a field while somebody types; what is wrong in what was sent stands there in red instead. */
function Rule({ typed, problem, help = '' }: { typed: string; problem: string | null; help?: string }) {
  return (
    <span aria-live="polite" className={typed !== '' && problem === null ? 'text-ok' : undefined}>
      {typed === '' || problem === null ? help : problem}
    </span>
  )
}

/** Signs in by the ordinary door; false where it does not open. */
async function enter(email: string, password: string): Promise<boolean> {
  try {
    const { enterPortal } = await import('#web/site/enter-portal.ts')
    return await enterPortal(email, password)
  } catch {
    return false
  }
}
