import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { loadClinic } from '#web/backend/config.ts'
import { toAppError } from '#web/backend/errors.ts'
import { notices } from '#web/copy/notices.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { FailedLoad } from '#web/parts/failed-load.tsx'
import { toastError } from '#web/parts/toast-error.ts'
import {
  abandonSecondFactor,
  beginSecondFactor,
  secondFactorKey,
  verifySecondFactor,
} from '#web/session/second-factor.ts'
import { Button } from '#web/ui/button.tsx'
import { CodeField, codeProblem } from '#web/ui/code-field.tsx'
import { Dialog, dialogFormStyle } from '#web/ui/dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { ConfirmPassword } from './confirm-password.tsx'

const title = 'Activar verificación en dos pasos'

/** Asks for the password, because an open screen is not enough, then shows the secret and asks for the first code. */
export function AddSecondFactor({ onClose }: { onClose: () => void }) {
  const [proven, setProven] = useState(false)
  if (!proven) return <ConfirmPassword title={title} onProven={() => setProven(true)} onClose={onClose} />
  return <ShowSecret onClose={onClose} />
}

/** Shows the secret to an authenticator app, as a picture and as text. */
function ShowSecret({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const field = useId()
  // Started once; another visit makes another secret.
  const begun = useQuery({
    queryKey: ['second factor', 'enrolment'],
    queryFn: async () => beginSecondFactor((await loadClinic()).name),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const factor = begun.data
  const confirm = useMutation({
    mutationFn: () => verifySecondFactor(factor?.id ?? '', code),
    onSuccess: () => {
      toast(notices.secondFactorAdded)
      void queries.invalidateQueries({ queryKey: secondFactorKey, exact: true })
      onClose()
    },
    onError: (error) => {
      toastError(error, 'add_second_factor')
      const { reason } = toAppError(error, 'add_second_factor')
      if (reason === 'wrong_code' || reason === 'challenge_expired')
        refuse('Escribe el código que muestre ahora tu aplicación.')
    },
  })

  function refuse(words: string) {
    setProblem(words)
    document.getElementById(field)?.focus()
  }

  function cancel() {
    if (factor) void abandonSecondFactor(factor.id)
    onClose()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!factor || confirm.isPending) return
    const found = codeProblem(code, 6)
    setProblem(null)
    if (found) return refuse(found)
    confirm.mutate()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && cancel()}
      title={title}
      dismissible={!confirm.isPending}
      wrap={(content) => (
        <form noValidate onSubmit={submit} className={dialogFormStyle}>
          {content}
        </form>
      )}
      footer={
        <>
          <Button disabled={confirm.isPending} onClick={cancel}>
            Cancelar
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={!factor}
            busy={confirm.isPending}
            busyLabel="Activando..."
          >
            Activar
          </Button>
        </>
      }
    >
      {factor ? (
        <ol className="grid grid-cols-1 gap-5">
          <li>
            <h3 className="font-semibold">1. Escanea el código con tu aplicación</h3>
            <p className="mt-1 text-meta text-ink-2">
              Sirve cualquier aplicación de verificación: Google Authenticator, Microsoft Authenticator u
              otra.
            </p>
            <div className="mt-3 flex flex-wrap items-center gap-5">
              <img
                src={factor.picture}
                alt="Código QR para tu aplicación de verificación"
                className="size-44 rounded-thumb border border-line bg-white p-1"
              />
              <div className="grid grid-cols-1 min-w-0 flex-1 basis-52 gap-2">
                <p className="text-meta text-ink-2">
                  ¿La aplicación está en este mismo teléfono? Escribe o copia en ella esta clave:
                </p>
                <p className="font-mono text-portal wrap-break-word">{inGroups(factor.secret)}</p>
                <CopyButton text={factor.secret} label="Copiar clave" className="justify-self-start" />
              </div>
            </div>
          </li>
          <li>
            <h3 className="mb-2 font-semibold">2. Escribe el código que muestra</h3>
            <CodeField
              id={field}
              label="Código de verificación"
              name="code"
              help="Seis dígitos, que cambian cada 30 segundos."
              required
              hideMark
              className="max-w-64"
              value={code}
              onCode={setCode}
              error={problem}
            />
          </li>
        </ol>
      ) : begun.error ? (
        <FailedLoad error={begun.error} code="add_second_factor" onRetry={begun.refetch} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </Dialog>
  )
}

/** A secret in groups of four, as people read it. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
