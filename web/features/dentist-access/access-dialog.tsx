import { CircleCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type DentistForm, dentistErrors } from '#domain/dentist-form.ts'
import { askPlainly } from '#web/backend/ask-plainly.ts'
import { useForm } from '#web/parts/forms/use-form.ts'
import { DentistFields } from '#web/parts/people/dentist-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { PrivacyLink } from '#web/ui/privacy-link.tsx'

const empty: DentistForm = { full_name: '', email: '', practice: '', phone: '', address: '', licence: '' }

/**
 * 'Solicitar acceso' on the landing, for dentists (docs/product/referrers.md). What is answered is the same whoever has the e-mail.
 * `privacyVersion` is that of the notice below the form. Uses neither router nor queries, so that the landing can load it alone.
 */
export function AccessDialog({ privacyVersion, onClose }: { privacyVersion: string; onClose: () => void }) {
  const [sent, setSent] = useState(false)
  const form = useForm({
    start: empty,
    check: dentistErrors,
    send: async ({ full_name, practice, licence, email, phone }) => {
      const application = { full_name, practice, licence, email, phone, privacy_version: privacyVersion }
      await askPlainly('ask_dentist_access', 'ask_dentist_access', { application })
      setSent(true)
    },
    code: 'ask_dentist_access',
  })
  if (sent) return <Sent onClose={onClose} />
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Acceso para odontólogos"
      description="Pide tu cuenta del portal. La clínica revisa cada solicitud."
      action="Solicitar acceso"
      actionBusy="Enviando..."
    >
      <DentistFields form={form} own />
      <p className="mt-5 text-meta text-ink-3">
        Usamos tus datos solo para responder tu solicitud y abrir tu cuenta. Al enviarla aceptas el{' '}
        <PrivacyLink />.
      </p>
    </FormDialog>
  )
}

function Sent({ onClose }: { onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null)
  // The button that sent it is gone.
  useEffect(() => done.current?.focus(), [])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Recibimos tu solicitud"
      initialFocus={done}
      footer={
        <Button ref={done} variant="primary" onClick={onClose}>
          Entendido
        </Button>
      }
    >
      <div className="flex gap-3.5">
        <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-ok" />
        <div className="grid min-w-0 gap-3 text-ink-2">
          <p>
            La clínica la revisa. Si la aprueba, te envía por correo o WhatsApp un enlace: con él eliges tu
            contraseña y entras al portal.
          </p>
          <p>Si ya tienes una cuenta con ese correo, entra con «Iniciar Sesión».</p>
        </div>
      </div>
    </Dialog>
  )
}
