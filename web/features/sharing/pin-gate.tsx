import { KeyRound, LinkIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { phoneForms, phoneText } from '#domain/phone.ts'
import { readPin } from '#domain/study-share.ts'
import { openSharedStudy, type SharedRefusal, type SharedStudy } from '#web/backend/shared-study.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { endedLinks, refusalWords } from '#web/copy/shared-study.ts'
import { useClinic } from '#web/hooks/use-clinic.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
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
  const [refused, setRefused] = useState(refusal)
  const ended = refused && endedLinks[refused.outcome]
  const form = useForm({
    start: { pin: '' },
    check: ({ pin }) => ({ pin: readPin(pin) === null ? 'El PIN tiene 6 dígitos.' : null }),
    send: async ({ pin }) => {
      setRefused(null)
      const answer = await openSharedStudy(token, { pin: readPin(pin) ?? '' })
      if (!('outcome' in answer)) return onOpen(answer)
      setRefused(answer)
      field.current?.select()
    },
    code: 'load_study',
    secret: true,
    failed: (failure) => {
      field.current?.select()
      return { pin: errorMessage(failure).description }
    },
  })

  return (
    <main className="mx-auto grid min-h-dvh max-w-md content-start gap-6 px-4 py-8 sm:pt-16">
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
          <form noValidate onSubmit={form.submit} className="grid grid-cols-1 gap-5">
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
              {...form.text('pin')}
              readOnly={form.busy}
              error={form.problems.pin ?? (refused && refusalWords(refused))}
              className="[&_input]:font-mono [&_input]:text-[1.375rem] [&_input]:tracking-widest"
            />
            <Button
              type="submit"
              variant="primary"
              busy={form.busy}
              busyLabel="Abriendo..."
              icon={<KeyRound aria-hidden className="size-5" />}
            >
              Ver estudio
            </Button>
          </form>
        )}
      </Card>
      <div className="grid gap-1 text-center text-meta text-ink-3">
        {clinic && (
          <p>
            ¿Dudas? Llama a {clinic.name} al{' '}
            <a
              href={phoneForms(clinic.phone).tel}
              className="inline-block font-semibold whitespace-nowrap text-brand-700 tabular-nums underline-offset-4 hover:underline touch-target"
            >
              {phoneText(clinic.phone)}
            </a>
            .
          </p>
        )}
        <p>No es un dispositivo de diagnóstico.</p>
      </div>
    </main>
  )
}
