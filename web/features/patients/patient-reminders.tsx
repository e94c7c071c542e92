import { RemindersSwitch } from '#web/parts/reminders-switch.tsx'
import { setReminders } from '#web/queries/messages.ts'

/** Whether a patient wants reminders, as told at the desk (docs/product/messages.md). */
export function PatientReminders({ id }: { id: string }) {
  return (
    <RemindersSwitch
      id={id}
      label="Recordatorios de citas"
      save={setReminders}
      className="border-t border-line px-4.5 py-2"
    />
  )
}
