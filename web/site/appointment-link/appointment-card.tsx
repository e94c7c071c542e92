import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { addDays, dayInZone } from '#domain/days.ts'
import type { LinkAct, LinkedAppointment } from '#web/backend/answers.ts'
import { actByLink, shareByLink, stopReminders } from '#web/backend/appointment-link.ts'
import type { PublicClinic } from '#web/backend/config.ts'
import { WithPhone } from '#web/site/plain/with-phone.tsx'
import { bringIntoView } from '#web/ui/bring-into-view.ts'
import { Button } from '#web/ui/button.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Acts, type Opens } from './acts.tsx'
import { Facts, Start, StateChip } from './facts.tsx'
import { HourChoice } from './hour-choice.tsx'
import { Opened } from './opened.tsx'
import { saveForCalendar } from './save-for-calendar.ts'
import { useLink } from './use-link.ts'
import { startWords } from './words.ts'

/** An appointment and what its patient may do with it, or the choice of its hour. */
export function AppointmentCard({
  token,
  first,
  clinic,
  phone,
  onEnded,
}: {
  token: string
  first: LinkedAppointment
  clinic: PublicClinic
  phone: string
  onEnded: () => void
}) {
  const { link, busy, said, act, say } = useLink(first, phone, onEnded)
  const { cita: appointment } = link
  const [opened, setOpened] = useState<Opens | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const openers = { move: useRef<HTMLButtonElement>(null), cancel: useRef<HTMLButtonElement>(null) }
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (said) place.current?.scrollIntoView({ block: 'nearest' })
  }, [said])
  const title = appointment ? 'Tu cita' : 'Elige tu horario'
  useEffect(() => {
    document.title = title
  }, [title])

  const open = (what: Opens) => {
    say(null)
    setOpened(what)
  }
  const close = (what: Opens) => {
    say(null)
    flushSync(() => setOpened(null))
    const { current } = openers[what]
    if (current) bringIntoView(current)
  }
  /** Resolves to whether another hour is to be chosen. */
  const press = async (name: string, run: () => Promise<LinkAct>): Promise<boolean> => {
    const outcome = await act(name, run)
    if (outcome === 'done') {
      flushSync(() => setOpened(null))
      // The pressed button may be gone.
      if (heading.current) bringIntoView(heading.current)
    }
    return outcome === 'other-hour'
  }

  const message = (
    <div ref={place} role="status" className="scroll-my-6 empty:hidden">
      {said && (
        <Notice tone={said.tone}>
          <WithPhone phone={phone}>{said.words}</WithPhone>
        </Notice>
      )}
    </div>
  )
  const today = () => dayInZone(new Date(), clinic.timeZone)
  const hours = (
    <HourChoice
      token={token}
      firstDay={today}
      lastDay={addDays(today(), link.horizon_days)}
      action={appointment ? 'Cambiar a' : 'Apartar'}
      busy={busy === 'take'}
      onTake={({ day, time }) =>
        press('take', () =>
          actByLink(appointment ? 'move_by_link' : 'book_by_link', token, { day, at: time }),
        )
      }
      onEnded={onEnded}
    />
  )

  return (
    <Card className="p-5.5">
      <fieldset disabled={busy !== null} className="grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 ref={heading} tabIndex={-1} className="scroll-mt-6 text-card">
            {title}
          </h1>
          {appointment && <StateChip appointment={appointment} />}
        </div>
        {!opened && message}
        <p>Hola, {link.first_name}:</p>
        {appointment ? (
          <Start appointment={appointment} zone={clinic.timeZone} />
        ) : (
          <p className="font-semibold wrap-break-word">
            <Dotted parts={[link.study_type, link.doctor]} />
          </p>
        )}
        {!appointment && link.self_booking && hours}
        {appointment && !opened && (
          <Acts
            appointment={appointment}
            token={token}
            busy={busy}
            openers={openers}
            onAct={press}
            onOpen={open}
            onSave={() => saveForCalendar(appointment, clinic)}
          />
        )}
        {opened === 'move' && (
          <Opened
            title="Elige otro horario"
            back={
              <Button size="compact" onClick={() => close('move')}>
                Volver
              </Button>
            }
          >
            {message}
            {hours}
          </Opened>
        )}
        {appointment && opened === 'cancel' && (
          <Opened title={`¿Cancelar tu cita del ${startWords(appointment.day, appointment.time)}?`}>
            {message}
            <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
              <Button onClick={() => close('cancel')}>Conservarla</Button>
              <Button
                variant="danger"
                busy={busy === 'cancel'}
                onClick={() => press('cancel', () => actByLink('cancel_by_link', token))}
              >
                Sí, cancelarla
              </Button>
            </div>
          </Opened>
        )}
        <Facts link={link} clinic={clinic} />
        {link.receiver && (
          <p className="flex flex-wrap items-center gap-x-3 border-t border-line pt-4 text-meta text-ink-2">
            {link.receiver.shared
              ? `Compartido con ${link.receiver.name}`
              : `No se comparte con ${link.receiver.name}`}
            <Button
              variant="link"
              size="compact"
              busy={busy === 'sharing'}
              onClick={() => press('sharing', () => shareByLink(token, !link.receiver?.shared))}
            >
              {link.receiver.shared ? 'Dejar de compartir' : 'Volver a compartir'}
            </Button>
          </p>
        )}
        <p className="flex flex-wrap items-center gap-x-3 border-t border-line pt-4 text-meta text-ink-3">
          {!link.wants_reminders && 'Ya no te enviaremos recordatorios.'}
          <Button
            variant="link"
            size="compact"
            busy={busy === 'reminders'}
            onClick={() => press('reminders', () => stopReminders(token, link.wants_reminders))}
          >
            {link.wants_reminders ? 'No quiero recordatorios' : 'Deshacer'}
          </Button>
        </p>
      </fieldset>
    </Card>
  )
}
