import { RemindersSwitch } from '#web/parts/reminders-switch.tsx'
import { wantReminders } from '#web/queries/messages.ts'

/** A patient's own wish to be reminded (docs/product/messages.md). */
export function OwnReminders({ id }: { id: string }) {
  return (
    <RemindersSwitch
      id={id}
      label="Recuérdame mis citas"
      help="Te avisamos un día antes. Las noticias de tus citas te llegan de todos modos."
      save={wantReminders}
      className="border-t border-line p-4.5"
    />
  )
}
