import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { appointmentLinkPath } from '#domain/addresses.ts'
import { firstNameOf } from '#domain/person.ts'
import { whatsAppLink, whatsAppToAnyone } from '#domain/whatsapp.ts'
import type { OrderLine } from '#web/backend/answers.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { orderLink } from '#web/queries/orders.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'

/** Opens the dentist's WhatsApp with the link by which the patient chooses the hour. */
export function LinkButton({ order }: { order: OrderLine }) {
  const me = useProfile()
  const [busy, setBusy] = useState(false)
  async function send() {
    if (!order.order_id) return
    setBusy(true)
    // Opened while the press still counts: a browser blocks what opens later.
    const tab = window.open('', '_blank')
    try {
      const address = location.origin + appointmentLinkPath(await orderLink(order.order_id))
      const text = `Hola, ${firstNameOf(order.patient_name)}: ${me.full_name} te comparte el enlace para elegir el horario de tu estudio (${order.study_type}): ${address}`
      const link = whatsAppLink(order.phone, text) ?? whatsAppToAnyone(text)
      if (tab) {
        tab.opener = null
        tab.location.href = link
      } else location.href = link
    } catch (error) {
      tab?.close()
      toastError(error, 'order_link')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="compact"
      variant="soft"
      busy={busy}
      icon={<MessageCircle aria-hidden className="size-4.5" />}
      onClick={send}
    >
      Enviar enlace de horario
    </Button>
  )
}
