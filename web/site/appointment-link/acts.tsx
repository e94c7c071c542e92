import { CalendarPlus } from 'lucide-react'
import type { RefObject } from 'react'
import type { LinkAct, LinkedAppointment } from '#web/backend/answers.ts'
import { actByLink } from '#web/backend/appointment-link.ts'
import { Button } from '#web/ui/button.tsx'
import { isOpen } from './words.ts'

/** What opens in the place of the buttons. */
export type Opens = 'move' | 'cancel'

/** What may be done with an appointment to come, what is to be done next first; nothing with another one. */
export function Acts({
  appointment,
  token,
  busy,
  openers,
  onAct,
  onOpen,
  onSave,
}: {
  appointment: NonNullable<LinkedAppointment['cita']>
  token: string
  /** The act on its way. */
  busy: string | null
  openers: Record<Opens, RefObject<HTMLButtonElement | null>>
  onAct: (name: string, run: () => Promise<LinkAct>) => void
  onOpen: (what: Opens) => void
  onSave: () => void
}) {
  const { status, warned, in_notice, moves_left } = appointment
  if (!isOpen(appointment)) return null
  const coming = status === 'confirmada' && !warned
  return (
    <div className="grid grid-cols-1 gap-2">
      {!coming && (
        <Button
          variant={warned ? 'secondary' : 'primary'}
          busy={busy === 'confirm'}
          onClick={() => onAct('confirm', () => actByLink('confirm_by_link', token))}
        >
          Confirmar que asistiré
        </Button>
      )}
      {in_notice && !warned && (
        <Button busy={busy === 'warn'} onClick={() => onAct('warn', () => actByLink('tell_absence', token))}>
          No podré ir
        </Button>
      )}
      <Button
        // Once it is said that one comes, the day in a calendar is what is left to do.
        variant={coming ? 'primary' : 'secondary'}
        icon={<CalendarPlus aria-hidden className="size-5" />}
        onClick={onSave}
      >
        Agregar al calendario
      </Button>
      {!in_notice && (
        <div className="flex flex-wrap gap-2 *:flex-auto">
          {moves_left > 0 && (
            <Button ref={openers.move} onClick={() => onOpen('move')}>
              Cambiar horario
            </Button>
          )}
          <Button ref={openers.cancel} variant="destructive" onClick={() => onOpen('cancel')}>
            Cancelar mi cita
          </Button>
        </div>
      )}
    </div>
  )
}
