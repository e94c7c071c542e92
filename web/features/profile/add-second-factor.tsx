import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { loadClinic } from '#web/backend/config.ts'
import { notices } from '#web/copy/notices.ts'
import { CopyButton } from '#web/parts/feedback/copy-button.tsx'
import { staleCode } from '#web/parts/feedback/stale-code.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { FailedLoad } from '#web/parts/lists/failed-load.tsx'
import {
  abandonSecondFactor,
  beginSecondFactor,
  secondFactorKey,
  verifySecondFactor,
} from '#web/session/second-factor.ts'
import { CodeField, codeProblem } from '#web/ui/code-field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
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
    mutationFn: (code: string) => verifySecondFactor(factor?.id ?? '', code),
    onSuccess: () => {
      toast(notices.secondFactorAdded)
      void queries.invalidateQueries({ queryKey: secondFactorKey, exact: true })
      onClose()
    },
  })
  const form = useForm({
    start: { code: '' },
    check: ({ code }) => ({ code: codeProblem(code, 6) }),
    send: ({ code }) => confirm.mutateAsync(code),
    code: 'add_second_factor',
    secret: true,
    failed: (failure) => {
      toastError(failure, 'add_second_factor')
      return { code: staleCode(failure) }
    },
  })

  function cancel() {
    if (factor) void abandonSecondFactor(factor.id)
    onClose()
  }

  return (
    <FormDialog
      form={form}
      onClose={cancel}
      unsaved={false}
      title={title}
      action="Activar"
      actionBusy="Activando..."
      actionDisabled={!factor}
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
              label="Código de verificación"
              help="Seis dígitos, que cambian cada 30 segundos."
              required
              hideMark
              className="max-w-64"
              {...form.text('code')}
            />
          </li>
        </ol>
      ) : begun.error ? (
        <FailedLoad error={begun.error} code="add_second_factor" onRetry={begun.refetch} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </FormDialog>
  )
}

/** A secret in groups of four, as people read it. */
function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}
