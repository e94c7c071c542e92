import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { messageChannels, messageKinds, messageProblems, messageStates } from '#web/copy/messages.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import {
  type AppointmentMessage,
  appointmentMessagesQuery,
  hasMailQuery,
  messageKeys,
  retryMessage,
} from '#web/queries/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { toast } from '#web/ui/toast.ts'

/** What the patient of an appointment was told, how and when; nothing while there is none (docs/product/messages.md). */
export function AppointmentMessages({ id }: { id: string }) {
  const client = useQueryClient()
  useLive(
    'messages',
    `cita_id=eq.${id}`,
    () => void client.invalidateQueries({ queryKey: messageKeys.ofAppointment(id) }),
  )
  const { data: messages = [] } = useQuery(appointmentMessagesQuery(id))
  // A message that was prepared and not opened was told to nobody.
  const told = messages.filter(({ channel, state }) => channel === 'correo' || state === 'abierto')
  if (told.length === 0) return null
  return (
    <section aria-labelledby={`messages-${id}`} className="mt-6 border-t border-line pt-5">
      <h3 id={`messages-${id}`} className="text-label">
        Mensajes
      </h3>
      <ul className="mt-2 divide-y divide-line">
        {told.map((message) => (
          <Row key={message.id} message={message} />
        ))}
      </ul>
    </section>
  )
}

function Row({
  message: { id, kind, channel, state, problem, due_at, sent_at },
}: {
  message: AppointmentMessage
}) {
  const client = useQueryClient()
  const zone = useClinicZone()
  const [busy, setBusy] = useState(false)
  const { day, time } = clinicMoment(sent_at ?? due_at, zone)
  const failed = state === 'fallido'
  const { data: hasMail } = useQuery(hasMailQuery())

  async function retry() {
    setBusy(true)
    try {
      await retryMessage(id)
      toast({ title: 'Correo en camino.' })
      await client.invalidateQueries({ queryKey: messageKeys.all })
    } catch (failure) {
      toastError(failure, 'queue_message')
    }
    setBusy(false)
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0">
        <p>
          <Dotted
            parts={[
              messageKinds[kind],
              <span key="channel" className="text-ink-3">
                {messageChannels[channel]}
              </span>,
            ]}
          />
        </p>
        <p className="text-meta text-ink-3 tabular-nums">
          <Dotted
            parts={[
              <span key="state" className={failed ? 'font-semibold text-bad' : undefined}>
                {messageStates[state]}
              </span>,
              `${formatDay(day)}, ${time}`,
              problem && messageProblems[problem],
            ]}
          />
        </p>
      </div>
      {failed && hasMail && (
        <Button
          size="compact"
          busy={busy}
          icon={<RotateCcw aria-hidden className="size-4.5" />}
          onClick={() => void retry()}
        >
          Reintentar
        </Button>
      )}
    </li>
  )
}
