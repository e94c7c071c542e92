import { Hourglass } from 'lucide-react'
import { messageText } from '#domain/messages.ts'
import { firstNameOf } from '#domain/person.ts'
import { formatTime } from '#domain/slots.ts'
import type { PreparedReminder, Reminder } from '#web/backend/answers.ts'
import * as paths from '#web/hooks/paths.ts'
import { ContactLinks } from '#web/parts/people/contact-links.tsx'
import { PatientName } from '#web/parts/people/patient-name.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip, StatusChip } from '#web/ui/chip.tsx'
import { fromRail, useMedia } from '#web/ui/use-media.ts'
import { WhatsAppLink } from '#web/ui/whatsapp-link.tsx'
import { isMissing, mailWords, noWhatsApp, shortTime } from './reminder-words.ts'

/** What every row of a day needs to know. */
export type RemindedDay = {
  day: string
  tomorrow: boolean
  zone: string
  clinic: { name: string; address: string; phone: string }
  /** Null where the clinic sends no mail: then none is spoken of. */
  hasMail: boolean
  showsDoctor: boolean
}

/** Names the link to WhatsApp of an appointment, so that the next one can have the focus. */
export const linkId = (id: string) => `whatsapp-${id}`

/** One appointment of the day: whom to remind, how it went, and WhatsApp with the message once it was prepared. */
export function ReminderRow({
  reminder,
  of,
  prepared,
  onNote,
}: {
  reminder: Reminder
  of: RemindedDay
  prepared: PreparedReminder | undefined
  onNote: (messageId: string, undo: boolean) => void
}) {
  const { name, phone, email, time, status, warned, whatsapp, doctor_name } = reminder
  const who = name ?? 'Paciente sin nombre'
  // Narrower there is room for the telephone, which is what one needs.
  const isWide = useMedia(fromRail)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4.5 py-3 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto_minmax(8.5rem,auto)] sm:gap-y-0 sm:py-2">
      <p className="text-meta font-semibold whitespace-nowrap tabular-nums sm:row-[1/3] sm:text-portal">
        {formatTime(time)}
      </p>
      <div className="min-w-0 max-sm:col-span-full max-sm:row-start-2 sm:self-end">
        <p className="font-semibold wrap-break-word">
          <PatientName id={reminder.patient_id} name={who} />
        </p>
        {of.showsDoctor && <p className="text-meta text-ink-2">{doctor_name}</p>}
      </div>
      <div className="col-start-1 flex min-w-0 flex-wrap items-center gap-x-4 text-meta text-ink-3 pointer-coarse:-my-2 sm:pointer-fine:-my-1.5 max-sm:row-start-3 max-sm:gap-y-1 sm:col-[2/3] sm:row-start-2 sm:self-start">
        <ContactLinks
          name={who}
          phone={phone}
          email={isWide ? email : null}
          writes={false}
          copies={isWide && 'icon'}
        />
        {of.hasMail && <span className="tabular-nums">{mailWords(reminder, of.zone)}</span>}
      </div>
      <div className="flex flex-wrap justify-end gap-2 max-sm:col-start-2 max-sm:row-start-1 sm:row-[1/3]">
        {warned && <Chip tone="red">Avisó que no vendrá</Chip>}
        <StatusChip of="appointment" status={status} />
      </div>
      <div className="flex min-h-11 flex-wrap items-center justify-end gap-2 max-sm:col-start-2 max-sm:row-start-3 sm:row-[1/3]">
        {whatsapp?.state === 'abierto' && whatsapp.sent_at ? (
          <>
            <span className="text-meta text-ink-2 tabular-nums">
              Abierto {shortTime(whatsapp.sent_at, of.zone)}
            </span>
            <Button size="compact" variant="ghost" onClick={() => onNote(whatsapp.id, true)}>
              Deshacer<span className="sr-only"> el mensaje a {who}</span>
            </Button>
          </>
        ) : (
          <WhatsApp reminder={reminder} of={of} prepared={prepared} who={who} onNote={onNote} />
        )}
      </div>
    </li>
  )
}

/** A real link, so that WhatsApp opens in its own tab; which says that it was opened, not that anything was sent. */
function WhatsApp({
  reminder,
  of,
  prepared,
  who,
  onNote,
}: Parameters<typeof ReminderRow>[0] & { who: string }) {
  const why = noWhatsApp(reminder)
  if (why) return <span className="text-meta text-ink-3">{why}</span>
  // Who confirmed, or had a mail, waits for none: 'Faltan {n}' does not count them.
  if (!prepared) {
    return (
      isMissing(reminder) && (
        <Chip tone="grey" Icon={Hourglass}>
          Sin preparar
        </Chip>
      )
    )
  }
  const text = messageText(
    {
      kind: 'recordatorio',
      firstName: firstNameOf(who),
      day: of.day,
      time: reminder.time ?? '',
      tomorrow: of.tomorrow,
      link: `${window.location.origin}${paths.appointmentLink(prepared.token)}`,
    },
    of.clinic,
  )
  return (
    <WhatsAppLink
      id={linkId(reminder.id)}
      phone={reminder.phone}
      text={text}
      to={who}
      onOpen={() => onNote(prepared.message_id, false)}
    />
  )
}
