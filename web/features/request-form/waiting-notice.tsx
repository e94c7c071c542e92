import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

/** In place of the button that sends, while the request waits for a connection. */
export function WaitingNotice({
  busy,
  onSend,
  onEdit,
}: {
  busy: boolean
  onSend: () => void
  onEdit: () => void
}) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="mt-4 rounded-card border border-line bg-brand-100 p-4">
      <p role="status" className="font-semibold">
        Sin conexión. Tu solicitud se enviará sola en cuanto vuelva la señal. No cierres esta pestaña.
      </p>
      <div className="mt-4 grid gap-3 sm:flex">
        <Button ref={button} variant="primary" busy={busy} busyLabel="Enviando..." onClick={onSend}>
          Enviar ahora
        </Button>
        <Button disabled={busy} onClick={onEdit}>
          Seguir editando
        </Button>
      </div>
    </div>
  )
}
