import { KeyRound, LinkIcon } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { readPin } from '#domain/study-share.ts'
import { loadClinic, type PublicClinic } from '#web/backend/config.ts'
import { toAppError } from '#web/backend/errors.ts'
import { openSharedStudy, type SharedRefusal, type SharedStudy } from '#web/backend/shared-study.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { endedLinks, refusalWords } from '#web/copy/shared-study.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField } from '#web/ui/code-field.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Card } from '#web/ui/panel.tsx'

/** Asks for the PIN of a link, or says why the link no longer opens. */
export function PinGate({
  token,
  refusal,
  onOpen,
}: {
  token: string
  refusal: SharedRefusal | null
  onOpen: (opened: SharedStudy) => void
}) {
  const clinic = useClinic()
  const field = useRef<HTMLInputElement>(null)
  const [pin, setPin] = useState('')
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState(refusal ? refusalWords(refusal) : null)
  const [ended, setEnded] = useState(refusal && endedLinks[refusal.outcome])

  async function send(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const code = readPin(pin)
    if (code === null) {
      setSaid('El PIN tiene 6 dígitos.')
      field.current?.focus()
      return
    }
    setBusy(true)
    setSaid(null)
    try {
      const answer = await openSharedStudy(token, { pin: code })
      if (!('outcome' in answer)) return onOpen(answer)
      setEnded(endedLinks[answer.outcome])
      setSaid(refusalWords(answer))
    } catch (failure) {
      setSaid(errorMessage(toAppError(failure, 'load_study')).description)
    }
    setBusy(false)
    field.current?.select()
  }

  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-start gap-6 px-4 py-8 sm:content-center">
      <div className="min-h-9">
        {clinic && <Logo name={clinic.name} tagline={clinic.tagline} image={clinic.logo} />}
      </div>
      <Card className="p-5.5">
        {ended ? (
          <div role="alert" className="grid grid-cols-1 gap-2">
            <LinkIcon aria-hidden className="size-6 text-ink-3" />
            <h1 className="text-card">{ended}</h1>
            <p className="text-ink-2">Pide otro enlace a quien te lo compartió.</p>
          </div>
        ) : (
          <form noValidate onSubmit={send} className="grid grid-cols-1 gap-5">
            <div>
              <h1 className="text-card">Estudio compartido</h1>
              <p className="mt-1 text-ink-2">
                {clinic?.name ?? 'La clínica'} te compartió un estudio. Escribe el PIN que recibiste aparte.
              </p>
            </div>
            <CodeField
              ref={field}
              label="PIN de 6 dígitos"
              required
              hideMark
              autoFocus
              value={pin}
              readOnly={busy}
              error={said}
              className="[&_input]:font-mono [&_input]:text-[1.375rem] [&_input]:tracking-widest"
              onCode={setPin}
            />
            <Button
              type="submit"
              variant="primary"
              busy={busy}
              busyLabel="Abriendo..."
              icon={<KeyRound aria-hidden className="size-5" />}
            >
              Ver estudio
            </Button>
          </form>
        )}
      </Card>
      <p className="text-center text-meta text-ink-3">No es un dispositivo de diagnóstico.</p>
    </main>
  )
}

function useClinic(): PublicClinic | null {
  const [clinic, setClinic] = useState<PublicClinic | null>(null)
  useEffect(() => {
    loadClinic()
      .then(setClinic)
      .catch(() => console.warn('The clinic could not be read.'))
  }, [])
  return clinic
}
