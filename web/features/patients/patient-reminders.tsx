import { WishSwitch } from '#web/parts/forms/wish-switch.tsx'
import { setReminders, wantsRemindersQuery } from '#web/queries/messages.ts'

/** Whether a patient wants reminders, as told at the desk (docs/product/messages.md). */
export function PatientReminders({ id }: { id: string }) {
  return (
    <WishSwitch
      query={wantsRemindersQuery(id)}
      label="Recordatorios de citas"
      save={(wanted) => setReminders(id, wanted)}
      className="px-(--inset) py-2"
    />
  )
}
