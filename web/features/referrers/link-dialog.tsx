import { ActivationLink } from '#web/parts/accounts/activation-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** A dentist whose password nobody has chosen yet. */
export type Invited = { id: string; name: string; phone: string | null }

/** The link by which a dentist gets in, to be sent by mail, WhatsApp or copied. */
export function LinkDialog({
  invited: { id, name, phone },
  onClose,
}: {
  invited: Invited
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Acceso de ${name}`}
      description="Con este enlace elige su contraseña y entra al portal."
      footer={
        <Button variant="primary" onClick={onClose}>
          Listo
        </Button>
      }
    >
      <ActivationLink atOnce person={{ id, full_name: name }} phone={phone} />
    </Dialog>
  )
}
